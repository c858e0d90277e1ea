// What one thread does with one chunk: a worker, or the main thread while the workers start.

import { readSync, writeSync } from 'node:fs';
import type { Engine, RecordKind } from './engine.js';
import type { Chunk } from './plan.js';
import { countOf } from './range.js';

/** Bytes dealt between two writes: so few that they are still in the cache when the system copies them. */
const BATCH_BYTES = 512 * 1024;

export interface Task {
  chunk: Chunk;
  record: RecordKind;
  fd?: number; // a file that takes the chunk at its place; without it the bytes come back
  left?: number; // bytes from the start of that file that an earlier run wrote: only what differs is written again
}

/** Deals a chunk: writes it to the task's file and returns null, or returns its bytes. */
export function runTask(
  engine: Engine,
  { chunk, record, fd, left = 0 }: Task,
): Uint8Array<ArrayBuffer> | null {
  const bytes = fd === undefined ? new Uint8Array(chunk.bytes) : null;
  const batch = Math.max(1, Math.floor(BATCH_BYTES / record.maxBytes));
  let at = 0;
  for (const range of chunk.ranges) {
    for (let done = 0; done < countOf(range); done += batch) {
      const records = engine.encode(record, range.first + done, Math.min(batch, countOf(range) - done));
      if (fd === undefined) bytes?.set(records, at);
      else if (chunk.at + at >= left || !isAt(fd, records, chunk.at + at))
        writeAt(fd, records, chunk.at + at);
      at += records.length;
    }
  }
  return bytes;
}

/** Whether a file holds these bytes at `position`. */
function isAt(fd: number, bytes: Uint8Array, position: number): boolean {
  const found = Buffer.allocUnsafe(bytes.length);
  return readAt(fd, found, position) === bytes.length && found.equals(bytes);
}

/** Reads at `position` until `bytes` is full or the file ends; returns how many bytes were there. */
export function readAt(fd: number, bytes: Uint8Array, position: number): number {
  let done = 0;
  while (done < bytes.length) {
    const got = readSync(fd, bytes, done, bytes.length - done, position + done);
    if (got === 0) break;
    done += got;
  }
  return done;
}

/** Writes all bytes at `position`, however many writes the system makes of it. */
export function writeAt(fd: number, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(fd, bytes, done, bytes.length - done, position + done);
  }
}
