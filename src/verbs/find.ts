// Looks up the deals of the boards in a text, and the deals near a board with one mistake.

import { type NearDeal, nearDeals } from '../board/near.js';
import { type Reading, readBoards } from '../board/parse.js';

/** The deal that has a board; if none has it, the deals near it, where these were looked for. */
export interface FoundBoard {
  deal?: number;
  near?: readonly NearDeal[];
}

/** The deal of a board, or the deals near it; throws its fault if there is none. */
function lookUp(reading: Reading, isNear: boolean): FoundBoard {
  const { deal, fault } = reading;
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
  let last: Reading | undefined;
  let count = 0;
  for (const reading of readBoards(text)) {
    if (last !== undefined) yield lookUp(last, isNear);
    count++;
    last = reading;
  }
  if (last !== undefined) yield lookUp(last, isNear || count === 1);
}
