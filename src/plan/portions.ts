// The deal numbers of a selection on their way to the chunks: in order, each part with its position in the selection,
// so that an interrupted run can be resumed there.

import { countNumbers, type DealNumbers, sliceNumbers } from '../game/deal-numbers.js';

/** How far a selection has been read. */
export interface Position {
  index: number; // deals of the selection before it
  checksum: number; // of the numbers before it, where the selection is a list; otherwise 0
}

/** Deal numbers of a part of a selection: all of them, or those that a filter kept. */
export interface Portion {
  numbers: DealNumbers; // valid until the next portion is asked for
  start: Position; // of the part in the selection
  end: Position;
}

/** A running checksum of the numbers of a list. */
export interface Checksum {
  add(numbers: DealNumbers): void;
  readonly value: number;
}

/** What tells one list from another that was not read: nothing. Its numbers follow from the job's description. */
export const noChecksum: Checksum = { add() {}, value: 0 };

/**
 * The portions of a selection from an index on.
 * @param numbers of the selection from `start` on
 * @param maxDeals largest number of deals in a portion
 */
export async function* portionsOf(
  numbers: AsyncIterable<DealNumbers> | Iterable<DealNumbers>,
  start: Position,
  checksum: Checksum,
  maxDeals = Number.POSITIVE_INFINITY,
): AsyncGenerator<Portion, void, void> {
  let position = start;
  for await (const some of numbers) {
    const count = countNumbers(some);
    for (let done = 0; done < count; done += maxDeals) {
      const part = sliceNumbers(some, done, Math.min(count, done + maxDeals));
      checksum.add(part);
      const end = { index: position.index + countNumbers(part), checksum: checksum.value };
      yield { numbers: part, start: position, end };
      position = end;
    }
  }
}
