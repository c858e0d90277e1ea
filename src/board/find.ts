// Finds the deals whose boards a text has, in rows or in columns, and the deals near a board with one mistake.

import { CARDS } from '../game/constants.js';
import { findDeal } from '../game/find.js';
import { type NearDeal, nearDeals } from './near.js';
import { parseBoards, type Reading, readBoard, readBoards, readingsOf } from './parse.js';

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

/** The deal that has a board; if none has it, the deals near it, where these were looked for. */
export interface FoundBoard {
  deal?: number;
  near?: readonly NearDeal[];
}

/** Looks up a board, or the deals near it; throws its fault if there is none. */
function lookUp(reading: Reading, isNear: boolean): FoundBoard {
  const { cards, fault } = reading;
  const deal = fault === undefined ? findDealInOrder(cards) : undefined;
  if (deal !== undefined) return { deal };
  if (isNear) return { near: nearDeals(reading) };
  if (fault !== undefined) throw fault;
  return {};
}

/**
 * Looks up each board of a text. Throws an InputError for one that is no board and near none.
 * @param isNear whether to look for deals near each board. If there is only one board, they are looked for in any case.
 */
export function* findBoards(text: string, isNear: boolean): Generator<FoundBoard, void, void> {
  // the text of one board may have a card too many
  const board = readBoard(text, CARDS + 2);
  if (board.cards.length < CARDS + 2) yield lookUp(board, true);
  else for (const each of readBoards(text)) yield lookUp(each, isNear);
}
