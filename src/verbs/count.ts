// Counts the deals of a selection without writing them.

import { checkOptions } from '../common/options.js';
import { keptPortions } from '../pipeline/filter-stage.js';
import { planRun } from '../pipeline/pipeline.js';
import { resolveSelection, type Selection } from '../selection/selection.js';
import { checkThreads, Executor } from '../threads/executor.js';
import { COUNT, type RunOptions } from './options.js';

/** Options of countDeals: a selection, and how it is counted. */
export interface CountOptions extends Selection, RunOptions {
  /** called after each portion that a condition or a filter has seen; an error that it throws ends the count */
  onProgress?: ((progress: CountProgress) => void) | undefined;
}

/** How far a count has come, or a run that writes. */
export interface CountProgress {
  /** deals counted or written so far */
  deals: number;
  /** deals dealt so far: more than are counted or written if some are left out */
  dealt: number;
  /** deals to be dealt in all; unknown for a list */
  totalDeals?: number;
  /** deals that a condition on cells leaves out, because their cells are not known; in the last call and in results */
  cellsNotKnown?: number;
}

/**
 * Counts the deals of a selection; deals them only for a condition or a filter. Where a condition leaves out deals
 * whose cells are not known, a last call of onProgress tells how many.
 * Rejects with an InputError, FilterError or ReadError as `generate` does.
 */
export async function countDeals(given: CountOptions): Promise<number> {
  const options = checkOptions(given, COUNT);
  const { signal, onProgress } = options;
  const threads = checkThreads(options.threads);
  signal?.throwIfAborted();
  const selection = await resolveSelection(options, signal);
  if (selection.whole?.count !== undefined) return selection.whole.count;
  await using executor = new Executor({ threads, signal, ...planRun(selection).work });
  const totalDeals = selection.source.count;
  const totals = totalDeals !== undefined && { totalDeals };
  let [deals, dealt] = [0, 0];
  for await (const portion of keptPortions(selection, executor, { signal })) {
    deals += portion.deals;
    dealt = portion.consumed;
    onProgress?.({ deals, dealt, ...totals });
    signal?.throwIfAborted();
  }
  const cellsNotKnown = selection.countUnknown();
  if (cellsNotKnown > 0) onProgress?.({ deals, dealt, cellsNotKnown, ...totals });
  return deals;
}
