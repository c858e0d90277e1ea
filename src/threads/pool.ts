// Worker threads, through piscina.

import { setTimeout as sleep } from 'node:timers/promises';
import { locate } from '../assets.js';
import { describeStartError, toError, WorkerError } from '../common/errors.js';
import { thrownText } from '../common/quote.js';
import { numberAt } from '../game/deal-numbers.js';
import type { ResultOf, Task } from '../tasks/task.js';
import type { Outcome, WorkerSetup } from './worker.js';

/**
 * Tasks that a worker has at a time: one that it runs, and the next one, because the calling thread queues none while
 * it runs one itself. It cannot take one back, so it would wait for more of them.
 */
const TASKS_PER_WORKER = 2;

/** Milliseconds after an abort until the workers are terminated, because a filter may never return. */
const STOP_AFTER = 1000;

export type Pool = Awaited<ReturnType<typeof startPool>>;

/**
 * Starts workers. It is no failure if only some of them start; it throws if the system refuses the thread of one. A
 * second after the signal aborts, workers with tasks are terminated. Their tasks fail when no worker can write.
 */
export async function startPool(workers: number, module: WebAssembly.Module, signal?: AbortSignal) {
  const { Piscina } = await import('piscina');
  // piscina tries a worker that does not start once more
  const up = new Int32Array(new SharedArrayBuffer(4 * (1 + 2 * workers)));
  const piscina = new Piscina<Task, Outcome>({
    // CommonJS: Node 20 aborts if a thread ends while it loads an ES module through require, as piscina does
    filename: locate('worker.cjs').href,
    minThreads: workers,
    maxThreads: workers,
    concurrentTasksPerWorker: TASKS_PER_WORKER, // a worker that ends a task has the next task already
    recordTiming: false,
    workerData: { module, up } satisfies WorkerSetup,
    // piscina would also hand tasks to workers that have not started, and may never start
    loadBalancer: (_, candidates) =>
      candidates
        .filter(({ id, currentUsage }) => currentUsage < TASKS_PER_WORKER && up.indexOf(id, 1) > 0)
        .sort((a, b) => a.currentUsage - b.currentUsage)[0] ?? null,
  });
  const failures: Error[] = []; // of workers that did not start
  piscina.on('error', (error: Error) => failures.push(error));
  const started = () => up.subarray(1).filter((thread) => thread > 0).length;
  let terminated: Promise<void> | undefined;
  let running = 0; // tasks

  async function run<T extends Task>(task: T): Promise<ResultOf<T>> {
    if (terminated !== undefined) throw signal?.reason; // piscina would start workers again
    running++;
    try {
      // a worker that throws null resolves its tasks to null
      const ended = piscina.run(task).then((outcome) => outcome ?? Promise.reject(null));
      const outcome = await ended.catch(async (error) => {
        await terminated; // otherwise a worker could write to a descriptor that is another file's by then
        signal?.throwIfAborted();
        const [numbers] = task.kind === 'check' ? [] : task.numbers;
        const deal = numbers === undefined ? '' : `, at deal ${numberAt(numbers, 0)} or later`;
        throw new WorkerError(`a worker thread ended before its task was done${deal}: ${thrownText(error)}`);
      });
      if ('failure' in outcome) throw toError(outcome.failure);
      return outcome.result as ResultOf<T>;
    } finally {
      running--;
    }
  }

  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    timer = setTimeout(() => {
      terminated = piscina.destroy();
    }, STOP_AFTER);
  };
  signal?.addEventListener('abort', stop);

  return {
    /** Waits for the workers to start; throws a WorkerError if none starts. */
    async waitForStart() {
      while (started() < piscina.threads.length) await sleep(1); // piscina removes workers that fail
      signal?.throwIfAborted(); // an abort terminates the workers, too
      if (started() === 0)
        throw new WorkerError(`no worker thread starts: ${describeStartError(failures.at(-1))}`);
    },
    hasRoom: () => running < TASKS_PER_WORKER * started(),
    run,
    /** Ends the workers. All tasks must have ended. */
    close() {
      signal?.removeEventListener('abort', stop);
      clearTimeout(timer);
      return piscina.destroy();
    },
  };
}
