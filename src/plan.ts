// What will be dealt and where its bytes go: arithmetic alone, before a card is dealt.

import { InputError } from './errors.js';
import type { RecordFormat } from './formats/format.js';
import { countOf, type DealRange } from './range.js';

/** Some ms of one thread: little for a thread to be ahead or behind, much against what handing it over costs. */
const CHUNK_BYTES = 4 * 1024 * 1024;
const MAX_CHUNK_BYTES = 1024 * 1024 * 1024;

/** A chunk size in bytes; an InputError unless it is 1..2^30. */
export function checkChunkBytes(bytes = CHUNK_BYTES): number {
  if (Number.isInteger(bytes) && bytes >= 1 && bytes <= MAX_CHUNK_BYTES) return bytes;
  throw new InputError(`chunk size ${bytes} is outside 1..${MAX_CHUNK_BYTES} bytes`);
}

/** One output: a header, then the records of all deals in their order. */
export interface Plan {
  ranges: readonly DealRange[];
  record: RecordFormat;
  header: Uint8Array;
  deals: number; // number of records
  bytes: number; // size of the whole output, with the header
}

/** A part of an output that one thread deals at a time. */
export interface Chunk {
  ranges: readonly DealRange[];
  deals: number;
  at: number; // offset of its first byte in the output
  bytes: number;
}

export function planOf(
  ranges: readonly DealRange[],
  record: RecordFormat,
  header: Uint8Array = new Uint8Array(0),
): Plan {
  const sum = (of: (range: DealRange) => number) => ranges.reduce((total, range) => total + of(range), 0);
  return { ranges, record, header, deals: sum(countOf), bytes: header.length + sum(record.bytesOf) };
}

/** The chunks of a plan in the order of the output, each made when it is asked for. */
export function* chunksOf({ ranges, record, header }: Plan, chunkBytes = CHUNK_BYTES): Generator<Chunk> {
  const capacity = Math.max(1, Math.floor(chunkBytes / record.maxBytes)); // deals a chunk
  let chunk = { ranges: [] as DealRange[], deals: 0, at: header.length, bytes: 0 };
  for (const { first, last } of ranges) {
    for (let n = first; n <= last; ) {
      const piece = { first: n, last: Math.min(last, n + capacity - chunk.deals - 1) };
      chunk.ranges.push(piece);
      chunk.deals += countOf(piece);
      chunk.bytes += record.bytesOf(piece);
      n = piece.last + 1;
      if (chunk.deals === capacity) {
        yield chunk;
        chunk = { ranges: [], deals: 0, at: chunk.at + chunk.bytes, bytes: 0 };
      }
    }
  }
  if (chunk.deals > 0) yield chunk;
}
