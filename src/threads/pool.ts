// Worker threads, through piscina.

import { setTimeout as sleep } from 'node:timers/promises';
import { locateWorker } from '../assets.js';
import { toError, toFailure, WorkerError } from '../common/errors.js';
import type { ResultOf, Task } from '../tasks/task.js';
import type { Outcome, WorkerSetup } from './worker.js';

/** Tasks that a worker has at a time, because the calling thread hands out no task while it runs one itself. */
const TASKS_PER_WORKER = 4;
/** Bytes of a worker's tasks beyond which it gets no other task, because the calling thread cannot run a queued task. */
const BYTES_PER_WORKER = TASKS_PER_WORKER * 4 * 1024 * 1024;

export interface Pool {
  /** Waits for the workers to start; throws a WorkerError if none starts. */
  waitForStart(): Promise<void>;
  /** whether a worker that has started can take a task */
  hasRoom(): boolean;
  /** Runs a task in a worker; rejects with the task's error. */
  run<T extends Task>(task: T): Promise<ResultOf<T>>;
  /** number of tasks that each worker has run, by thread */
  tasksByThread: ReadonlyMap<number, number>;
  /** Ends the workers. All tasks must have ended. */
  close(): Promise<void>;
}

/** Starts workers. It is no failure if only some of them start. */
export async function startPool(workers: number, module: WebAssembly.Module): Promise<Pool> {
  const { Piscina } = await import('piscina');
  // piscina tries a worker that does not start once more
  const up = new Int32Array(new SharedArrayBuffer(4 * (1 + 2 * workers)));
  const setup: WorkerSetup = { module, up };
  const piscina = new Piscina<Task, Outcome>({
    // CommonJS: Node 20 aborts if a thread ends while it loads an ES module through require, as piscina does
    filename: locateWorker(),
    minThreads: workers,
    maxThreads: workers,
    concurrentTasksPerWorker: TASKS_PER_WORKER, // a worker that ends a task has the next task already
    recordTiming: false,
    workerData: setup,
    // piscina would also hand tasks to workers that have not started, and may never start
    loadBalancer: (_, candidates) =>
      candidates
        .filter(({ id, currentUsage }) => currentUsage < TASKS_PER_WORKER && up.indexOf(id, 1) > 0)
        .sort((a, b) => a.currentUsage - b.currentUsage)[0] ?? null,
  });
  let failure: Error | undefined; // of a worker that did not start
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
      while (started() < piscina.threads.length) await sleep(1); // piscina removes workers that fail
      if (started() === 0) throw new WorkerError(`no worker thread starts: ${failure?.message}`);
    },
    hasRoom: () =>
      running < started() || (running < TASKS_PER_WORKER * started() && bytes < BYTES_PER_WORKER * started()),
    run,
    tasksByThread,
    close: () => piscina.destroy(),
  };
}
