// Worker threads, through piscina.

import { setTimeout as sleep } from 'node:timers/promises';
import { locateWorker } from '../assets.js';
import { toError, toFailure, WorkerError } from '../common/errors.js';
import type { ResultOf, Task } from '../tasks/task.js';
import type { Outcome, WorkerSetup } from './worker.js';

/** Tasks that a worker has at a time: while the calling thread runs one of its own, it hands out no others. */
const TASKS_PER_WORKER = 4;
/** Bytes of these tasks, of which a worker takes two at least: what it has queued, the calling thread cannot run. */
const BYTES_PER_WORKER = TASKS_PER_WORKER * 4 * 1024 * 1024;

export interface Pool {
  /** Waits for the workers that start; throws a WorkerError where none does. */
  waitForStart(): Promise<void>;
  /** whether a worker that has started can take a task */
  hasRoom(): boolean;
  /** Runs a task in a worker; rejects with the error that the task met. */
  run<T extends Task>(task: T): Promise<ResultOf<T>>;
  /** how many tasks each worker has run, by thread */
  tasksByThread: ReadonlyMap<number, number>;
  /** Ends the workers, which must have nothing to do. */
  close(): Promise<void>;
}

/** Starts workers, of which some may not start: where at least one does, that is no failure. */
export async function startPool(workers: number, module: WebAssembly.Module): Promise<Pool> {
  const { Piscina } = await import('piscina');
  // a worker that does not start is tried again once
  const up = new Int32Array(new SharedArrayBuffer(4 * (1 + 2 * workers)));
  const setup: WorkerSetup = { module, up };
  const piscina = new Piscina<Task, Outcome>({
    // CommonJS: Node 20 aborts where a thread is ended while it loads an ES module through require, as piscina does
    filename: locateWorker(),
    minThreads: workers,
    maxThreads: workers,
    concurrentTasksPerWorker: TASKS_PER_WORKER, // the next task is already with the worker when it ends one
    recordTiming: false,
    workerData: setup,
    // piscina would also hand tasks to workers that have not started, and may never
    loadBalancer: (_, candidates) =>
      candidates
        .filter(({ id, currentUsage }) => currentUsage < TASKS_PER_WORKER && up.indexOf(id, 1) > 0)
        .sort((a, b) => a.currentUsage - b.currentUsage)[0] ?? null,
  });
  let failure: Error | undefined; // of the last worker that did not start
  piscina.on('error', (error: Error) => {
    failure = error;
  });
  const started = () => up.subarray(1).filter((thread) => thread > 0).length;
  const tasksByThread = new Map<number, number>();
  let running = 0;
  let bytes = 0; // of the tasks that run

  async function run<T extends Task>(task: T): Promise<ResultOf<T>> {
    running++;
    bytes += task.bytes;
    try {
      const outcome = await piscina.run(task).catch((error) => {
        throw new WorkerError(`a worker thread ended before its task was done: ${toFailure(error).message}`);
      });
      tasksByThread.set(outcome.thread, (tasksByThread.get(outcome.thread) ?? 0) + 1);
      if ('failure' in outcome) throw toError(outcome.failure);
      return outcome.result as ResultOf<T>;
    } finally {
      running--;
      bytes -= task.bytes;
    }
  }

  return {
    async waitForStart() {
      while (started() < piscina.threads.length) await sleep(1); // piscina forgets those that fail
      if (started() === 0) throw new WorkerError(`no worker thread starts: ${failure?.message}`);
    },
    hasRoom: () =>
      running < started() || (running < TASKS_PER_WORKER * started() && bytes < BYTES_PER_WORKER * started()),
    run,
    tasksByThread,
    close: () => piscina.destroy(),
  };
}
