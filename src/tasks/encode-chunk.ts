// Encodes a chunk of an output: writes it to a file, returns its bytes for a stream, or compares it with a file.

import type { Engine } from '../engine/engine.js';
import type { EncoderName } from '../formats/format.js';
import { batchDeals } from '../formats/registry.js';
import { type DealNumbers, splitNumbers } from '../game/deal-numbers.js';
import { hasBytes, writeFully } from '../io/positioned.js';

/** Bytes encoded between two writes: few enough to be in the cache still when the system copies them. */
const BATCH_BYTES = 512 * 1024;

interface EncodedChunk {
  encoder: EncoderName;
  numbers: readonly DealNumbers[];
  offset: number; // of the chunk in the output, bytes
  bytes: number; // of the chunk
}

export interface EncodeTask extends EncodedChunk {
  kind: 'encode';
  fd: number | undefined; // of a file that takes writes at any offset; undefined: the bytes are the result
}

export interface CompareTask extends EncodedChunk {
  kind: 'compare';
  fd: number;
}

/** Encodes a chunk; throws a WriteError if its file does not take the bytes. */
export function encodeChunk(engine: Engine, task: EncodeTask): Uint8Array<ArrayBuffer> | undefined {
  const { fd, offset } = task;
  const chunk = fd === undefined ? new Uint8Array(task.bytes) : undefined;
  for (const { encoded, done } of encodeBatches(engine, task)) {
    chunk?.set(encoded, done);
    if (fd !== undefined) writeFully(fd, encoded, offset + done);
  }
  return chunk;
}

/** Whether a file has the bytes of a chunk. */
export function compareChunk(engine: Engine, task: CompareTask): boolean {
  for (const { encoded, done } of encodeBatches(engine, task)) {
    if (!hasBytes(task.fd, encoded, task.offset + done)) return false;
  }
  return true;
}

/** Encodes a chunk batch by batch; a batch's bytes are valid until the engine's next call. */
function* encodeBatches(
  engine: Engine,
  { encoder, numbers, bytes }: EncodedChunk,
): Generator<{ encoded: Uint8Array; done: number }, void, void> {
  let done = 0; // bytes of the batches before
  for (const batch of splitNumbers(numbers, batchDeals(encoder, BATCH_BYTES))) {
    const encoded = engine.encode(encoder, batch);
    yield { encoded, done };
    done += encoded.length;
  }
  if (done !== bytes) throw new Error(`a chunk of ${bytes} bytes was encoded to ${done}`);
}
