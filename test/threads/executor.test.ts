// The executor with real workers, which run dist/worker.cjs of the build; and the end of a pool, also of one whose workers still
// have tasks.

import { getEventListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Piscina } from 'piscina';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { InputError } from '../../src/common/errors.js';
import { compileFile } from '../../src/engine/load.js';
import type { EncodeTask } from '../../src/tasks/encode-chunk.js';
import type { FilterTask } from '../../src/tasks/keep-portion.js';
import type { Task } from '../../src/tasks/task.js';
import { Executor, type ExecutorOptions } from '../../src/threads/executor.js';
import { startPool } from '../../src/threads/pool.js';
import { expected, expectedOf, records } from '../support/engines.js';
import { fileWith } from '../support/files.js';
import { rowsIn } from '../support/golden.js';
import { range, sum } from '../support/numbers.js';
import { delayWorkers, watchWorkers } from '../support/threads.js';

/** A number and its task, which `map` makes of it. */
interface Item<T extends Task = EncodeTask> {
  n: number;
  task: T;
}

function taskOf<T extends Task>({ task }: Item<T>): T {
  return task;
}

/** An item whose result is the line with its number. */
function lineItem(n: number): Item {
  const numbers = [{ first: n, last: n }];
  const bytes = records.numbers.bytesOf({ first: n, last: n });
  return { n, task: { kind: 'encode', encoder: 'numbers', numbers, offset: 0, bytes, fd: undefined } };
}

function* lineItems(count: number) {
  for (let n = 1; n <= count; n++) yield lineItem(n);
}

/** Line items without end, of which those from `failing` on fail: their chunks have other bytes than planned. */
function watchedItems(failing = Number.POSITIVE_INFINITY) {
  const watched = { begun: 0, isClosed: false };
  async function* items(): AsyncGenerator<Item, void, void> {
    try {
      for (;;) {
        const { n, task } = lineItem(++watched.begun);
        yield { n, task: { ...task, bytes: n < failing ? task.bytes : 1000 + n } };
      }
    } finally {
      watched.isClosed = true;
    }
  }
  return { items: items(), watched };
}

/** Runs line items to the end; returns their results as one text. */
async function text(executor: Executor, items: Iterable<Item> | AsyncIterable<Item>) {
  const lines: Buffer[] = [];
  for await (const { result } of executor.map(items, taskOf, 'anywhere'))
    lines.push(Buffer.from(result as Uint8Array));
  return Buffer.concat(lines).toString();
}

const lines = (count: number) => expected(records.numbers, 1, count).toString();

/** Where tasks run: in all ways that there are. */
const ways = rowsIn<{ way: string; options: ExecutorOptions }>('ways-of-threads.txt');

