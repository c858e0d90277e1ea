// Deals the chunks of an output, on as many threads as pay.

import { FilterError } from '../common/errors.js';
import { CORE_DEALS, coreEngine } from '../engine/engine.js';
import type { RecordFormat } from '../formats/format.js';
import type { Chunk } from '../plan/chunks.js';
import type { FilterModule, FilterTask } from '../tasks/filter-chunk.js';
import { type DealTask, runTask } from '../tasks/task.js';
import { runTasks } from './pool.js';

export interface Dealing {
  chunks: AsyncIterable<Chunk>;
  record: RecordFormat;
  deals: number | undefined; // in all chunks together, as far as it is known
  bytes: number | undefined; // of all chunks together, as far as it is known
  threads: number;
  file?: { fd: number; left: number }; // takes each chunk at its place (see DealTask); without it the bytes come back
}

/** A chunk that has been dealt, and its bytes, or null where they went to a file. */
export interface Dealt {
  chunk: Chunk;
  bytes: Uint8Array<ArrayBuffer> | null;
}

/** Deals chunks and yields them in their order, with a bounded number under way. */
export async function* dealChunks(dealing: Dealing): AsyncGenerator<Dealt, void, void> {
  const { record, deals, bytes, threads } = dealing;
  const tasks = tasksOf(dealing);
  if (deals !== undefined && deals <= CORE_DEALS) {
    const engine = coreEngine(record);
    for await (const task of tasks) yield { chunk: task.chunk, bytes: await runTask(engine, task) };
  } else {
    for await (const { task, result } of runTasks({ tasks, bytes, threads })) {
      yield { chunk: task.chunk, bytes: result };
    }
  }
}

async function* tasksOf({ chunks, record, file }: Dealing): AsyncGenerator<DealTask, void, void> {
  const { encoder, maxBytes } = record;
  for await (const chunk of chunks) {
    yield { kind: 'deal', chunk, bytes: chunk.bytes, record: { encoder, maxBytes }, ...file };
  }
}

export interface Filtering {
  chunks: AsyncIterable<Chunk>;
  record: RecordFormat | null; // of what is kept; null where it is only counted
  filter: FilterModule;
  threads: number;
}

/** What a filter kept of a chunk. */
export interface Kept {
  chunk: Chunk;
  kept: number; // deals
  bytes: Uint8Array<ArrayBuffer>; // their records
}

/** Deals chunks and keeps what a filter wants, in order; throws a FilterError where the filter is wrong. */
export async function* filterChunks(filtering: Filtering): AsyncGenerator<Kept, void, void> {
  const tasks = filterTasksOf(filtering);
  for await (const { task, result } of runTasks({
    tasks,
    bytes: undefined,
    threads: filtering.threads,
    isForeign: true,
  })) {
    if ('fault' in result) throw new FilterError(result.fault);
    yield { chunk: task.chunk, ...result };
  }
}

async function* filterTasksOf({ chunks, record, filter }: Filtering): AsyncGenerator<FilterTask, void, void> {
  const kind = record && { encoder: record.encoder, maxBytes: record.maxBytes };
  for await (const chunk of chunks) yield { kind: 'filter', chunk, bytes: chunk.bytes, record: kind, filter };
}
