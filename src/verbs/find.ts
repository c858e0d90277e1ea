// Looks up the deals of the boards in a text, and the deals near a board with one mistake.

import { findDealInOrder } from '../board/find.js';
import { type NearDeal, nearDeals } from '../board/near.js';
import { BoardReader, FaultyBoard } from '../board/parse.js';

/** The deal that has a board; if none has it, the deals near it, where these were looked for. */
export interface FoundBoard {
  deal?: number;
  near?: readonly NearDeal[];
}

/**
 * Looks up each board of a text. Throws a FaultyBoard for one that is no board and near none.
 * @param isNear whether to look for deals near each board. If there is only one board, they are looked for in any case.
 */
export async function* findBoards(
  texts: AsyncIterable<string>,
  isNear: boolean,
): AsyncGenerator<FoundBoard, void, void> {
  const reader = new BoardReader();
  let boards = 0;
  let faulty: FaultyBoard | undefined; // the first board, until its text ends, perhaps with one card more

  function* lookUp(read: Iterable<Uint8Array | FaultyBoard>): Generator<FoundBoard, void, void> {
    for (const board of read) {
      boards++;
      if (faulty !== undefined) throw faulty;
      if (board instanceof FaultyBoard) {
        const near = isNear ? nearDeals(board.cards) : [];
        if (near.length > 0) yield { near };
        else if (boards === 1) faulty = board;
        else throw board;
        continue;
      }
      const deal = findDealInOrder(board);
      if (deal !== undefined) yield { deal };
      else yield isNear || boards === 1 ? { near: nearDeals(board) } : {};
    }
  }

  for await (const text of texts) yield* lookUp(reader.read(text));
  try {
    yield* lookUp(reader.end());
    if (faulty !== undefined) throw faulty;
  } catch (error) {
    const isOneBoard = error instanceof FaultyBoard && boards === (faulty === undefined ? 0 : 1);
    const rest = error !== faulty && isOneBoard ? error.cards : [];
    const near = isOneBoard ? nearDeals([...(faulty?.cards ?? []), ...rest]) : [];
    if (near.length === 0) throw faulty ?? error;
    yield { near };
  }
}
