// Spreads the chunks of a plan over threads.

import { availableParallelism } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { coreEngine } from './engine.js';
import { InputError, toError } from './errors.js';
import type { RecordFormat } from './formats/format.js';
import type { Chunk } from './plan.js';
import { runTask, type Task } from './task.js';
import type { Outcome, WorkerSetup } from './worker.js';

/** Chunks under way for each thread: enough that no worker waits for the main thread, few enough for memory. */
const WINDOW = 4;

/** Work for one thread, ms, from which on starting worker threads, some 60 ms, pays. */
const POOL_PAYS = 100;

/** So few deals that the TypeScript core is done before a kernel is loaded. */
const CORE_DEALS = 64;

const MAX_THREADS = 256;

/** The number of threads to use, by default one for each processor; an InputError unless it is 1..256. */
export function checkThreads(threads = availableParallelism()): number {
  if (!Number.isInteger(threads) || threads < 1 || threads > MAX_THREADS) {
    throw new InputError(`thread count ${threads} is outside 1..${MAX_THREADS}`);
  }
  return threads;
}

export interface Dealing {
  chunks: Iterable<Chunk>;
  record: RecordFormat;
  deals: number; // in all chunks together
  threads: number;
  file?: { fd: number; left: number }; // takes each chunk at its place (see Task); without it the bytes come back
}

/** A chunk that has been dealt, and its bytes, or null where they went to a file. */
export interface Dealt {
  chunk: Chunk;
  bytes: Uint8Array<ArrayBuffer> | null;
}

/**
 * Deals chunks on worker threads and yields them in their order, with a bounded number under way.
 * What was begun is finished before this ends, whatever ends it: no chunk is cut off in the middle of a write.
 */
export async function* dealChunks(dealing: Dealing): AsyncGenerator<Dealt, void, void> {
  if (dealing.deals <= CORE_DEALS) {
    const engine = coreEngine(dealing.record);
    for (const task of tasksOf(dealing)) yield { chunk: task.chunk, bytes: runTask(engine, task) };
  } else {
    yield* spread(dealing);
  }
}

function* tasksOf({
  chunks,
  record: { encoder, maxBytes },
  file,
}: Omit<Dealing, 'deals' | 'threads'>): Generator<Task> {
  for (const chunk of chunks) yield { chunk, record: { encoder, maxBytes }, ...file };
}

/** Worker threads, once they are wanted. */
interface Pool {
  isUp(): boolean;
  run(task: Task): Promise<Outcome>;
  close(): Promise<void>;
}

async function startPool(threads: number, module: WebAssembly.Module): Promise<Pool> {
  const { Piscina } = await import('piscina');
  const setup: WorkerSetup = { module, up: new Int32Array(new SharedArrayBuffer(4)) };
  const piscina = new Piscina<Task, Outcome>({
    filename: new URL('./worker.js', import.meta.url).href,
    minThreads: threads,
    maxThreads: threads,
    concurrentTasksPerWorker: 2, // the next task is already with the worker when it ends one
    recordTiming: false,
    workerData: setup,
  });
  return {
    isUp: () => Atomics.load(setup.up, 0) > 0,
    run: (task) => piscina.run(task),
    close: () => piscina.destroy(),
  };
}

/**
 * The calling thread deals, a chunk at a time, while worker threads are not up; and they are not started before it turns
 * out that it would take longer alone than they take to start.
 */
async function* spread({ deals, threads, ...dealing }: Dealing): AsyncGenerator<Dealt, void, void> {
  const { compileKernel, WasmKernel } = await import('./kernel.js');
  const module = await compileKernel();
  const kernel = new WasmKernel(module);
  const tasks = tasksOf(dealing);
  const underWay: { chunk: Chunk; outcome: Promise<Outcome> }[] = [];
  let pool: Pool | undefined;
  let ahead = deals;
  let isWarm = false; // the first chunk also waits for the kernel to be optimised
  try {
    for (;;) {
      const isUp = pool?.isUp() ?? false;
      while (underWay.length < (isUp ? WINDOW * threads : 1)) {
        const { value: task, done } = tasks.next();
        if (done) break;
        ahead -= task.chunk.deals;
        const started = performance.now();
        const outcome = isUp ? (pool as Pool).run(task) : Promise.resolve(runTask(kernel, task));
        outcome.catch(() => {}); // it is awaited in its turn; until then somebody must look after it
        underWay.push({ chunk: task.chunk, outcome });
        const alone = ((performance.now() - started) / task.chunk.deals) * ahead;
        if (isWarm && alone > POOL_PAYS) pool ??= await startPool(threads, module);
        isWarm = true;
      }
      if (!isUp) await nextTurn(); // signals and timers get their turn
      const next = underWay.shift();
      if (next === undefined) return;
      yield { chunk: next.chunk, bytes: bytesOf(await next.outcome) };
    }
  } finally {
    await Promise.allSettled(underWay.map(({ outcome }) => outcome));
    await pool?.close();
  }
}

function bytesOf(outcome: Outcome): Uint8Array<ArrayBuffer> | null {
  if (outcome === null || outcome instanceof Uint8Array) return outcome;
  throw toError(outcome);
}
