// Encodes a chunk of an output, and writes it where the output is a file.

import { WriteError } from '../common/errors.js';
import type { Engine } from '../engine/engine.js';
import type { EncoderName } from '../formats/format.js';
import { batchDeals } from '../formats/registry.js';
import { type DealNumbers, splitNumbers } from '../game/deal-numbers.js';
import { readFully, writeFully, writeFullyAsync } from '../io/positioned.js';
import type { Chunk } from '../plan/chunks.js';

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

/** A chunk and the task that encodes it. */
export interface EncodeJob {
  task: EncodeTask;
  chunk: Chunk;
}

/** The tasks that encode chunks, made as the chunks come. */
export async function* encodeJobs(
  chunks: AsyncIterable<Chunk>,
  encoder: EncoderName,
  file?: SharedFile,
): AsyncGenerator<EncodeJob, void, void> {
  for await (const chunk of chunks) {
    const { numbers, offset, bytes } = chunk;
    yield { task: { kind: 'encode', encoder, numbers, offset, bytes, file }, chunk };
  }
}

/** Encodes a chunk; throws a WriteError where its file does not take it. */
export function encodeChunk(
  engine: Engine,
  { encoder, numbers, offset, bytes, file }: EncodeTask,
): Uint8Array<ArrayBuffer> | undefined {
  const chunk = file === undefined ? new Uint8Array(bytes) : undefined;
  let done = 0;
  for (const batch of splitNumbers(numbers, batchDeals(encoder, BATCH_BYTES))) {
    const encoded = engine.encode(encoder, batch);
    if (file === undefined) chunk?.set(encoded, done);
    else writeMissing(file, encoded, offset + done);
    done += encoded.length;
  }
  if (done !== bytes) throw new Error(`a chunk of ${bytes} bytes was encoded to ${done}`);
  return chunk;
}

/**
 * Encodes a chunk of a file as encodeChunk does, while the system writes the batch before. So two engines take turns: the
 * bytes of one stay until they are written. Throws a WriteError when nothing is being written any more.
 */
export async function encodeWhileWriting(
  engines: readonly [Engine, Engine],
  { encoder, numbers, offset, bytes, file }: FileTask,
): Promise<undefined> {
  const writing: [Promise<void>, Promise<void>] = [Promise.resolve(), Promise.resolve()];
  let done = 0;
  let turn: 0 | 1 = 0;
  try {
    for (const batch of splitNumbers(numbers, batchDeals(encoder, BATCH_BYTES))) {
      await writing[turn];
      const encoded = engines[turn].encode(encoder, batch);
      writing[turn] = writeMissingAsync(file, encoded, offset + done);
      writing[turn].catch(() => {}); // told where it is waited for
      done += encoded.length;
      turn = turn === 0 ? 1 : 0;
    }
  } finally {
    await Promise.allSettled(writing);
  }
  await Promise.all(writing);
  if (done !== bytes) throw new Error(`a chunk of ${bytes} bytes was encoded to ${done}`);
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
