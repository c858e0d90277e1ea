// Looks up the deals of the boards in a text, and the deals near a board with one mistake.

import { findDealInOrder, type NearDeal, nearDeals } from '../board/find.js';
import { type Reading, readBoard, readBoards } from '../board/parse.js';
import { CARDS } from '../game/constants.js';

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
