// A deal as players, solvers, programs and browsers read it.

import { InputError } from '../common/errors.js';
import { lineRecord } from '../formats/ndjson.js';
import { boardRecord } from '../formats/text.js';
import { cardName, isRed } from '../game/cards.js';
import { CARDS, COLUMNS } from '../game/constants.js';
import { dealCards } from '../game/deal.js';
import { countNumbers, type Deals, parseDeals } from '../game/deal-numbers.js';
import { svgOf } from './svg.js';

/** How a deal is shown: rows of names (JD), of suits (J♦) or of playing-card characters, or as a file's record. */
export type StyleName = 'ascii' | 'unicode' | 'cards' | 'text' | 'json' | 'svg';

export interface ShowOptions {
  /** red suits red by a terminal's codes, in the styles unicode and cards; default false */
  isColoured?: boolean;
}

interface Style {
  name: StyleName;
  /** what follows one deal after another: its own number tells a deal, or a heading; a drawing stands alone */
  several: 'headed' | 'plain' | 'never';
  show(n: number, cards: Uint8Array, isColoured: boolean): string;
}

const RED = '\u001b[31m';
const PLAIN = '\u001b[39m';

/** In the order of SUITS. */
export const SYMBOLS = '♣♦♥♠';
/** In the order of SUITS; an ace is one above, as U+1F0A1 of spades. */
const SUIT_BLOCKS = [0x1f0d0, 0x1f0c0, 0x1f0b0, 0x1f0a0];
const KNIGHT = 12; // between jack and queen, in no deck of 52

/** The playing-card character of a card byte. */
export function cardCharacter(card: number): string {
  const rank = (card >> 2) + 1;
  return String.fromCodePoint((SUIT_BLOCKS[card & 3] as number) + rank + (rank >= KNIGHT ? 1 : 0));
}

function cardSymbol(card: number): string {
  return `${cardName(card).charAt(0)}${SYMBOLS[card & 3]}`;
}

/** Names of all cards, made once: a deal is then 52 look-ups. */
function namesOf(name: (card: number) => string): (isColoured: boolean) => readonly string[] {
  const plain = Array.from({ length: CARDS }, (_, card) => name(card));
  const coloured = plain.map((name, card) => (isRed(card) ? `${RED}${name}${PLAIN}` : name));
  return (isColoured) => (isColoured ? coloured : plain);
}

/** Rows of eight, one blank between two cards. */
function rowsOf(cards: Uint8Array, names: readonly string[]): string {
  let rows = '';
  for (let i = 0; i < CARDS; i++) {
    rows += names[cards[i] as number] + (i % COLUMNS === COLUMNS - 1 || i === CARDS - 1 ? '\n' : ' ');
  }
  return rows;
}

const names = namesOf(cardName)(false);
const symbols = namesOf(cardSymbol);
const characters = namesOf(cardCharacter);
const utf8 = new TextDecoder();

const styles: readonly Style[] = [
  { name: 'ascii', several: 'headed', show: (_, cards) => rowsOf(cards, names) },
  {
    name: 'unicode',
    several: 'headed',
    show: (_, cards, isColoured) => rowsOf(cards, symbols(isColoured)),
  },
  {
    name: 'cards',
    several: 'headed',
    show: (_, cards, isColoured) => rowsOf(cards, characters(isColoured)),
  },
  { name: 'text', several: 'plain', show: (n, cards) => utf8.decode(boardRecord.encode(n, cards)) },
  { name: 'json', several: 'plain', show: (n, cards) => utf8.decode(lineRecord.encode(n, cards)) },
  { name: 'svg', several: 'never', show: (n, cards) => svgOf(n, cards, rowsOf(cards, names)) },
];

const NAMES = styles.map(({ name }) => name).join(', ');

function styleNamed(name: string): Style {
  const style = styles.find((style) => style.name === name);
  if (style === undefined) {
    throw new InputError(`unknown style '${name}'; expected one of ${NAMES}`);
  }
  return style;
}

/**
 * A deal in a style, ended by a line feed.
 * @param n deal number, 1..8589934591; anything else, and an unknown style, throws an InputError that names it
 */
export function showDeal(
  n: number,
  style: StyleName = 'ascii',
  { isColoured = false }: ShowOptions = {},
): string {
  return styleNamed(style).show(n, dealCards(n), isColoured);
}

/**
 * Deals in a style, one after another and each made when it is asked for. Of several, a board that does not tell its
 * number has a heading, "Game #617", and an empty line before the next.
 * Throws an InputError for wrong deals, for an unknown style, and for several deals in one drawing.
 */
export function showDeals(
  deals: Deals,
  style: StyleName = 'ascii',
  { isColoured = false }: ShowOptions = {},
): Generator<string, void, void> {
  const { several, show } = styleNamed(style);
  const ranges = parseDeals(deals);
  const count = ranges.reduce((sum, range) => sum + countNumbers(range), 0);
  if (count > 1 && several === 'never') {
    throw new InputError(`style '${style}' draws one deal and ${count} are asked for; name one deal`);
  }
  const isHeaded = count > 1 && several === 'headed';
  function* boards(): Generator<string, void, void> {
    let before = '';
    for (const { first, last } of ranges) {
      for (let n = first; n <= last; n++) {
        const board = show(n, dealCards(n), isColoured);
        yield isHeaded ? `${before}Game #${n}\n${board}` : board;
        before = '\n';
      }
    }
  }
  return boards();
}
