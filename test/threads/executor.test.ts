// The executor with real workers, which run dist/worker.cjs of the build.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { InputError } from '../../src/common/errors.js';
import type { EncodeTask } from '../../src/tasks/encode-chunk.js';
import type { FilterTask } from '../../src/tasks/keep-portion.js';
import type { Task } from '../../src/tasks/task.js';
import { Executor, type ExecutorOptions } from '../../src/threads/executor.js';
import { temporaryFolder } from '../support/command.js';
import { expected, expectedOf, records } from '../support/engines.js';
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

/** Items for a filter that keeps all, and in which deal 1 waits until `go` is called. */
function filterItems(bytes = 0) {
  const folder = temporaryFolder();
  const flag = join(folder, 'go');
  const url = pathToFileURL(join(folder, 'filter.mjs')).href;
  writeFileSync(
    join(folder, 'filter.mjs'),
    `import { existsSync } from 'node:fs';
    const clock = new Int32Array(new SharedArrayBuffer(4));
    export default ({ number }) => {
      while (number === 1 && !existsSync(${JSON.stringify(flag)})) Atomics.wait(clock, 0, 0, 5);
      if (number === 13) throw new Error('unlucky');
      return true;
    };`,
  );
  return {
    itemOf: (n: number): Item<FilterTask> => ({
      n,
      task: { kind: 'filter', numbers: [{ first: n, last: n }], bytes, filter: { name: 'f', url } },
    }),
    go: () => writeFileSync(flag, ''),
  };
}

/** Runs line items to the end; returns their results as one text. */
async function text(executor: Executor, items: Iterable<Item> | AsyncIterable<Item>) {
  const lines: Buffer[] = [];
  for await (const { result } of executor.map(items, taskOf, 'anywhere'))
    lines.push(Buffer.from(result as Uint8Array));
  return Buffer.concat(lines).toString();
}

const lines = (count: number) => expected(records.numbers, 1, count).toString();

/** What a count comes to once it has not changed for a while. */
async function settled(count: () => number): Promise<number> {
  for (let last = -1, same = 0; ; ) {
    const now = count();
    same = now === last && now > 0 ? same + 1 : 0;
    if (same === 20) return now;
    last = now;
    await sleep(5);
  }
}

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
    for (const [first, each] of [
      [24, 1],
      [3, 15],
      [1, 1],
    ] as const) {
      await using executor = new Executor({ ...options, hasForeignCode: true });
      const { itemOf, go } = filterItems();
      go();
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

describe('work in flight', () => {
  // the first task is not done before the others are, so that these wait
  it.each(rowsIn<Record<'bytes' | 'threads' | 'most' | 'withResults', number>>('in-flight.txt'))(
    'at most $most of $bytes bytes on $threads threads',
    async ({ bytes, threads, most, withResults }) => {
      const { itemOf, go } = filterItems((bytes / 8) * 52); // of each 52 bytes of cards, a number may be kept
      let begun = 0;
      let done = 0;
      let peak = 0;
      function* items() {
        while (begun < 60) {
          peak = Math.max(peak, ++begun - done);
          yield itemOf(begun === 13 ? 1313 : begun);
        }
      }
      await using executor = new Executor({ threads, hasForeignCode: true });
      const waiting = settled(() => begun).then((count) => {
        go();
        return count;
      });
      for await (const { item } of executor.map(items(), taskOf, 'workers')) {
        done++;
        expect(item.n === 1313 ? 13 : item.n).toBe(done);
      }
      expect(await waiting).toBe(most);
      expect(peak).toBeLessThanOrEqual(withResults);
      expect(done).toBe(60);
    },
  );
});

describe('the threads that are started', () => {
  it.each([true, false])(
    'include a worker for a thousand tasks of some ms, known before: %s',
    async (isKnown) => {
      const pools = watchWorkers();
      const numbers = { first: 1, last: 20_000 };
      const bytes = records.ndjson.bytesOf(numbers);
      const { task } = lineItem(1);
      const long: EncodeTask = { ...task, encoder: 'ndjson', numbers: [numbers], bytes };
      await using executor = new Executor({ threads: 2, bytes: isKnown ? 1000 * bytes : undefined });
      let seen = 0;
      for await (const { item } of executor.map(range(1, 1000), () => long, 'anywhere')) {
        expect(item).toBe(++seen);
        if (pools[0]?.size > 0) break;
      }
      expect(pools[0]?.size).toBe(1);
    },
  );
});

it('the kernel is compiled once per process, and again after a failure', async () => {
  vi.resetModules();
  const { Executor } = await import('../../src/threads/executor.js');
  const compile = vi.spyOn(WebAssembly, 'Module').mockImplementationOnce(function fail() {
    throw new Error('no memory');
  });
  onTestFinished(() => compile.mockRestore());
  const engine = async () => {
    await using executor = new Executor({ threads: 1 });
    return executor.engine();
  };
  await expect(engine()).rejects.toThrow('no memory');
  const [first, second] = await Promise.all([engine(), engine()]);
  expect(first).not.toBe(second);
  await engine();
  expect(compile).toHaveBeenCalledTimes(2);
});
