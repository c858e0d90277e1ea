// Finds the deals whose boards a text has, in rows or in columns.

import { findDeal } from '../game/find.js';
import { parseBoards, readingsOf } from './parse.js';

/** The deal that has 52 cards in the order of a text as its rows or as its columns; undefined if no deal has them. */
export function findDealInOrder(inOrder: ArrayLike<number>): number | undefined {
  const [rows, columns] = readingsOf(inOrder);
  return findDeal(rows) ?? findDeal(columns);
}

/**
 * The deal number of each board in a text, in rows or in columns; undefined for a board that no deal has.
 * @param text one board or several, as parseBoards reads them; an InputError names what is wrong
 */
export function findDealsInText(text: string): (number | undefined)[] {
  return Array.from(parseBoards(text), findDealInOrder);
}
