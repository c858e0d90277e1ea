// Runs tasks on threads.

import { availableParallelism } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { InputError, toError } from './errors.js';
import { type Result, runTask, type Task } from './task.js';
import type { Outcome, WorkerSetup } from './worker.js';

/** Tasks under way: for each thread the one it runs and the next, and a few that wait for an earlier one. */
const underWayOf = (threads: number) => 2 * threads + 4;

/** Work for one thread, ms, from which on starting worker threads, some 60 ms, pays. */
const POOL_PAYS = 100;

const MAX_THREADS = 256;

/** The number of threads to use, by default one for each processor; an InputError unless it is 1..256. */
export function checkThreads(threads = availableParallelism()): number {
  if (!Number.isInteger(threads) || threads < 1 || threads > MAX_THREADS) {
    throw new InputError(`thread count ${threads} is outside 1..${MAX_THREADS}`);
  }
  return threads;
}

/** Worker threads, once they are wanted. */
interface Pool {
  isUp(): boolean;
  run<T extends Task>(task: T): Promise<Result<T>>;
  close(): Promise<void>;
}

async function startPool(threads: number, module: WebAssembly.Module): Promise<Pool> {
  const { Piscina } = await import('piscina');
  const setup: WorkerSetup = { module, up: new Int32Array(new SharedArrayBuffer(4)) };
  const piscina = new Piscina<Task, Outcome | Uint8Array>({
    // CommonJS: Node 20 aborts where a thread is ended while it loads an ES module through require, as piscina does
    filename: fileURLToPath(new URL('./worker.cjs', import.meta.url)),
    minThreads: threads,
    maxThreads: threads,
    concurrentTasksPerWorker: 2, // the next task is already with the worker when it ends one
    recordTiming: false,
    workerData: setup,
  });
  return {
    isUp: () => Atomics.load(setup.up, 0) > 0,
    async run<T extends Task>(task: T) {
      const outcome = await piscina.run(task);
      if (outcome instanceof Uint8Array) return outcome as Result<T>;
      if ('failure' in outcome) throw toError(outcome.failure);
      return outcome.result as Result<T>;
    },
    close: () => piscina.destroy(),
  };
}

/**
 * Runs tasks and yields their results in the order of the tasks, with a bounded number under way. The calling thread
 * runs them, one at a time, while worker threads are not up; and they are not started before it turns out that it
 * would take longer alone than they take to start.
 *
 * What was begun is finished before this ends, whatever ends it: no task is cut off in the middle of a write.
 * @param bytes the sum of all tasks' bytes
 */
export async function* runTasks<T extends Task>(
  tasks: Iterable<T>,
  bytes: number,
  threads: number,
): AsyncGenerator<{ task: T; result: Result<T> }, void, void> {
  const { compileFile } = await import('./load.js');
  const { WasmKernel } = await import('./kernel.js');
  const module = await compileFile();
  const kernel = new WasmKernel(module);
  const source = tasks[Symbol.iterator]();
  const underWay: { task: T; result: Promise<Result<T>> }[] = [];
  let pool: Pool | undefined;
  let ahead = bytes;
  let isWarm = false; // the first task also waits for the kernel to be optimised
  try {
    for (;;) {
      const isUp = pool?.isUp() ?? false;
      while (underWay.length < (isUp ? underWayOf(threads) : 1)) {
        const { value: task, done } = source.next();
        if (done) break;
        ahead -= task.bytes;
        const started = performance.now();
        const result = isUp ? (pool as Pool).run(task) : Promise.resolve(runTask(kernel, task));
        result.catch(() => {}); // it is awaited in its turn; until then somebody must look after it
        underWay.push({ task, result });
        const alone = ((performance.now() - started) / task.bytes) * ahead;
        if (isWarm && alone > POOL_PAYS) pool ??= await startPool(threads, module);
        isWarm = true;
      }
      if (!isUp) await nextTurn(); // signals and timers get their turn
      const next = underWay.shift();
      if (next === undefined) return;
      yield { task: next.task, result: await next.result };
    }
  } finally {
    await Promise.allSettled(underWay.map(({ result }) => result));
    await pool?.close();
  }
}
