// Chunks: which deals make which bytes of an output. Arithmetic alone, before a card is dealt.

import type { Layout } from '../formats/format.js';
import { sliceSegments } from '../selection/deal-source.js';
import { type GatheredNumbers, NumberGatherer } from './number-gatherer.js';
import type { Portion, Position } from './portions.js';

/** Where an interrupted run is resumed: everything before is written. */
export interface ResumePoint extends Position {
  skip: number; // deals after it, of those that the filter keeps, that are written as well
}

/** A part of an output that one thread encodes at a time. */
export interface Chunk extends GatheredNumbers {
  offset: number; // of its first byte in the output
  bytes: number;
  /** deals of the selection that are dealt once the chunk is: more than were written where a filter left some out */
  dealt: number;
  resume: ResumePoint; // once this chunk and all before it are written
}

/** A chunk for each portion, whose deals are all wanted. */
export async function* chunksOf(
  portions: AsyncIterable<Portion>,
  layout: Layout,
  start: { offset: number },
): AsyncGenerator<Chunk, void, void> {
  let { offset } = start;
  for await (const { numbers, deals, end, release } of portions) {
    const bytes = layout.chunkBytes(numbers);
    yield { numbers, deals, release, offset, bytes, dealt: end.consumed, resume: { ...end, skip: 0 } };
    offset += bytes;
  }
}

/**
 * The chunks of the deals that a filter kept. One ends with each portion, also an empty one, so that progress and checkpoints
 * go on; where chunks must be full, it stays open and an empty chunk goes in its place.
 * @param start the offset of the first chunk, and how many kept deals to leave out, which are written
 */
export async function* chunksOfKept(
  portions: AsyncIterable<Portion>,
  layout: Layout,
  start: ResumePoint & { offset: number },
  chunkDeals: number,
): AsyncGenerator<Chunk, void, void> {
  const gatherer = new NumberGatherer(chunkDeals);
  let { offset, consumed, checksum, skip } = start;
  let resume: ResumePoint = { consumed, checksum, skip }; // all before it is in chunks

  function close(dealt: number): Chunk {
    const gathered = gatherer.take();
    const bytes = gathered.deals === 0 ? 0 : layout.chunkBytes(gathered.numbers);
    const chunk = { ...gathered, offset, bytes, dealt, resume };
    offset += bytes;
    return chunk;
  }

  for await (const { numbers, deals, start, end, release } of portions) {
    const dealt = end.consumed;
    let taken = Math.min(skip, deals);
    skip -= taken;
    while (taken < deals) {
      const to = Math.min(deals, taken + gatherer.room);
      for (const part of sliceSegments(numbers, taken, to)) gatherer.add(part);
      taken = to;
      if (gatherer.room > 0) break;
      resume = taken < deals ? { ...start, skip: taken } : { ...end, skip: 0 };
      yield close(dealt);
    }
    release();
    if (layout.mustFillChunks && gatherer.deals > 0) {
      yield { numbers: [], deals: 0, offset, bytes: 0, dealt, resume, release() {} };
    } else {
      resume = { ...end, skip };
      yield close(dealt);
    }
    consumed = end.consumed;
    checksum = end.checksum;
  }
  if (gatherer.deals === 0) return;
  resume = { consumed, checksum, skip: 0 };
  yield close(consumed);
}
