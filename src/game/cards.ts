// Cards as bytes, rank * 4 + suit: 0 is AC, 51 is KS. Their names and colours, checks of cards and decks, and the forms
// in which programs hold a board.

import { InputError } from '../common/errors.js';
import { isObject } from '../common/options.js';
import { quote } from '../common/quote.js';
import { CARDS, COLUMNS, RANKS, SUITS } from './constants.js';

/** The name of each card byte. */
export const NAMES = Array.from({ length: CARDS }, (_, card) => `${RANKS[card >> 2]}${SUITS[card & 3]}`);

/** The name of a card byte 0..51: 0 is "AC", 51 is "KS". Throws an InputError for anything else. */
export function cardName(card: number): string {
  checkCard(card);
  return NAMES[card];
}

/** The card byte of a name such as "TC"; undefined for anything else. */
export function parseCard(name: string): number | undefined {
  if (typeof name !== 'string' || name.length !== 2) return undefined;
  const [rank, suit] = [RANKS.indexOf(name.charAt(0)), SUITS.indexOf(name.charAt(1))];
  return rank >= 0 && suit >= 0 ? rank * SUITS.length + suit : undefined;
}

/** Whether the suit of a card byte is red: diamonds or hearts. An InputError names any other value. */
export function isRed(card: number): boolean {
  checkCard(card);
  return 'DH'.includes(SUITS[card & 3]);
}

/** Whether a card may be built on another: it is one rank lower, and of the other colour. */
export function fitsOn(card: number, on: number): boolean {
  return (card >> 2) + 1 === on >> 2 && isRed(card) !== isRed(on);
}

/** Whether a value is a card byte, an integer 0..51. */
export function isCard(card: unknown): card is number {
  return Number.isInteger(card) && (card as number) >= 0 && (card as number) < CARDS;
}

function checkCard(card: unknown): asserts card is number {
  if (isCard(card)) return;
  throw new InputError(`${quote(card)} is not a valid card; expected a whole number in 0..${CARDS - 1}`);
}

/** Whether the 52 numbers from index `from` on are a deck: each card once. */
export function isDeck(cards: ArrayLike<number>, from = 0): boolean {
  return new Set(Array.from({ length: CARDS }, (_, i) => cards[from + i]).filter(isCard)).size === CARDS;
}

function isList(value: unknown): boolean {
  return isObject(value) && Number.isInteger(value.length);
}

/**
 * Returns a copy of the cards that a program passes. Throws an InputError unless they are the 52 card bytes, each once.
 * @param isWhole whether there are 52; false if 1 to 52 are enough
 */
export function copyOfCards(cards: ArrayLike<number>, isWhole = true): Uint8Array {
  if (!isList(cards))
    throw new InputError(`${quote(cards)} is not a list of cards; expected numbers in 0..${CARDS - 1}`);
  const { length } = cards;
  if (isWhole && length !== CARDS) throw new InputError(`the board has ${length} cards; expected ${CARDS}`);
  if (length < 1 || length > CARDS)
    throw new InputError(`a board begins with 1 to ${CARDS} cards; ${length} are given`);
  const seen = new Set<number>();
  for (let i = 0; i < length; i++) {
    const card = cards[i];
    checkCard(card);
    if (seen.has(card))
      throw new InputError(`card ${card} (${NAMES[card]}) is on the board twice; expected once`);
    seen.add(card);
  }
  return Uint8Array.from(cards);
}

/** Cards in dealing order: card bytes 0..51 (rank * 4 + suit), or names such as "7D". */
export type Cards = ArrayLike<number> | readonly string[];

/**
 * The 52 cards of a board: card bytes or names in dealing order, rows of names as dealFreeCell returns them, or
 * columns of names, each from its first card on. The lengths tell rows (8, 8, 8, 8, 8, 8, 4) from columns (7, 7, 7,
 * 7, 6, 6, 6, 6).
 */
export type Board = Cards | readonly (readonly string[])[];

const ROWS = '8,8,8,8,8,8,4';
const BOARD_COLUMNS = '7,7,7,7,6,6,6,6';

/** The byte of a card that is named or is a byte; an InputError names any other value. */
export function toCard(card: string | number): number {
  const byte = typeof card === 'string' ? parseCard(card) : card;
  if (isCard(byte)) return byte;
  const expected = `a name such as TC or a byte 0..${CARDS - 1}`;
  throw new InputError(`${quote(card)} is not a valid card; expected ${expected}`);
}

/** The bytes of cards; an InputError names a value that is not the name of a card. Bytes are returned as they are. */
export function bytesOfCards(cards: Cards): ArrayLike<number> {
  const isNamed = Array.isArray(cards) && typeof cards[0] === 'string';
  return isNamed ? Uint8Array.from(cards as readonly string[], toCard) : (cards as ArrayLike<number>);
}

/** The cards of a board in dealing order; an InputError says what a value that is no board should be. */
export function bytesOfBoard(board: Board): ArrayLike<number> {
  if (!isList(board)) {
    const expected = '52 card bytes or names, rows or columns of names, or parseBoard of a text';
    throw new InputError(`${quote(board)} is not a board; expected ${expected}`);
  }
  if (!(Array.isArray(board) && Array.isArray(board[0]))) return bytesOfCards(board as Cards);
  const lines = board as readonly (readonly string[])[];
  const lengths = lines.map((line) => line?.length).join();
  if (lengths === ROWS) return Uint8Array.from(lines.flat(), toCard);
  if (lengths === BOARD_COLUMNS)
    return Uint8Array.from({ length: CARDS }, (_, i) => toCard(lines[i % COLUMNS][Math.floor(i / COLUMNS)]));
  throw new InputError(`the lines of the board have ${lengths} cards; expected ${ROWS} or ${BOARD_COLUMNS}`);
}
