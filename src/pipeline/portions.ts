// The deal numbers of a selection on their way to the chunks: in order, each part with its position in the selection,
// so that an interrupted run can be resumed there.

import { countNumbers, type DealNumbers, sliceNumbers } from '../game/deal-numbers.js';
import type { Checksum } from '../selection/checksum.js';
import { NumberGatherer } from './number-gatherer.js';

/** How far a selection has been read. */
export interface Position {
  index: number; // deals of the selection before it
  checksum: number; // of the numbers before it, where the selection is a list; otherwise 0
}

/** Deal numbers of a part of a selection: all of them, or those that a filter kept. */
export interface Portion {
  numbers: readonly DealNumbers[]; // valid until the next portion is asked for
  start: Position; // of the part in the selection
  end: Position;
}

/** A portion for a task: its numbers are valid until it is released. */
export interface GatheredPortion extends Portion {
  release(): void;
}

/** What tells one list from another that was not read: nothing. Its numbers follow from the job's description. */
export const noChecksum: Checksum = { add() {}, value: 0 };

/** What the numbers of a selection come as. */
type NumberStream = AsyncIterable<DealNumbers> | Iterable<DealNumbers>;

/**
 * The portions of a selection, as its numbers come; one ends after each `deals` deals at the latest, where a chunk of so
 * many ends: so the checksum of a list is known there, and covers every deal of the chunk.
 * @param numbers of the selection from `start` on
 */
export async function* portionsOf(
  numbers: NumberStream,
  start: Position,
  checksum: Checksum,
  deals = Number.POSITIVE_INFINITY,
): AsyncGenerator<Portion, void, void> {
  let position = start;
  let room = deals;
  for await (const some of numbers) {
    const count = countNumbers(some);
    for (let done = 0; done < count; ) {
      const part = sliceNumbers(some, done, Math.min(count, done + room));
      checksum.add(part);
      const length = countNumbers(part);
      const end = { index: position.index + length, checksum: checksum.value };
      yield { numbers: [part], start: position, end };
      position = end;
      done += length;
      room = room > length ? room - length : deals;
    }
  }
}

/** The portions of a selection, all of `deals` deals but the last. */
export async function* gatherPortions(
  numbers: NumberStream,
  start: Position,
  checksum: Checksum,
  deals: number,
): AsyncGenerator<GatheredPortion, void, void> {
  const gatherer = new NumberGatherer(deals);
  let position = start;

  function take(): GatheredPortion {
    const { numbers, deals, release } = gatherer.take();
    const end = { index: position.index + deals, checksum: checksum.value };
    const portion = { numbers, start: position, end, release };
    position = end;
    return portion;
  }

  for await (const some of numbers) {
    const count = countNumbers(some);
    for (let done = 0; done < count; ) {
      const part = sliceNumbers(some, done, Math.min(count, done + gatherer.room));
      checksum.add(part);
      gatherer.add(part);
      done += countNumbers(part);
      if (gatherer.room === 0) yield take();
    }
  }
  if (gatherer.deals > 0) yield take();
}
