// Runs tasks on threads, and yields their results in order, with a bounded amount of work in flight.
//
// The calling thread is one of the threads. It runs a task itself whenever it would otherwise wait for a result.
// Workers start only if the calling thread alone would need another 100 ms. When a run ends early, the tasks in flight
// are finished first, so that no task is cut off in the middle of a write. A second after an abort, the pool terminates
// its workers, because a filter may never return.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { checkAssets } from '../assets.js';
import { checkWebAssembly, describeStartError, InputError, WorkerError } from '../common/errors.js';
import { once } from '../common/once.js';
import { testSetting } from '../common/test-settings.js';
import { endSource } from '../common/until-aborted.js';
import type { Engine } from '../engine/engine.js';
import { heldBytes, type ResultOf, runTask, type Task } from '../tasks/task.js';
import { defaultThreads, isDeno } from './limits.js';
import type { Pool } from './pool.js';

/** Tasks in flight per thread, including tasks that are done and wait for an earlier one. */
const TASKS_PER_THREAD = 6;
/** Bytes of results in flight per thread, because they take memory. One task per thread is always allowed. */
const BYTES_PER_THREAD = TASKS_PER_THREAD * 4 * 1024 * 1024;

/** The workers start if the calling thread alone would need more milliseconds; they take about 60 ms to start. */
const POOL_PAYS = 100;
/** Milliseconds of work after which V8 has optimised the code, so that timings are representative. */
const WARM_UP = 10;

const MAX_THREADS = 256;

/** Returns the number of threads to use; throws an InputError unless it is 1..256. */
export function checkThreads(threads = defaultThreads()): number {
  if (!Number.isInteger(threads) || threads < 1 || threads > MAX_THREADS) {
    throw new InputError(`thread count ${threads} is outside 1..${MAX_THREADS}`);
  }
  return threads;
}

/**
 * The threads that the tasks of a map run on. A filter's module runs in workers only, so that signals and progress go
 * on. A function that a program passes as a filter runs here only, on the calling thread: functions cannot be sent.
 */
export type Placement = 'anywhere' | 'workers' | 'here';

export interface Work {
  bytes?: number | undefined; // bytes of all tasks together; undefined if unknown
  /** whether a filter's module runs: all `threads` are then workers, and the calling thread runs other tasks as well */
  hasForeignCode?: boolean;
}

export interface ExecutorOptions extends Work {
  threads: number; // the calling thread and workers
  signal?: AbortSignal | undefined; // a second after it aborts, the pool terminates its workers
  workersOnly?: boolean; // start the workers at once and run nothing on the calling thread; for tests
}

/** A task that has begun. Its rejection is marked as handled, because map rethrows it when its turn comes. */
function runOf<I, T extends Task>(item: I, task: T, result: Promise<ResultOf<T>>) {
  const settle = (): void => {
    run.isDone = true;
  };
  const run = { item, bytes: heldBytes(task), result, settled: result.then(settle, settle), isDone: false };
  return run;
}

export class Executor implements AsyncDisposable {
  readonly #workers: number;
  readonly #workersOnly: boolean;
  #remaining: number; // bytes of work; infinite if unknown
  #worked = 0; // milliseconds that the calling thread has worked
  #pool: Pool | undefined; // once its workers are starting
  #hasAbandonedTasks = false; // workers may run filters of a map that has ended; then they get no other task

  constructor(private readonly options: ExecutorOptions) {
    const { threads, hasForeignCode, workersOnly = testSetting('WORKERS_ONLY') === 1 } = options;
    this.#workersOnly = workersOnly;
    this.#workers = hasForeignCode || workersOnly ? threads : threads - 1;
    this.#remaining = options.bytes ?? Number.POSITIVE_INFINITY;
    // in Deno, workers do not share descriptors, and a pool of workers sometimes hangs
    if (this.#workers > 0 && isDeno) {
      throw new InputError(
        'Deno runs neither several threads nor a filter out of a module; use one thread, or Node or Bun',
      );
    }
    // these fail before an output file is created
    checkWebAssembly();
    checkAssets();
  }

  /** Returns the engine of the calling thread, which starts at the first call. */
  readonly engine = once(async (): Promise<Engine> => {
    try {
      const { newKernel } = await import('../engine/load.js');
      return newKernel(await compileOnce());
    } catch (error) {
      throw new WorkerError(describeStartError(error));
    }
  });

