// What will be dealt and where its bytes go: arithmetic alone, before a card is dealt.

import { InputError } from '../common/errors.js';
import type { RecordFormat } from '../formats/format.js';
import { countNumbers, type DealNumbers } from '../game/deal-numbers.js';

/** Some ms of one thread: little for a thread to be ahead or behind, much against what handing it over costs. */
export const CHUNK_BYTES = 4 * 1024 * 1024;
/** Of lists, whose numbers take memory, and with a filter, of which nobody knows how long it takes. */
export const SMALL_CHUNK_BYTES = 1024 * 1024;
const MAX_CHUNK_BYTES = 1024 * 1024 * 1024;

/** A chunk size in bytes; an InputError unless it is 1..2^30. */
export function checkChunkBytes(wanted: number | undefined, usual = CHUNK_BYTES): number {
  const bytes = wanted ?? usual;
  if (Number.isInteger(bytes) && bytes >= 1 && bytes <= MAX_CHUNK_BYTES) return bytes;
  throw new InputError(`chunk size ${bytes} is outside 1..${MAX_CHUNK_BYTES} bytes`);
}

/** A part of an output that one thread deals at a time. */
export interface Chunk {
  runs: readonly DealNumbers[];
  deals: number;
  at: number; // offset of its first byte in the output
  bytes: number;
}

/**
 * Memory for the numbers of chunks, which threads share. Given back, it serves another chunk: a list of any length needs
 * no more of it than the chunks that are under way.
 */
export class Slots {
  readonly #free: Float64Array[] = [];
  readonly #inUse = new Map<Chunk, Float64Array>();

  /** Memory for so many numbers, always as many, of a chunk. */
  take(chunk: Chunk, numbers: number): Float64Array {
    const bytes = numbers * Float64Array.BYTES_PER_ELEMENT;
    const slot = this.#inUse.get(chunk) ?? this.#free.pop() ?? new Float64Array(new SharedArrayBuffer(bytes));
    this.#inUse.set(chunk, slot);
    return slot;
  }

  /** Takes back the memory of a chunk that is done. */
  giveBack(chunk: Chunk): void {
    const slot = this.#inUse.get(chunk);
    if (slot !== undefined) this.#free.push(slot);
    this.#inUse.delete(chunk);
  }
}

/**
 * The chunks of an output in its order, each made when it is asked for.
 * @param runs what to deal; a run need be good only until the next one is asked for
 * @param at offset of the first record, bytes
 */
export async function* chunksOf(
  runs: Iterable<DealNumbers> | AsyncIterable<DealNumbers>,
  record: RecordFormat,
  at: number,
  chunkBytes = CHUNK_BYTES,
  slots = new Slots(),
): AsyncGenerator<Chunk, void, void> {
  const capacity = Math.max(1, Math.floor(chunkBytes / record.maxBytes)); // deals a chunk
  let chunk = { runs: [] as DealNumbers[], deals: 0, at, bytes: 0 };

  function partOf(run: DealNumbers, from: number, most: number): DealNumbers {
    if (run instanceof Float64Array) {
      const part = slots.take(chunk, capacity).subarray(chunk.deals, chunk.deals + most);
      part.set(run.subarray(from, from + most));
      return part;
    }
    const first = run.first + from;
    return { first, last: first + most - 1 };
  }

  for await (const run of runs) {
    for (let done = 0; done < countNumbers(run); ) {
      const some = Math.min(capacity - chunk.deals, countNumbers(run) - done);
      const part = partOf(run, done, some);
      chunk.runs.push(part);
      chunk.deals += some;
      chunk.bytes += record.bytesOf(part);
      done += some;
      if (chunk.deals === capacity) {
        yield chunk;
        chunk = { runs: [], deals: 0, at: chunk.at + chunk.bytes, bytes: 0 };
      }
    }
  }
  if (chunk.deals > 0) yield chunk;
}
