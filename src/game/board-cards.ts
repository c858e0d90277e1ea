// Reads the cards of boards in the forms that programs hold them in.

import { InputError } from '../common/errors.js';
import { quote } from '../common/quote.js';
import { parseCard } from './cards.js';
import { CARDS, COLUMNS } from './constants.js';

/** Cards in dealing order: card bytes 0..51 (rank * 4 + suit), or names such as "7D". */
export type Cards = ArrayLike<number> | readonly string[];

/**
 * The 52 cards of a board: card bytes or names in dealing order, rows of names as dealFreeCell returns them, or columns of
 * names, each from its first card on. The lengths tell rows (8, 8, 8, 8, 8, 8, 4) from columns (7, 7, 7, 7, 6, 6, 6, 6).
 */
export type Board = Cards | readonly (readonly string[])[];

const ROWS = '8,8,8,8,8,8,4';
const BOARD_COLUMNS = '7,7,7,7,6,6,6,6';

function byteOf(name: string): number {
  const card = parseCard(name);
  if (card !== undefined) return card;
  throw new InputError(`${quote(name)} is not the name of a card; expected a name such as 7D or TC`);
}

/** The bytes of cards; an InputError names a value that is not the name of a card. Bytes are returned as they are. */
export function bytesOfCards(cards: Cards): ArrayLike<number> {
  const isNamed = Array.isArray(cards) && typeof cards[0] === 'string';
  return isNamed ? Uint8Array.from(cards as readonly string[], byteOf) : (cards as ArrayLike<number>);
}

/** The cards of a board in dealing order; an InputError says what a value that is no board should be. */
export function bytesOfBoard(board: Board): ArrayLike<number> {
  if (typeof board !== 'object' || !Number.isInteger(board?.length)) {
    throw new InputError(
      `${quote(board)} is not a board; expected 52 card bytes or names, rows or columns of names, or parseBoard of a text`,
    );
  }
  if (!(Array.isArray(board) && Array.isArray(board[0]))) return bytesOfCards(board as Cards);
  const lines = board as readonly (readonly string[])[];
  const lengths = lines.map((line) => line?.length).join();
  if (lengths === ROWS) return Uint8Array.from(lines.flat(), byteOf);
  if (lengths === BOARD_COLUMNS) {
    return Uint8Array.from({ length: CARDS }, (_, i) => byteOf(lines[i % COLUMNS][Math.floor(i / COLUMNS)]));
  }
  throw new InputError(`the lines of the board have ${lengths} cards; expected ${ROWS} or ${BOARD_COLUMNS}`);
}
