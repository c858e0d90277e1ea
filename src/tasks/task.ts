// What one thread does at a time: a worker, or the main thread while there are no workers.

import { type Engine, encodePart, type RecordKind } from '../engine/engine.js';
import { countOf } from '../game/deal-numbers.js';
import { readFully, writeFully } from '../io/positioned.js';
import type { Chunk } from '../plan/chunks.js';
import { type Checked, type CheckTask, checkBlock } from './check-block.js';
import { type Filtered, type FilterTask, filterChunk } from './filter-chunk.js';

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

export type Task = DealTask | FilterTask | CheckTask;

interface Results {
  deal: Uint8Array<ArrayBuffer> | null; // the bytes of the chunk, null where they went to a file
  filter: Filtered;
  check: Checked;
}

export type Result<T extends Task> = Results[T['kind']];

/** Runs a task; only a filter, whose module may have to be loaded, makes the caller wait. */
export function runTask<T extends Task>(engine: Engine, task: T): Result<T> | Promise<Result<T>> {
  return run(engine, task) as Result<T> | Promise<Result<T>>;
}

function run(engine: Engine, task: Task): Result<Task> | Promise<Filtered> {
  if (task.kind === 'deal') return dealChunk(engine, task);
  if (task.kind === 'filter') return filterChunk(engine, task);
  return checkBlock(engine, task);
}

function dealChunk(
  engine: Engine,
  { chunk, record, fd, left = 0 }: DealTask,
): Uint8Array<ArrayBuffer> | null {
  const bytes = fd === undefined ? new Uint8Array(chunk.bytes) : null;
  const batch = Math.max(1, Math.floor(BATCH_BYTES / record.maxBytes));
  let at = 0;
  for (const run of chunk.runs) {
    for (let done = 0; done < countOf(run); done += batch) {
      const records = encodePart(engine, record, run, done, batch);
      const place = chunk.at + at;
      if (fd === undefined) bytes?.set(records, at);
      else if (place >= left || !isAt(fd, records, place)) writeFully(fd, records, place);
      at += records.length;
    }
  }
  return bytes;
}

/** Whether a file holds these bytes at `position`. */
function isAt(fd: number, bytes: Uint8Array, position: number): boolean {
  const found = Buffer.allocUnsafe(bytes.length);
  return readFully(fd, found, position) === bytes.length && found.equals(bytes);
}
