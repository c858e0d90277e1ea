// Yields the deals of a selection in batches.

import { checkOptions } from '../common/options.js';
import { CARDS } from '../game/constants.js';
import { countNumbers, numberAt } from '../game/deal-numbers.js';
import { encodeChunks, planRun } from '../pipeline/pipeline.js';
import { resolveSelection, type Selection } from '../selection/selection.js';
import { checkThreads, Executor } from '../threads/executor.js';
import { DEALS_IN_BATCHES, type RunOptions } from './options.js';

/** Options of deals: a selection, and how it is dealt. */
export interface DealsOptions extends Selection, RunOptions {
  /** most bytes of cards in a batch, 1..2^30; default 4 MiB; 1 MiB for a list, a sample, a condition or a filter */
  chunkBytes?: number | undefined;
}

/** Consecutive deals of a selection. */
export interface DealBatch {
  /** number of the first deal */
  first: number;
  /** number of deals */
  count: number;
  /** 52 card bytes per deal, in dealing order; not used again by the library */
  cards: Uint8Array;
  /** the deal numbers, if they are not first, first + 1, ..; not used again by the library */
  numbers?: Float64Array;
}

/**
 * Yields deals in batches, in the order of the selection.
 * Worker threads deal ahead; memory is bounded for any selection. Throws an InputError, FilterError or ReadError as
 * `generate` does.
 */
export async function* deals(given: DealsOptions = {}): AsyncGenerator<DealBatch, void, void> {
  const options = checkOptions(given, DEALS_IN_BATCHES);
  const { signal } = options;
  const threads = checkThreads(options.threads);
  const selection = await resolveSelection(options, signal);
  const plan = planRun(selection, undefined, options.chunkBytes);
  await using executor = new Executor({ threads, signal, ...plan.work });
  for await (const { item, result } of encodeChunks(plan, executor, { signal })) {
    const cards = result as Uint8Array;
    let offset = 0;
    for (const numbers of item.numbers) {
      const count = countNumbers(numbers);
      const end = offset + count * CARDS;
      // a copy if several batches would share memory, because a program may transfer that of one batch
      const own = count * CARDS === cards.length ? cards : cards.slice(offset, end);
      const batch = { first: numberAt(numbers, 0), count, cards: own };
      yield numbers instanceof Float64Array ? { ...batch, numbers: Float64Array.from(numbers) } : batch;
      offset = end;
      signal?.throwIfAborted();
    }
    signal?.throwIfAborted(); // also if a condition keeps no deal
  }
}
