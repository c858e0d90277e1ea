// Counts the deals of a selection without writing them.

import { numberRecord } from '../formats/numbers.js';
import { layOutRecords } from '../formats/records.js';
import { pipeline, workOf } from '../pipeline/pipeline.js';
import { resolveSelection, type Selection } from '../selection/selection.js';
import { checkThreads, Executor } from '../threads/executor.js';

export interface CountOptions extends Selection {
  /** threads for a condition or a filter, 1..256; default one for each processor */
  threads?: number | undefined;
  /** ends the count; the promise rejects with the signal's reason */
  signal?: AbortSignal | undefined;
  /** called for each part of the selection that a condition or a filter has seen; what it throws ends the count */
  onProgress?: ((progress: CountProgress) => void) | undefined;
}

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
  const { signal, onProgress } = options;
  const threads = checkThreads(options.threads);
  signal?.throwIfAborted();
  const selection = await resolveSelection(options, signal);
  const { count, source, hasForeignCode } = selection;
  if (count !== undefined) return count;
  const layout = layOutRecords(numberRecord);
  await using executor = new Executor({ threads, bytes: workOf(selection, layout), hasForeignCode });
  const totalDeals = source.count;
  let deals = 0;
  for await (const chunk of pipeline(selection, layout, { executor, signal })) {
    deals += chunk.deals;
    chunk.release();
    onProgress?.({ deals, dealt: chunk.dealt, ...(totalDeals !== undefined && { totalDeals }) });
    signal?.throwIfAborted();
  }
  return deals;
}
