// What one thread does at a time: a worker, or the main thread while there are no workers.

import { type Checked, type CheckTask, checkBlock } from './check.js';
import type { Engine, RecordKind } from './engine.js';
import { readAt, writeAt } from './place.js';
import type { Chunk } from './plan.js';
import { countOf } from './range.js';

/** Bytes dealt between two writes: so few that they are still in the cache when the system copies them. */
const BATCH_BYTES = 512 * 1024;

/** To deal a chunk of an output. */
export interface DealTask {
  kind: 'deal';
  chunk: Chunk;
  bytes: number; // of work
  record: RecordKind;
  fd?: number; // a file that takes the chunk at its place; without it the bytes come back
  left?: number; // bytes from the start of that file that an earlier run wrote: only what differs is written again
}

export type Task = DealTask | CheckTask;

/** What becomes of a task: the bytes of a chunk, or null where they went to a file; what a check found. */
export type Result<T extends Task> = T extends DealTask ? Uint8Array<ArrayBuffer> | null : Checked;

export function runTask<T extends Task>(engine: Engine, task: T): Result<T> {
  return (task.kind === 'deal' ? dealChunk(engine, task) : checkBlock(engine, task)) as Result<T>;
}

function dealChunk(
  engine: Engine,
  { chunk, record, fd, left = 0 }: DealTask,
): Uint8Array<ArrayBuffer> | null {
  const bytes = fd === undefined ? new Uint8Array(chunk.bytes) : null;
  const batch = Math.max(1, Math.floor(BATCH_BYTES / record.maxBytes));
  let at = 0;
  for (const range of chunk.ranges) {
    for (let done = 0; done < countOf(range); done += batch) {
      const records = engine.encode(record, range.first + done, Math.min(batch, countOf(range) - done));
      const place = chunk.at + at;
      if (fd === undefined) bytes?.set(records, at);
      else if (place >= left || !isAt(fd, records, place)) writeAt(fd, records, place);
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
