// Shows deals as text or as a drawing, in styles for players, solvers, programs and browsers.

import { InputError } from '../common/errors.js';
import { type Check, checkOptions, FLAG } from '../common/options.js';
import { quote } from '../common/quote.js';
import { boardInColumns } from '../formats/text.js';
import { cardName, isRed } from '../game/cards.js';
import { CARDS, COLUMNS } from '../game/constants.js';
import { dealCards } from '../game/deal.js';
import { countAll, type Deals, parseDeals } from '../game/deal-numbers.js';
import { KNOWN_CELLS, type KnownCells } from '../game/known-cells.js';
import { boardOnPage, pageOf, svgOf } from './svg.js';

/** Options of showDeal and showDeals. */
export interface ShowOptions {
  /** colour red suits red with terminal codes, in the styles unicode and cards; default false */
  color?: boolean;
  /** what loadKnownCells returns, or the like; with it, the style json has the free cells that a deal needs */
  knownCells?: Pick<KnownCells, 'cellsNeeded'>;
}

/** A style: rows of names (JD), of symbols (J♦) or of playing-card characters (🃋), or the record of a format. */
export type StyleName = 'ascii' | 'unicode' | 'cards' | 'text' | 'json' | 'svg';

interface Style {
  /** how several deals are shown: with headings that have their numbers, without, or on a page */
  several: 'headed' | 'plain' | 'page';
  /** a deal in this style, ended by a line feed */
  show(n: number, cards: Uint8Array, options: ShowOptions): string;
}

/** The symbols of the suits, in the order of SUITS. */
export const SUIT_SYMBOLS = '♣♦♥♠';
/** The code point of each suit's ace, in the order of SUITS. */
const ACES = [0x1f0d1, 0x1f0c1, 0x1f0b1, 0x1f0a1];
const JACK = 10; // the rank before Unicode's knight, which is in no deck of 52

/** The playing-card character of a card byte. */
export function cardCharacter(card: number): string {
  const rank = card >> 2;
  return String.fromCodePoint(ACES[card & 3] + rank + (rank > JACK ? 1 : 0));
}

function cardSymbol(card: number): string {
  return cardName(card)[0] + SUIT_SYMBOLS[card & 3];
}

/** Rows of eight cards, separated by one blank. */
function rowsOf(cards: Uint8Array, nameOf: (card: number) => string, color = false): string {
  let rows = '';
  for (let i = 0; i < CARDS; i++) {
    const name = nameOf(cards[i]);
    rows += color && isRed(cards[i]) ? `\u001b[31m${name}\u001b[39m` : name;
    rows += i % COLUMNS < COLUMNS - 1 && i < CARDS - 1 ? ' ' : '\n';
  }
  return rows;
}

function boardInRows(cards: Uint8Array): string {
  return rowsOf(cards, cardName);
}

/** The record of NDJSON, with the cells that the deal needs, where they are known. */
function jsonOf(n: number, cards: Uint8Array, { knownCells }: ShowOptions): string {
  const cells = knownCells?.cellsNeeded(n);
  return `${JSON.stringify({ deal: n, cards: Array.from(cards, cardName), cells })}\n`;
}

export const styles: Readonly<Record<StyleName, Style>> = {
  ascii: { several: 'headed', show: (_, cards) => boardInRows(cards) },
  unicode: { several: 'headed', show: (_, cards, { color }) => rowsOf(cards, cardSymbol, color) },
  cards: { several: 'headed', show: (_, cards, { color }) => rowsOf(cards, cardCharacter, color) },
  text: { several: 'plain', show: (_, cards) => boardInColumns(cards) },
  json: { several: 'plain', show: jsonOf },
  svg: { several: 'page', show: (n, cards) => svgOf(n, cards, boardInRows(cards)) },
};

/** The style of a name; throws an InputError if there is none. */
export function styleNamed(name: string): Style {
  if (typeof name === 'string' && Object.hasOwn(styles, name)) return styles[name as StyleName];
  throw new InputError(`unknown style ${quote(name)}; expected one of ${Object.keys(styles).join(', ')}`);
}

const SHOW_OPTIONS: Record<keyof ShowOptions, Check> = { color: FLAG, knownCells: KNOWN_CELLS };

/**
 * Shows a deal in a style, ended by a line feed.
 * @param n deal number, 1..8589934591; an InputError names any other value, and an unknown style
 * @param style default ascii
 */
export function showDeal(n: number, style: StyleName = 'ascii', options: ShowOptions = {}): string {
  return styleNamed(style).show(n, dealCards(n), checkOptions(options, SHOW_OPTIONS));
}

/**
 * Shows deals in a style, each when the caller asks for it. Several deals in a style without numbers have a heading
 * each, "Game #617", and an empty line between them. Several drawings are the parts of one page. Throws an InputError
 * for wrong deals and an unknown style.
 */
export function showDeals(
  deals: Deals,
  style: StyleName = 'ascii',
  options: ShowOptions = {},
): Generator<string, void, void> {
  const checked = checkOptions(options, SHOW_OPTIONS);
  const { several, show } = styleNamed(style);
  const ranges = parseDeals(deals);
  const count = countAll(ranges);
  const isPage = count > 1 && several === 'page';
  const isHeaded = count > 1 && several === 'headed';
  function* boards(): Generator<string, void, void> {
    let i = 0;
    if (isPage) yield pageOf(count);
    for (const { first, last } of ranges) {
      for (let n = first; n <= last; n++, i++) {
        const cards = dealCards(n);
        const board = isPage ? boardOnPage(n, cards, boardInRows(cards), i) : show(n, cards, checked);
        yield isHeaded ? `${i > 0 ? '\n' : ''}Game #${n}\n${board}` : board;
      }
    }
    if (isPage) yield '</svg>\n';
  }
  return boards();
}
