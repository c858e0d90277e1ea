// Encodes a chunk of an output, and writes it where the output is a file.

import { WriteError } from '../common/errors.js';
import type { Engine } from '../engine/engine.js';
import type { EncoderName } from '../formats/format.js';
import { batchDeals } from '../formats/registry.js';
import { type DealNumbers, splitNumbers } from '../game/deal-numbers.js';
import { readFully, writeFully, writeFullyAsync } from '../io/positioned.js';

/** Bytes encoded between two writes: few enough to be in the cache still when the system copies them. */
const BATCH_BYTES = 512 * 1024;

/** A file that threads write their chunks to. */
export interface SharedFile {
  fd: number;
  /** bytes from the start of the file that an interrupted run wrote: only what differs is written again */
  alreadyWritten: number;
}

export interface EncodeTask {
  kind: 'encode';
  encoder: EncoderName;
  numbers: readonly DealNumbers[];
  offset: number; // of the chunk in the output, bytes
  bytes: number; // of the chunk
  file: SharedFile | undefined; // undefined: the bytes are the result
}

/** A task whose chunk goes to a file. */
export type FileTask = EncodeTask & { file: SharedFile };

/** The batches of a chunk and where they begin in it, encoded by the engines in turn; each stays until its engine's next. */
function* encodeBatches(engines: readonly Engine[], { encoder, numbers, bytes }: EncodeTask) {
  let done = 0;
  let turn = 0;
  for (const batch of splitNumbers(numbers, batchDeals(encoder, BATCH_BYTES))) {
    const encoded = (engines[turn++ % engines.length] as Engine).encode(encoder, batch);
    yield { encoded, at: done };
    done += encoded.length;
  }
  if (done !== bytes) throw new Error(`a chunk of ${bytes} bytes was encoded to ${done}`);
}

/** Encodes a chunk; throws a WriteError where its file does not take it. */
export function encodeChunk(engine: Engine, task: EncodeTask): Uint8Array<ArrayBuffer> | undefined {
  const { file, offset } = task;
  const chunk = file === undefined ? new Uint8Array(task.bytes) : undefined;
  for (const { encoded, at } of encodeBatches([engine], task)) {
    if (file === undefined) chunk?.set(encoded, at);
    else writeMissing(file, encoded, offset + at);
  }
  return chunk;
}

/**
 * Encodes a chunk of a file as encodeChunk does, while the system writes the batch before: one engine's bytes stay while the
 * other encodes. Throws a WriteError when nothing is being written any more.
 */
export async function encodeWhileWriting(
  engines: readonly [Engine, Engine],
  task: FileTask,
): Promise<undefined> {
  let writing = Promise.resolve();
  try {
    for (const { encoded, at } of encodeBatches(engines, task)) {
      const before = writing;
      writing = writeMissingAsync(task.file, encoded, task.offset + at);
      writing.catch(() => {}); // told where it is waited for
      await before;
    }
  } finally {
    await Promise.allSettled([writing]);
  }
  await writing;
}

function writeMissing(file: SharedFile, bytes: Uint8Array, offset: number): void {
  try {
    if (!isWritten(file, bytes, offset)) writeFully(file.fd, bytes, offset);
  } catch (error) {
    throw new WriteError(error);
  }
}

async function writeMissingAsync(file: SharedFile, bytes: Uint8Array, offset: number): Promise<void> {
  try {
    if (!isWritten(file, bytes, offset)) await writeFullyAsync(file.fd, bytes, offset);
  } catch (error) {
    throw new WriteError(error);
  }
}

/** Whether an interrupted run wrote these bytes. */
function isWritten({ fd, alreadyWritten }: SharedFile, bytes: Uint8Array, offset: number): boolean {
  return offset < alreadyWritten && hasBytes(fd, bytes, offset);
}

/** Whether a file has these bytes at `offset`. */
function hasBytes(fd: number, bytes: Uint8Array, offset: number): boolean {
  const found = Buffer.allocUnsafe(bytes.length);
  return readFully(fd, found, offset) === bytes.length && found.equals(bytes);
}
