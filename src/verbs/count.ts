// Counts the deals of a selection without writing them.

import { checkOptions } from '../common/options.js';
import { keptPortions, planRun } from '../pipeline/pipeline.js';
import { resolveSelection, type Selection } from '../selection/selection.js';
import { checkThreads, Executor } from '../threads/executor.js';
import { COUNT } from './options.js';

/** Options of countDeals: a selection, and how to count it. */
export interface CountOptions extends Selection {
  /** threads for a condition or a filter, 1..256; default one for each processor */
  threads?: number | undefined;
  /** ends the count; the promise rejects with the signal's reason */
  signal?: AbortSignal | undefined;
  /** called for each part of the selection that a condition or a filter has seen; what it throws ends the count */
  onProgress?: ((progress: CountProgress) => void) | undefined;
}

/** How far a count is. */
export interface CountProgress {
  /** deals counted so far */
  deals: number;
  /** deals dealt so far: more than counted where some were left out */
  dealt: number;
  /** deals to be dealt in all; not known for a list */
  totalDeals?: number;
}

/**
 * How many deals a selection has. Only a condition or a filter has them dealt.
 * Rejects with an InputError, FilterError or ReadError as `generate` does.
 */
export async function countDeals(options: CountOptions): Promise<number> {
  checkOptions(options, COUNT);
  const { signal, onProgress } = options;
  const threads = checkThreads(options.threads);
  signal?.throwIfAborted();
  const selection = await resolveSelection(options, signal);
  if (selection.whole?.count !== undefined) return selection.whole.count;
  await using executor = new Executor({ threads, ...planRun(selection).work });
  const totalDeals = selection.source.count;
  let deals = 0;
  for await (const portion of keptPortions(selection, executor, { signal })) {
    deals += portion.deals;
    portion.release();
    onProgress?.({ deals, dealt: portion.consumed, ...(totalDeals !== undefined && { totalDeals }) });
    signal?.throwIfAborted();
  }
  return deals;
}
