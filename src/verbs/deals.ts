// Yields the deals of a selection in batches.

import { checkOptions } from '../common/options.js';
import { cardsRecord } from '../formats/binary.js';
import { layOutRecords } from '../formats/records.js';
import { CARDS } from '../game/constants.js';
import type { DealBatch } from '../game/deal-batch.js';
import { countNumbers, type DealNumbers } from '../game/deal-numbers.js';
import { encodeJobs } from '../pipeline/encode-jobs.js';
import { checkChunkBytes, matchBytesOf, pipeline, totalBytesOf } from '../pipeline/pipeline.js';
import { resolveSelection, type Selection } from '../selection/selection.js';
import { checkThreads, Executor } from '../threads/executor.js';
import { DEALS_IN_BATCHES } from './options.js';

/** Options of deals: a selection, and how to deal it. */
export interface DealsOptions extends Selection {
  /** threads, the calling one and workers, 1..256; default one for each processor */
  threads?: number | undefined;
  /** bytes of cards in a batch at most, 1..2^30; default 4 MiB, with a list, a condition or a filter 1 MiB */
  chunkBytes?: number | undefined;
  /** ends the iteration with the signal's reason */
  signal?: AbortSignal | undefined;
}

const layout = layOutRecords(cardsRecord);

/**
 * Deals in batches, in the order of the selection, dealt ahead on worker threads; memory is bounded whatever is selected.
 * Throws an InputError, FilterError or ReadError as `generate` does.
 */
export async function* deals(options: DealsOptions = {}): AsyncGenerator<DealBatch, void, void> {
  checkOptions(options, DEALS_IN_BATCHES);
  const { signal, chunkBytes } = options;
  const threads = checkThreads(options.threads);
  checkChunkBytes(chunkBytes);
  const selection = await resolveSelection(options, signal);
  signal?.throwIfAborted();
  const { hasForeignCode } = selection;
  const bytes = totalBytesOf(selection, layout) ?? matchBytesOf(selection);
  await using executor = new Executor({
    threads,
    deals: selection.whole?.count,
    bytes,
    hasForeignCode,
  });
  const chunks = pipeline(selection, layout, { executor, chunkBytes, signal });
  for await (const { chunk, result } of executor.run(encodeJobs(chunks, layout.encoder), 'anywhere')) {
    const cards = result as Uint8Array;
    let offset = 0;
    for (const numbers of chunk.numbers) {
      const end = offset + countNumbers(numbers) * CARDS;
      yield batchOf(numbers, cards.subarray(offset, end));
      offset = end;
      signal?.throwIfAborted();
    }
    chunk.release();
    signal?.throwIfAborted();
  }
}

function batchOf(numbers: DealNumbers, cards: Uint8Array): DealBatch {
  const count = countNumbers(numbers);
  if (!(numbers instanceof Float64Array)) return { first: numbers.first, count, cards };
  return { first: numbers[0], count, cards, numbers: Float64Array.from(numbers) };
}
