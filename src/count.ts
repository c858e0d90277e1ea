import { cardsRecord } from './formats/binary.js';
import { countNumbers } from './game/deal-numbers.js';
import { chunksOf, Slots, SMALL_CHUNK_BYTES } from './plan/chunks.js';
import { type Asked, sourceOf } from './selection/selection.js';
import { filterChunks } from './threads/dealing.js';
import { checkThreads } from './threads/pool.js';

export interface CountOptions extends Asked {
  /** worker threads for a filter, 1..256; default one for each processor */
  threads?: number;
  /** ends the count; the promise rejects with the signal's reason */
  signal?: AbortSignal;
}

/**
 * How many deals there are of what was asked for. Only a filter has them dealt.
 * Rejects with an InputError, FilterError or ReadError as `generate` does.
 */
export async function countDeals(options: CountOptions): Promise<number> {
  const { runs, deals, filter } = sourceOf(options);
  const threads = checkThreads(options.threads);
  if (filter === undefined && deals !== undefined) return deals;
  let count = 0;
  if (filter === undefined) {
    for await (const run of runs) count += countNumbers(run);
    return count;
  }
  const slots = new Slots();
  const chunks = chunksOf(runs, cardsRecord, 0, SMALL_CHUNK_BYTES, slots);
  for await (const { chunk, kept } of filterChunks({ chunks, record: null, filter, threads })) {
    count += kept;
    slots.giveBack(chunk);
    options.signal?.throwIfAborted();
  }
  return count;
}
