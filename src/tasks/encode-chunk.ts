// Encodes a chunk of an output: writes it to a file, or returns its bytes.

import type { Engine } from '../engine/engine.js';
import type { EncoderName } from '../formats/format.js';
import { batchDeals } from '../formats/registry.js';
import { type DealNumbers, splitNumbers } from '../game/deal-numbers.js';
import { writeFully } from '../io/positioned.js';

/** Bytes encoded between two writes: few enough to be in the cache still when the system copies them. */
const BATCH_BYTES = 512 * 1024;

export interface EncodeTask {
  kind: 'encode';
  encoder: EncoderName;
  numbers: readonly DealNumbers[];
  offset: number; // of the chunk in the output, bytes
  bytes: number; // of the chunk
  fd: number | undefined; // of a file that takes writes at any offset; undefined: the bytes are the result
}

/** Encodes a chunk batch by batch; throws a WriteError if its file does not take the bytes. */
export function encodeChunk(
  engine: Engine,
  { encoder, numbers, offset, bytes, fd }: EncodeTask,
): Uint8Array<ArrayBuffer> | undefined {
  const chunk = fd === undefined ? new Uint8Array(bytes) : undefined;
  let done = 0; // bytes of the batches before
  for (const batch of splitNumbers(numbers, batchDeals(encoder, BATCH_BYTES))) {
    const encoded = engine.encode(encoder, batch);
    chunk?.set(encoded, done);
    if (fd !== undefined) writeFully(fd, encoded, offset + done);
    done += encoded.length;
  }
  if (done !== bytes) throw new Error(`a chunk of ${bytes} bytes was encoded to ${done}`);
  return chunk;
}
