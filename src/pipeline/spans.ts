// A whole output in order: head, chunks, tail.

import type { Layout, ReadWritten } from '../formats/format.js';
import { type Checkpoint, NO_CHECKPOINT } from './checkpoint.js';
import type { Chunk } from './chunks.js';

/** Successive bytes of an output, and how far the output is with them. */
export interface OutputSpan<R> {
  /** the result of a chunk's task, or the bytes of a head or a tail */
  content: R | Uint8Array;
  offset: number; // of the first byte
  bytes: number; // of the output so far
  deals: number; // in these bytes
  dealt: number; // deals of the selection that are dealt so far
  checkpoint: Checkpoint | undefined; // of a chunk
}

/**
 * Puts head and tail around the encoded chunks of an output.
 * A head that only the end of the run determines comes last, at offset 0.
 * With `reached` and `read`, how far an interrupted run has come and how to read its bytes, the output goes on there.
 */
export async function* spansOf<R>(
  layout: Layout,
  encoded: AsyncIterable<{ item: Chunk; result: R }>,
  { reached: from = NO_CHECKPOINT, read }: { reached?: Checkpoint; read?: ReadWritten } = {},
): AsyncGenerator<OutputSpan<R>, void, void> {
  const tail = layout.tail?.();
  if (read !== undefined) tail?.restore(from.deals, read);
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
