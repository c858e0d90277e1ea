// Chunks: which deals make which bytes of an output. This is arithmetic, before a card is dealt. Head, chunks and tail
// are a whole output in order.

import type { Layout } from '../formats/format.js';
import { type Gathered, Gatherer } from '../game/deal-numbers.js';
import type { Portion } from './portions.js';

/** How far a run has come: FILE.run keeps the last checkpoint that is synced, and a resumed run goes on there. */
export interface Checkpoint {
  bytes: number; // bytes from the start of the output that are written
  deals: number; // deals in these bytes
  consumed: number; // deals of the source, from its start, that are done: each is in these bytes or left out
}

export const NO_CHECKPOINT: Checkpoint = { bytes: 0, deals: 0, consumed: 0 };

/** A part of an output that one task encodes. */
export interface Chunk extends Gathered {
  offset: number; // of its first byte in the output
  bytes: number;
  dealt: number; // deals of the source up to the end of the chunk's portion, written or left out by a filter
  /** how far the run has come once this chunk and all before it are written; within a portion, only with a tail */
  checkpoint: Checkpoint | undefined;
}

/**
 * Cuts portions into chunks of `size` deals.
 * A chunk ends with its portion. Parquet alone fills chunks across portions (mustFillChunks). A portion that ends no
 * chunk ends an empty one, which reports progress. Parquet, which has a tail, also has checkpoints within a portion,
 * because its resumed run reads all portions again.
 * @param from how far an earlier run has written the output
 */
export async function* chunksOf(
  portions: AsyncIterable<Portion>,
  layout: Layout,
  size: number,
  from: Checkpoint = NO_CHECKPOINT,
): AsyncGenerator<Chunk, void, void> {
  const gatherer = new Gatherer(() => size);
  let { deals, consumed } = from;
  let bytes = Math.max(layout.head(0).length, from.bytes);
  let [start, end] = [consumed, consumed]; // deals of the source up to the start and the end of the portion
  let pending = 0; // deals of the portions so far that are in no chunk

  function chunkOf(gathered: Gathered): Chunk {
    const offset = bytes;
    if (gathered.deals > 0) {
      bytes += layout.chunkBytes(gathered.numbers);
      deals += gathered.deals;
      pending -= gathered.deals;
      consumed = start; // the chunk has deals of this portion, perhaps not all of them
    }
    if (pending === 0) consumed = end;
    const checkpoint = pending === 0 || layout.tail ? { bytes, deals, consumed } : undefined;
    return { ...gathered, offset, bytes: bytes - offset, dealt: end, checkpoint };
  }

  for await (const portion of portions) {
    [start, end] = [end, portion.consumed];
    pending += portion.deals;
    for (const full of gatherer.fill(portion.numbers)) yield chunkOf(full);
    if (gatherer.deals > 0 && layout.mustFillChunks) yield chunkOf({ numbers: [], deals: 0 });
    else if (consumed < end) yield chunkOf(gatherer.take());
  }
  if (gatherer.deals > 0) yield chunkOf(gatherer.take());
}

/** How far an output is. */
export interface Reached {
  bytes: number;
  deals: number; // in these bytes
  dealt: number; // deals of the source so far, those of earlier runs too
}

/** Successive bytes of an output, and how far it is with them. */
export interface OutputBytes<R> extends Reached {
  content: R | Uint8Array; // the result of a chunk's task, or the bytes of a head or a tail
  offset: number; // of the first byte
  chunk: Pick<Chunk, 'checkpoint'> | undefined; // of which these are the bytes
}

/**
 * Puts head and tail around the encoded chunks of an output.
 * A head whose count only the end of the run tells, as with a condition or a filter, comes last, at offset 0.
 * @param from how far an interrupted run has come: the output goes on there
 */
export async function* outputOf<R>(
  layout: Layout,
  encoded: AsyncIterable<{ item: Chunk; result: R }>,
  from: Checkpoint = NO_CHECKPOINT,
): AsyncGenerator<OutputBytes<R>, void, void> {
  const tail = layout.tail?.();
  let { deals, consumed: dealt } = from;
  let bytes = Math.max(layout.head(0).length, from.bytes);
  const around = (content: Uint8Array, offset: number): OutputBytes<R> => {
    return { content, offset, deals, bytes, dealt, chunk: undefined };
  };

  if (!layout.headComesLast) yield around(layout.head(deals), 0);
  for await (const { item: chunk, result } of encoded) {
    tail?.add(chunk);
    bytes = chunk.offset + chunk.bytes;
    deals += chunk.deals;
    dealt = chunk.dealt;
    yield { content: result, offset: chunk.offset, deals, bytes, dealt, chunk };
  }
  for (const content of tail?.bytes() ?? []) {
    bytes += content.length;
    yield around(content, bytes - content.length);
  }
  if (layout.headComesLast) yield around(layout.head(deals), 0);
}
