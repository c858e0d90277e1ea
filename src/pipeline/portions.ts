// Portions: the deal numbers of a selection on their way to the chunks, in order. Each portion knows how far the selection
// is read at its end, so that a run can be resumed there.

import { grouped, InputError, OutputProblem } from '../common/errors.js';
import { countNumbers, type DealNumbers, numberAt, sliceNumbers } from '../game/deal-numbers.js';
import type { Checksum } from '../selection/checksum.js';
import { type DealSource, untilAborted } from '../selection/deal-source.js';
import type { Checkpoint } from './checkpoint.js';
import { NumberGatherer, type NumberGroup } from './gatherer.js';

/** Successive deals of the selection: all of them, or those that the condition and the filter keep. */
export interface Portion extends NumberGroup, Pick<Checkpoint, 'consumed' | 'checksum'> {
  lastDeal: number;
}

/** Ranges need no checksum: the job's key already determines their numbers. */
export const noChecksum: Checksum = { add() {}, value: '' };

/** Deals of a full portion, and of the first portion. Each portion is at most twice as large as the one before. */
export interface PortionSizes {
  most: number;
  first?: number;
}

/**
 * Reads the portions of a source after a checkpoint.
 * A list is read from its beginning. Throws an OutputProblem if the list has changed before the checkpoint, an InputError if
 * it has changed since its deals were counted.
 */
export async function* portionsOf(
  source: DealSource,
  from: Checkpoint,
  { most, first = most }: PortionSizes,
  signal?: AbortSignal,
): AsyncGenerator<Portion, void, void> {
  const checksum = source.newChecksum?.() ?? noChecksum;
  const isList = source.newChecksum !== undefined;
  const stream = untilAborted(source.numbers(isList ? 0 : from.consumed), signal);
  const gatherer = new NumberGatherer(most);
  gatherer.size = first;
  let { consumed } = from;
  let known = isList ? consumed : 0; // deals of a list before the checkpoint that are still to be read

  function portionOf(group: NumberGroup): Portion {
    for (const segment of group.numbers) checksum.add(segment);
    consumed += group.deals;
    const end = group.numbers.at(-1) as DealNumbers;
    gatherer.size = Math.min(most, 2 * gatherer.size);
    return { ...group, consumed, lastDeal: numberAt(end, countNumbers(end) - 1), checksum: checksum.value };
  }

  function checkKnown(): void {
    if (known === 0 && checksum.value === from.checksum) return;
    throw new OutputProblem(
      undefined,
      `the list does not begin with the ${grouped(from.consumed)} deals of the interrupted run; resume it with the same list, or start over with force: true`,
    );
  }

  for await (const segment of stream) {
    const count = countNumbers(segment);
    const skipped = Math.min(known, count);
    if (skipped > 0) {
      checksum.add(sliceNumbers(segment, 0, skipped));
      known -= skipped;
      if (known === 0) checkKnown();
    }
    for (const group of gatherer.fill([sliceNumbers(segment, skipped, count)])) yield portionOf(group);
  }
  if (known > 0) checkKnown();
  const read = consumed + gatherer.deals;
  const { count = read } = source;
  if (read !== count) {
    throw new InputError(
      `the list has ${grouped(read)} deals where ${grouped(count)} were counted before; it must not change meanwhile`,
    );
  }
  if (gatherer.deals > 0) yield portionOf(gatherer.take());
}
