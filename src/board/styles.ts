// The styles in which a board is shown: for players, solvers, programs and browsers.

import { InputError } from '../common/errors.js';
import { quote } from '../common/quote.js';
import { lineRecord } from '../formats/ndjson.js';
import { boardRecord } from '../formats/text.js';
import { cardName, isRed } from '../game/cards.js';
import { CARDS, COLUMNS } from '../game/constants.js';
import type { KnownCells } from '../game/known-cells.js';
import { svgOf } from './svg.js';

/** Options of showDeal and showDeals. */
export interface ShowOptions {
  /** colour red suits red with terminal codes, in the styles unicode and cards; default false */
  isColoured?: boolean;
  /** what loadKnownCells returns; with it, the style json has the free cells that a deal needs */
  knownCells?: KnownCells;
}

/** A style: rows of names (JD), of symbols (J♦) or of playing-card characters (🃋), or the record of a format. */
export type StyleName = 'ascii' | 'unicode' | 'cards' | 'text' | 'json' | 'svg';

export interface Style {
  /** how several deals are shown: with headings that have their numbers, without, or never */
  several: 'headed' | 'plain' | 'never';
  /** a deal in this style, ended by a line feed */
  show(n: number, cards: Uint8Array, options: ShowOptions): string;
}

const RED = '\u001b[31m';
const DEFAULT_COLOUR = '\u001b[39m';

/** The symbols of the suits, in the order of SUITS. */
export const SUIT_SYMBOLS = '♣♦♥♠';
/** The code point before each suit's ace, in the order of SUITS; the ace of spades is U+1F0A1. */
const SUIT_BLOCKS = [0x1f0d0, 0x1f0c0, 0x1f0b0, 0x1f0a0];
const KNIGHT = 12; // between jack and queen, in no deck of 52

/** The playing-card character of a card byte. */
export function cardCharacter(card: number): string {
  const rank = (card >> 2) + 1;
  return String.fromCodePoint(SUIT_BLOCKS[card & 3] + rank + (rank >= KNIGHT ? 1 : 0));
}

function cardSymbol(card: number): string {
  return `${cardName(card).charAt(0)}${SUIT_SYMBOLS[card & 3]}`;
}

/** Makes the names of all cards once, so that showing a deal takes 52 look-ups. */
function namesOf(name: (card: number) => string): (isColoured?: boolean) => readonly string[] {
  const plain = Array.from({ length: CARDS }, (_, card) => name(card));
  const coloured = plain.map((name, card) => (isRed(card) ? `${RED}${name}${DEFAULT_COLOUR}` : name));
  return (isColoured = false) => (isColoured ? coloured : plain);
}

/** Rows of eight cards, separated by one blank. */
function rowsOf(cards: Uint8Array, names: readonly string[]): string {
  let rows = '';
  for (let i = 0; i < CARDS; i++) {
    rows += names[cards[i]] + (i % COLUMNS === COLUMNS - 1 || i === CARDS - 1 ? '\n' : ' ');
  }
  return rows;
}

const names = namesOf(cardName)();
const symbols = namesOf(cardSymbol);
const characters = namesOf(cardCharacter);
const utf8 = new TextDecoder();

/** The record of NDJSON, with the cells that the deal needs, or their bounds, where they are known. */
function jsonOf(n: number, cards: Uint8Array, { knownCells }: ShowOptions): string {
  const line = utf8.decode(lineRecord.encode(n, cards));
  const bounds = knownCells?.cellsBounds(n);
  if (bounds === undefined) return line;
  const { atLeast, atMost } = bounds;
  const fields = atLeast === atMost ? `"cells":${atLeast}` : `"atLeast":${atLeast},"atMost":${atMost}`;
  return line.replace('}', `,${fields}}`);
}

export const styles: Readonly<Record<StyleName, Style>> = {
  ascii: { several: 'headed', show: (_, cards) => rowsOf(cards, names) },
  unicode: { several: 'headed', show: (_, cards, { isColoured }) => rowsOf(cards, symbols(isColoured)) },
  cards: { several: 'headed', show: (_, cards, { isColoured }) => rowsOf(cards, characters(isColoured)) },
  text: { several: 'plain', show: (n, cards) => utf8.decode(boardRecord.encode(n, cards)) },
  json: { several: 'plain', show: jsonOf },
  svg: { several: 'never', show: (n, cards) => svgOf(n, cards, rowsOf(cards, names)) },
};

/** The style of a name; throws an InputError if there is none. */
export function styleNamed(name: string): Style {
  if (Object.hasOwn(styles, name)) return styles[name as StyleName];
  throw new InputError(`unknown style ${quote(name)}; expected one of ${Object.keys(styles).join(', ')}`);
}
