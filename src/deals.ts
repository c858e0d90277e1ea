import { cardsRecord } from './formats/binary.js';
import {
  countAllNumbers,
  countNumbers,
  DEFAULT_DEALS,
  type DealRange,
  type Deals,
  parseDeals,
} from './game/deal-numbers.js';
import { checkChunkBytes, chunksOf } from './plan/chunks.js';
import { dealChunks } from './threads/dealing.js';
import { checkThreads } from './threads/pool.js';

export interface DealsOptions {
  /** what to deal; default 1..1000000 */
  deals?: Deals;
  /** threads, the calling one and workers, 1..256; default one for each processor */
  threads?: number;
  /** bytes of cards in a batch at most, 1..2^30; default 4 MiB */
  chunkBytes?: number;
  /** ends the iteration with the signal's reason */
  signal?: AbortSignal;
}

/** Consecutive deals. */
export interface DealBatch {
  first: number; // deal number
  count: number;
  cards: Uint8Array; // count * 52 card bytes, each deal in dealing order; yours to keep
}

/**
 * Deals in batches, in the order asked for, dealt ahead on worker threads; memory is bounded whatever the range.
 * Throws an InputError where the options are wrong.
 */
export async function* deals(options: DealsOptions = {}): AsyncGenerator<DealBatch, void, void> {
  const { deals = DEFAULT_DEALS, signal } = options;
  const threads = checkThreads(options.threads);
  const ranges = parseDeals(deals);
  const count = countAllNumbers(ranges);
  signal?.throwIfAborted();
  for await (const { chunk, bytes } of dealChunks({
    chunks: chunksOf(ranges, cardsRecord, 0, checkChunkBytes(options.chunkBytes)),
    record: cardsRecord,
    deals: count,
    bytes: count * cardsRecord.maxBytes,
    threads,
  })) {
    let at = 0;
    for (const range of chunk.runs as DealRange[]) {
      const size = cardsRecord.bytesOf(range);
      yield {
        first: range.first,
        count: countNumbers(range),
        cards: (bytes as Uint8Array).subarray(at, at + size),
      };
      at += size;
      signal?.throwIfAborted();
    }
  }
}
