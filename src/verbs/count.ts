// Counts the deals of a selection without writing them.

import { countAllNumbers } from '../game/deal-numbers.js';
import { FILTER_DEALS, filterPortions } from '../pipeline/filter-stage.js';
import { gatherPortions, noChecksum } from '../pipeline/portions.js';
import { countSource } from '../selection/deal-source.js';
import { resolveSelection, type Selection } from '../selection/selection.js';
import { checkThreads, Executor } from '../threads/executor.js';

export interface CountOptions extends Selection {
  /** threads for a filter, 1..256; default one for each processor */
  threads?: number | undefined;
  /** ends the count; the promise rejects with the signal's reason */
  signal?: AbortSignal | undefined;
  /** called for each part of the selection that a filter has seen; what it throws ends the count */
  onProgress?: ((progress: CountProgress) => void) | undefined;
}

export interface CountProgress {
  /** deals counted so far */
  deals: number;
  /** deals dealt so far: more than counted where a filter left some out */
  dealt: number;
  /** deals to be dealt in all; not known for a list */
  totalDeals?: number;
}

/**
 * How many deals a selection has. Only a filter has them dealt.
 * Rejects with an InputError, FilterError or ReadError as `generate` does.
 */
export async function countDeals(options: CountOptions): Promise<number> {
  const { signal, onProgress } = options;
  const threads = checkThreads(options.threads);
  signal?.throwIfAborted();
  const { source, filter } = await resolveSelection(options);
  if (filter === undefined) return countSource(source);
  await using executor = new Executor({ threads, hasForeignCode: typeof filter === 'object' });
  const start = { index: 0, checksum: 0 };
  const portions = gatherPortions(source.numbers(), start, noChecksum, FILTER_DEALS);
  let deals = 0;
  for await (const { numbers, end } of filterPortions(portions, filter, executor)) {
    deals += countAllNumbers(numbers);
    onProgress?.({
      deals,
      dealt: end.index,
      ...(source.count !== undefined && { totalDeals: source.count }),
    });
    signal?.throwIfAborted();
  }
  return deals;
}