  /**
   * Makes a task of each item, and yields the items with the results of their tasks, in order.
   * Several maps at once share the workers: one map may produce the items of another.
   */
  async *map<I, T extends Task>(
    items: AsyncIterable<I> | Iterable<I>,
    toTask: (item: I) => T,
    placement: Placement,
  ): AsyncGenerator<{ item: I; result: ResultOf<T> }, void, void> {
    const { threads } = this.options;
    const inWorkers = placement === 'workers' || (this.#workersOnly && placement !== 'here');
    if (inWorkers) await (await this.#startPool()).waitForStart();
    const source = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
    let next: Promise<IteratorResult<I, void>> | undefined; // the item that the source was asked for
    let isExhausted = false;
    const running: ReturnType<typeof runOf<I, T>>[] = []; // in the order of their items

    const workersHaveRoom = () =>
      placement !== 'here' && !this.#hasAbandonedTasks && this.#pool?.hasRoom() === true;
    /** Whether another task may be in flight before the oldest result is yielded. */
    const isWanted = () => {
      if (isExhausted || running.length < threads) return !isExhausted;
      const bytes = running.reduce((sum, run) => sum + run.bytes, 0);
      return running.length < TASKS_PER_THREAD * threads && bytes < BYTES_PER_THREAD * threads;
    };
    /** Whether it may begin now: a finished result is yielded before the calling thread gets busy with a task. */
    const hasRoom = () => workersHaveRoom() || !(inWorkers || running[0]?.isDone);
    try {
      for (;;) {
        while (isWanted() && hasRoom()) {
          next ??= Promise.resolve(source.next());
          // The first result does not wait for a slow source, such as standard input. But it lets the event loop turn
          // once: if items are there, more tasks begin before the result is yielded.
          const firstIsDone = running[0]?.settled.then(() => nextTurn(undefined));
          const step = await (firstIsDone === undefined ? next : Promise.race([next, firstIsDone]));
          if (step === undefined) break;
          next = undefined;
          isExhausted = step.done === true;
          if (step.done === true) break;
          const task = toTask(step.value);
          this.#remaining -= task.bytes;
          const inPool = inWorkers || workersHaveRoom();
          const result = inPool ? (this.#pool as Pool).run(task) : this.#runHere(task, placement);
          const run = runOf(step.value, task, result);
          running.push(run);
          if (!inPool) await run.settled;
        }
        const [first] = running;
        // the first task may take longer than others, whose workers are to have another one meanwhile
        if (first?.isDone === false && inWorkers && isWanted()) {
          await Promise.race(running.filter(({ isDone }) => !isDone).map(({ settled }) => settled));
        } else if (first !== undefined) {
          const result = await first.result;
          running.shift();
          yield { item: first.item, result };
        } else if (isExhausted) return;
        else await nextTurn(); // only workers may run the next task, and tasks of other maps fill them
      }
    } finally {
      // A filter may take any time, and writes nothing. So nothing waits for it: its worker ends with the pool.
      if (placement === 'workers') this.#hasAbandonedTasks ||= running.length > 0;
      else await Promise.all(running.map(({ settled }) => settled));
      await endSource(source, next !== undefined);
    }
  }

  /** Ends the workers. All maps must have ended. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool?.close();
  }

  /** Runs a task on the calling thread. Then starts the workers, if they pay. */
  async #runHere<T extends Task>(task: T, placement: Placement): Promise<ResultOf<T>> {
    const engine = await this.engine();
    const isWarm = this.#worked > WARM_UP;
    const started = performance.now();
    const result = await runTask(engine, task);
    const ms = performance.now() - started;
    this.#worked += ms;
    const canStart = isWarm && placement !== 'here' && task.bytes > 0 && this.#workers > 0;
    if (canStart && (ms / task.bytes) * this.#remaining > POOL_PAYS) await this.#startPool();
    await nextTurn(); // for results of workers, signals and timers
    return result;
  }

  /** Loads the pool, and returns it before its workers have started. */
  readonly #startPool = once(async () => {
    try {
      const { startPool } = await import('./pool.js');
      this.#pool = await startPool(this.#workers, await compileOnce(), this.options.signal);
      return this.#pool;
    } catch (error) {
      throw new WorkerError(`no worker thread starts: ${describeStartError(error)}`);
    }
  });
}

const compileOnce = once(async () => (await import('../engine/load.js')).compileFile());
