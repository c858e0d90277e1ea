// Chunks: which deals make which bytes of an output. This is arithmetic, before a card is dealt. Head, chunks and tail
// are a whole output in order.

import type { Layout } from '../formats/format.js';
import { sliceSegments } from '../selection/deal-source.js';
import { NumberGatherer, type NumberGroup } from './gatherer.js';
import type { Portion } from './portions.js';

/** How far a run has come: FILE.run keeps the last checkpoint that is synced, and a resumed run goes on there. */
export interface Checkpoint {
  bytes: number; // bytes from the start of the output that are written
  deals: number; // deals in these bytes
  consumed: number; // deals of the source, from its start, that are done: each is in these bytes or left out
  kept: number; // deals after `consumed` that the condition and the filter keep and that are in these bytes, too
}

export const NO_CHECKPOINT: Checkpoint = { bytes: 0, deals: 0, consumed: 0, kept: 0 };

/** A part of an output that one task encodes. */
export interface Chunk extends NumberGroup {
  offset: number; // of its first byte in the output
  bytes: number;
  /** deals of the source that are dealt by the end of the chunk's portion, written or left out by a filter */
  dealt: number;
  checkpoint: Checkpoint; // how far the run has come once this chunk and all chunks before it are written
}

/**
 * Cuts portions into chunks of `size` deals.
 * A chunk ends with each portion, even a chunk without deals, so that progress and checkpoints go on. A layout with
 * full chunks only keeps the chunk open across portions that a filter has made smaller; then an empty chunk reports the
 * progress.
 * @param from how far an earlier run has written the output. Deals already written are produced again and skipped
 */
export async function* chunksOf(
  portions: AsyncIterable<Portion>,
  layout: Layout,
  size: number,
  from: Checkpoint = NO_CHECKPOINT,
): AsyncGenerator<Chunk, void, void> {
  const gatherer = new NumberGatherer(() => size);
  let reached = { ...from, bytes: Math.max(layout.head(0).length, from.bytes) };
  // where the current portion begins and ends, in deals of the source and in deals of the output
  let source = { start: from.consumed, end: from.consumed };
  let output = { start: from.deals - from.kept, end: from.deals - from.kept };

  function chunkOf(group: NumberGroup): Chunk {
    const offset = reached.bytes;
    const bytes = group.deals === 0 ? 0 : layout.chunkBytes(group.numbers);
    const deals = reached.deals + group.deals;
    let { consumed, kept } = reached; // unchanged by a chunk that ends before the portion
    if (deals >= output.end) [consumed, kept] = [source.end, deals - output.end];
    else if (deals >= output.start) [consumed, kept] = [source.start, deals - output.start];
    reached = { bytes: offset + bytes, deals, consumed, kept };
    return { ...group, offset, bytes, dealt: source.end, checkpoint: reached };
  }

  for await (const { numbers, deals, consumed } of portions) {
    source = { start: source.end, end: consumed };
    output = { start: output.end, end: output.end + deals };
    const unwritten = sliceSegments(numbers, from.deals - output.start, deals);
    for (const group of gatherer.fill(unwritten)) yield chunkOf(group);
    if (gatherer.deals > 0 && layout.mustFillChunks) yield chunkOf({ numbers: [], deals: 0 });
    else if (reached.consumed < source.end) yield chunkOf(gatherer.take());
  }
  if (gatherer.deals > 0) yield chunkOf(gatherer.take());
}

/** Successive bytes of an output, and how far the output is with them. */
export interface OutputSpan<R> {
  content: R | Uint8Array; // the result of a chunk's task, or the bytes of a head or a tail
  offset: number; // of the first byte
  bytes: number; // of the output so far
  deals: number; // in these bytes
  dealt: number; // deals of the selection that are dealt so far
  checkpoint: Checkpoint | undefined; // of a chunk
}

/**
 * Puts head and tail around the encoded chunks of an output.
 * A head whose count only the end of the run tells, as with a condition or a filter, comes last, at offset 0.
 * @param from how far an interrupted run has come: the output goes on there
 */
export async function* spansOf<R>(
  layout: Layout,
  encoded: AsyncIterable<{ item: Chunk; result: R }>,
  from: Checkpoint = NO_CHECKPOINT,
): AsyncGenerator<OutputSpan<R>, void, void> {
  const tail = layout.tail?.();
  let { deals, consumed: dealt } = from;
  let bytes = Math.max(layout.head(0).length, from.bytes);
  const around = (content: Uint8Array, offset: number): OutputSpan<R> => {
    return { content, offset, bytes, deals, dealt, checkpoint: undefined };
  };

  if (!layout.headComesLast) yield around(layout.head(deals), 0);
  for await (const { item: chunk, result } of encoded) {
    tail?.add(chunk);
    const { checkpoint } = chunk;
    ({ bytes, deals } = checkpoint);
    dealt = chunk.dealt;
    yield { content: result, offset: chunk.offset, bytes, deals, dealt, checkpoint };
  }
  for (const content of tail?.bytes() ?? []) {
    bytes += content.length;
    yield around(content, bytes - content.length);
  }
  if (layout.headComesLast) yield around(layout.head(deals), 0);
}