describe.each(ways)('$way', ({ options }) => {
  it('yields results in the order of the items, even if they come late', async () => {
    const workers = watchWorkers();
    delayWorkers(20);
    await using executor = new Executor(options);
    expect(await text(executor, lineItems(80))).toBe(lines(80));
    if (!options.workersOnly) return;
    expect(workers[0].size).toBe(options.threads); // every worker did something
    expect(sum(workers[0].values())).toBe(80); // and the calling thread nothing
  });

  it('throws the failure of a task in its order, after the tasks that were begun', async () => {
    const workers = watchWorkers();
    delayWorkers(10);
    const { items, watched } = watchedItems(40);
    await using executor = new Executor(options);
    const seen: number[] = [];
    const run = async () => {
      for await (const { item } of executor.map(items, taskOf, 'anywhere')) seen.push(item.n);
    };
    await expect(run()).rejects.toThrow('a chunk of 1040 bytes was encoded to 3');
    expect(seen).toEqual(range(1, 39));
    expect(watched.isClosed).toBe(true);
    expect(watched.begun).toBeLessThanOrEqual(40 + 6 * options.threads);
    if (options.workersOnly) expect(sum(workers[0].values())).toBe(watched.begun);
  });

  it('finishes the tasks that were begun if the caller leaves, and takes no further item', async () => {
    const workers = watchWorkers();
    delayWorkers(10);
    const { items, watched } = watchedItems();
    await using executor = new Executor(options);
    for await (const { item } of executor.map(items, taskOf, 'anywhere')) if (item.n === 25) break;
    const { begun, isClosed } = watched;
    expect(isClosed).toBe(true);
    if (options.workersOnly) expect(sum(workers[0].values())).toBe(begun);
    expect(await text(executor, lineItems(5))).toBe(lines(5)); // nothing is left over from the first run
    expect(watched.begun).toBe(begun);
  });

  it('yields results while the source of items waits', async () => {
    let seen = 0;
    let release = () => {};
    const allSeen = new Promise<void>((resolve) => {
      release = resolve;
    });
    async function* items() {
      for (let n = 1; n <= 3; n++) yield lineItem(n);
      await allSeen; // for ever, were results held up
      yield lineItem(4);
    }
    await using executor = new Executor(options);
    for await (const { item } of executor.map(items(), taskOf, 'anywhere')) {
      expect(item.n).toBe(++seen);
      if (item.n === 3) release();
    }
    expect(seen).toBe(4);
  });

  it('throws the error of the source of items, after the tasks that were begun', async () => {
    const workers = watchWorkers();
    async function* items() {
      yield* lineItems(7);
      throw new InputError('line 8 is wrong');
    }
    await using executor = new Executor(options);
    await expect(text(executor, items())).rejects.toThrow(new InputError('line 8 is wrong'));
    if (options.workersOnly) expect(sum(workers[0].values())).toBe(7);
  });

  it('lets one map feed another, whatever their sizes', async () => {
    delayWorkers(5);
    const url = pathToFileURL(fileWith('export default () => true;', 'filter.mjs')).href;
    const itemOf = (n: number): Item<FilterTask> => {
      const numbers = [{ first: n, last: n }];
      return { n, task: { kind: 'filter', numbers, bytes: 0, filter: { name: 'f', url } } };
    };
    for (const [first, each] of [
      [24, 1],
      [3, 15],
      [1, 1],
    ] as const) {
      await using executor = new Executor({ ...options, hasForeignCode: true });
      const hundreds = range(1, first).map((n) => 100 * n);
      async function* fed() {
        for await (const { item } of executor.map(hundreds.map(itemOf), taskOf, 'workers'))
          for (let k = 0; k < each; k++) yield lineItem(item.n + k);
      }
      const numbers = hundreds.flatMap((n) => range(n, each));
      expect(await text(executor, fed())).toBe(expectedOf(records.numbers, numbers).toString());
    }
  });
});

// The descriptor of a task may be another file's as soon as the task has failed.
it('a task that an abort ends a second later fails after the workers have ended, and none begins meanwhile', async () => {
  const url = pathToFileURL(fileWith('export default () => { for (;;); };', 'endless.mjs')).href;
  const controller = new AbortController();
  const pool = await startPool(1, await compileFile(), controller.signal);
  await pool.waitForStart();
  let haveEnded = false;
  let late: Promise<unknown> | undefined;
  const numbers = [{ first: 1, last: 1 }];
  const { destroy } = Piscina.prototype;
  const spy = vi.spyOn(Piscina.prototype, 'destroy').mockImplementation(async function (this: Piscina) {
    await destroy.call(this);
    late = pool.run({ kind: 'match', numbers, bytes: 0, where: 'deal > 0' });
    late.catch(() => {});
    await sleep(100);
    haveEnded = true;
  });
  onTestFinished(() => spy.mockRestore());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const task = pool.run({ kind: 'filter', numbers, bytes: 0, filter: { name: 'endless', url } });
  controller.abort(new Error('stopped'));
  vi.advanceTimersByTime(999);
  expect(spy).not.toHaveBeenCalled(); // workers may be in the middle of a write
  vi.advanceTimersByTime(1);
  await expect(task).rejects.toThrow('stopped');
  expect(haveEnded).toBe(true);
  await expect(late).rejects.toThrow('stopped');
  await pool.close();
});

it('a closed pool has no listener on a signal that may live on, and no timer', async () => {
  const stop = new AbortController();
  const pool = await startPool(1, await compileFile(), stop.signal);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  stop.abort();
  expect(vi.getTimerCount()).toBe(1);
  await expect(pool.waitForStart()).rejects.toBe(stop.signal.reason);
  await pool.close();
  expect(vi.getTimerCount()).toBe(0);
  expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
});
