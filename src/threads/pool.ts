// Runs tasks on threads.

import { availableParallelism } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { WORKER_URL } from '../assets.js';
import { InputError, toError } from '../common/errors.js';
import { type Result, runTask, type Task } from '../tasks/task.js';
import type { Outcome, WorkerSetup } from './worker.js';

/** Tasks that a worker has at a time: while the calling thread runs one of its own, it hands out no others. */
const AHEAD = 4;
/** Tasks under way for each thread, also those that are done and wait for an earlier one. */
const MOST = 6;

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
    filename: fileURLToPath(WORKER_URL),
    minThreads: threads,
    maxThreads: threads,
    concurrentTasksPerWorker: AHEAD, // the next task is already with the worker when it ends one
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

interface UnderWay<T extends Task> {
  task: T;
  result: Promise<Result<T>>;
  isDone: boolean;
}

export interface Work<T extends Task> {
  tasks: Iterable<T> | AsyncIterable<T>;
  bytes: number | undefined; // of all tasks together, as far as it is known
  threads: number;
  isForeign?: boolean; // somebody else's code runs in the tasks: it is kept off the calling thread
}

/**
 * Runs tasks and yields their results in the order of the tasks, with a bounded number under way. The calling thread is
 * one of the threads: it runs a task itself whenever it would otherwise wait for a result, and all of them before worker
 * threads are up. These are not started before it turns out that it would take longer alone than they take to start; of
 * a list, whose end nobody knows, that is expected once it goes on after its first task.
 *
 * What was begun is finished before this ends, whatever ends it: no task is cut off in the middle of a write.
 */
export async function* runTasks<T extends Task>({
  tasks,
  bytes,
  threads,
  isForeign = false,
}: Work<T>): AsyncGenerator<{ task: T; result: Result<T> }, void, void> {
  const { compileFile } = await import('../engine/load.js');
  const { WasmKernel } = await import('../engine/kernel.js');
  const module = await compileFile();
  const kernel = new WasmKernel(module);
  const source = Symbol.asyncIterator in tasks ? tasks[Symbol.asyncIterator]() : tasks[Symbol.iterator]();
  const workers = isForeign ? threads : threads - 1;
  const underWay: UnderWay<T>[] = [];
  let pool = isForeign ? await startPool(workers, module) : undefined;
  let handedOut = 0; // tasks that workers have
  let ahead = bytes ?? Number.POSITIVE_INFINITY;
  let isWarm = false; // the first task also waits for the kernel to be optimised

  const isUp = () => isForeign || pool?.isUp() === true;

  /** Hands the next task to a worker; false where there is none. */
  async function handOut(): Promise<boolean> {
    const { value: task, done } = await source.next();
    if (done) return false;
    ahead -= task.bytes;
    handedOut++;
    const one = { task, result: (pool as Pool).run(task), isDone: false };
    const settle = () => {
      one.isDone = true;
      handedOut--;
    };
    one.result.then(settle, settle); // which also looks after a failure until its turn comes
    underWay.push(one);
    return true;
  }

  /** Runs the next task here; false where there is none. */
  async function help(): Promise<boolean> {
    const { value: task, done } = await source.next();
    if (done) return false;
    const started = performance.now();
    underWay.push({ task, result: Promise.resolve(runTask<T>(kernel, task)), isDone: true });
    ahead -= task.bytes;
    const alone = ((performance.now() - started) / task.bytes) * ahead;
    if (isWarm && workers > 0 && alone > POOL_PAYS) pool ??= await startPool(workers, module);
    isWarm = true;
    await nextTurn(); // results of workers, signals and timers get theirs
    return true;
  }

  try {
    for (;;) {
      while (isUp() && handedOut < AHEAD * workers && (await handOut()));
      const next = underWay[0];
      const mayHelp = !isForeign && underWay.length < (isUp() ? MOST * threads : 1);
      if (!next?.isDone && mayHelp && (await help())) continue;
      if (next === undefined) return;
      underWay.shift();
      yield { task: next.task, result: await next.result };
    }
  } finally {
    await Promise.allSettled(underWay.map(({ result }) => result));
    await source.return?.();
    await pool?.close();
  }
}
