// Which deals make which bytes of an output: arithmetic alone, before a card is dealt.

import { InputError } from '../common/errors.js';
import type { Layout } from '../formats/format.js';
import { countAllNumbers, countNumbers, sliceNumbers } from '../game/deal-numbers.js';
import { type GatheredNumbers, NumberGatherer } from './number-gatherer.js';
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
interface ResumePoint {
  position: Position; // in the selection
  skip: number; // deals from there on, of those that the filter keeps, that are written as well
}

/** A part of an output that one thread encodes at a time. */
export interface Chunk extends GatheredNumbers {
  offset: number; // of its first byte in the output
  bytes: number;
  /** deals of the selection that are dealt once the chunk is: more than were written where a filter left some out */
  dealt: number;
  resume: ResumePoint; // once this chunk and all before it are written
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
  const gatherer = new NumberGatherer(layout.chunkDeals(wantedBytes));
  let nextOffset = offset;
  let toSkip = skip;
  let end: Position | undefined; // of the last portion
  let resume: ResumePoint | undefined; // of the last chunk

  /** The chunk of what is gathered; an empty one tells how far the filter has come. */
  function close(dealt: number, resume: ResumePoint): Chunk {
    const gathered = gatherer.take();
    const bytes = gathered.deals === 0 ? 0 : layout.chunkBytes(gathered.numbers);
    const chunk = { ...gathered, offset: nextOffset, bytes, dealt, resume };
    nextOffset += bytes;
    return chunk;
  }

  for await (const portion of portions) {
    const { numbers, start } = portion;
    end = portion.end;
    // where a filter left nothing out, each deal's index is known
    const total = countAllNumbers(numbers);
    const isWhole = total === end.index - start.index;
    let taken = 0;
    for (const some of numbers) {
      const count = countNumbers(some);
      let done = Math.min(toSkip, count);
      toSkip -= done;
      taken += done;
      while (done < count) {
        const more = Math.min(gatherer.room, count - done);
        gatherer.add(sliceNumbers(some, done, done + more));
        done += more;
        taken += more;
        if (gatherer.room > 0) continue;
        resume = taken === total ? { position: end, skip: 0 } : { position: start, skip: taken };
        yield close(isWhole ? start.index + taken : end.index, resume);
      }
    }
    // a chunk that must be full stays open until it is, and the run is resumed where it begins
    const staysOpen = layout.mustFillChunks && gatherer.deals > 0;
    if (!staysOpen || resume === undefined)
      resume = staysOpen ? { position: start, skip } : { position: end, skip: toSkip };
    if (!isFiltered) continue;
    if (staysOpen)
      yield { numbers: [], deals: 0, offset: nextOffset, bytes: 0, dealt: end.index, resume, release() {} };
    else yield close(end.index, resume);
  }
  if (gatherer.deals > 0 && end !== undefined) yield close(end.index, { position: end, skip: 0 });
}
