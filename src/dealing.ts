// Deals the chunks of a plan, on as many threads as pay.

import { coreEngine } from './engine.js';
import type { RecordFormat } from './formats/format.js';
import type { Chunk } from './plan.js';
import { runTasks } from './pool.js';
import { type DealTask, runTask } from './task.js';

/** So few deals that the TypeScript core is done before a kernel is loaded. */
const CORE_DEALS = 64;

export interface Dealing {
  chunks: Iterable<Chunk>;
  record: RecordFormat;
  deals: number; // in all chunks together
  bytes: number; // of all chunks together
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
  const tasks = tasksOf(dealing);
  if (dealing.deals <= CORE_DEALS) {
    const engine = coreEngine(dealing.record);
    for (const task of tasks) yield { chunk: task.chunk, bytes: runTask(engine, task) };
  } else {
    for await (const { task, result } of runTasks(tasks, dealing.bytes, dealing.threads)) {
      yield { chunk: task.chunk, bytes: result };
    }
  }
}

function* tasksOf({ chunks, record: { encoder, maxBytes }, file }: Dealing): Generator<DealTask> {
  for (const chunk of chunks) {
    yield { kind: 'deal', chunk, bytes: chunk.bytes, record: { encoder, maxBytes }, ...file };
  }
}
