// Which deals make which bytes of an output: arithmetic alone, before a card is dealt.

import { InputError } from '../common/errors.js';
import type { Layout } from '../formats/format.js';
import { countNumbers, type DealNumbers, sliceNumbers } from '../game/deal-numbers.js';
import { NumberBuffers } from './number-buffers.js';
import type { Portion, Position } from './portions.js';

/** Some ms of one thread: little for a thread to be ahead or behind, much compared with what a task costs. */
export const CHUNK_BYTES = 4 * 1024 * 1024;
/** For lists, whose numbers take memory, and with a filter, of which nobody knows how long it takes. */
export const SMALL_CHUNK_BYTES = 1024 * 1024;
const MAX_CHUNK_BYTES = 1024 * 1024 * 1024;

/** A chunk size in bytes; an InputError unless it is 1..2^30. */
export function checkChunkBytes(wanted: number | undefined, usual = CHUNK_BYTES): number {
  const bytes = wanted ?? usual;
  if (Number.isInteger(bytes) && bytes >= 1 && bytes <= MAX_CHUNK_BYTES) return bytes;
  throw new InputError(`chunk size ${bytes} is outside 1..${MAX_CHUNK_BYTES} bytes`);
}

/** Where an interrupted run is resumed once everything before is written. */
export interface ResumePoint {
  position: Position; // in the selection
  skip: number; // deals from there on, of those that the filter keeps, that are written as well
}

/** A part of an output that one thread encodes at a time. */
export interface Chunk {
  numbers: readonly DealNumbers[];
  deals: number;
  offset: number; // of its first byte in the output
  bytes: number;
  /** deals of the selection that are dealt once the chunk is: more than were written where a filter left some out */
  dealt: number;
  resume: ResumePoint; // once this chunk and all before it are written
  /** gives the memory of its numbers back, once they are no longer needed */
  release(): void;
}

export interface ChunkPlan {
  layout: Layout;
  wantedBytes: number; // of a chunk
  offset: number; // of the first chunk
  skip?: number; // deals to leave out at the start: those after the position at which an interrupted run is resumed
  /** a filter's kept deals: a chunk ends with each portion, also an empty one, so that progress and checkpoints go on */
  isFiltered?: boolean;
}

/** The chunks of an output in order, each made when it is asked for; `portions` may reuse their memory. */
export async function* chunksOf(
  portions: AsyncIterable<Portion>,
  { layout, wantedBytes, offset, skip = 0, isFiltered = false }: ChunkPlan,
): AsyncGenerator<Chunk, void, void> {
  const capacity = layout.chunkDeals(wantedBytes);
  const buffers = new NumberBuffers(capacity);
  let numbers: DealNumbers[] = [];
  let buffer: Float64Array | undefined;
  let deals = 0;
  let toSkip = skip;
  let resume: ResumePoint | undefined;

  function add(some: DealNumbers): void {
    if (some instanceof Float64Array) {
      buffer ??= buffers.take();
      buffer.set(some, deals);
      // numbers that follow one another in the buffer are one piece, or a filter that keeps little would make many
      const before = numbers.at(-1) instanceof Float64Array ? (numbers.pop() as Float64Array).length : 0;
      numbers.push(buffer.subarray(deals - before, deals + some.length));
    } else {
      numbers.push(some);
    }
    deals += countNumbers(some);
  }

  function close(dealt: number, resume: ResumePoint): Chunk {
    const bytes = deals === 0 ? 0 : layout.chunkBytes(numbers);
    const taken = buffer;
    const release = () => taken && buffers.giveBack(taken);
    const chunk = { numbers, deals, offset, bytes, dealt, resume, release };
    [numbers, buffer, deals, offset] = [[], undefined, 0, offset + bytes];
    return chunk;
  }

  let last: Position | undefined;
  for await (const { numbers: some, start, end } of portions) {
    const count = countNumbers(some);
    const isWhole = count === end.index - start.index; // the filter left nothing out
    resume ??= { position: start, skip };
    let taken = Math.min(toSkip, count);
    toSkip -= taken;
    while (taken < count) {
      const more = Math.min(capacity - deals, count - taken);
      add(sliceNumbers(some, taken, taken + more));
      taken += more;
      if (deals < capacity) continue;
      resume = { position: start, skip: taken };
      yield close(isWhole ? start.index + taken : end.index, resume);
    }
    last = end;
    if (!layout.mustFillChunks || deals === 0) resume = { position: end, skip: toSkip };
    // a row group that is not full stays open, and the run is resumed at its start
    if (isFiltered) yield layout.mustFillChunks ? marker(end.index, resume) : close(end.index, resume);
  }
  if (deals > 0 && last !== undefined) yield close(last.index, { position: last, skip: 0 });

  /** An empty chunk that tells how far the filter has come. */
  function marker(dealt: number, resume: ResumePoint): Chunk {
    return { numbers: [], deals: 0, offset, bytes: 0, dealt, resume, release() {} };
  }
}
