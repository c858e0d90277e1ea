// Every kind of selection in every format gives the same bytes on any number of threads. Here workers do all of the work, late
// and out of order, and every worker must have done some of it.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { type FormatName, formats } from '../../src/formats/registry.js';
import { dealCards } from '../../src/game/deal.js';
import type { DealBatch } from '../../src/game/deal-batch.js';
import type { DealView } from '../../src/game/deal-view.js';
import { resolveSelection, type Selection } from '../../src/selection/selection.js';
import { countDeals } from '../../src/verbs/count.js';
import { deals } from '../../src/verbs/deals.js';
import { generate } from '../../src/verbs/generate.js';
import { checkSame } from '../support/bytes.js';
import { runShell, temporaryFolder } from '../support/command.js';
import { binaryHeader, expectedOf, records } from '../support/engines.js';
import { runMain } from '../support/main.js';
import { numbersIn, sum } from '../support/numbers.js';
import { scattered } from '../support/scattered.js';
import { delayWorkers, watchWorkers } from '../support/threads.js';

// before the modules above are loaded
vi.hoisted(() => {
  process.env.FREECELL_DEALS_TEST_WORKERS_ONLY = '1';
});

const LIST = scattered(2500);
/** Some of 170,000 deals: each thread has two portions of 20,164 deals to filter, or more. */
const FILTERED = { first: 4_294_900_001, last: 4_295_070_000 };
const isKept = ({ number, cards }: Pick<DealView, 'number' | 'cards'>) =>
  number % 97 === 5 && (cards[0] as number) < 40;
const kept: number[] = [];
for (let n = FILTERED.first; n <= FILTERED.last; n++) {
  if (n % 97 === 5 && isKept({ number: n, cards: dealCards(n) })) kept.push(n);
}

function fileWith(name: string, text: string): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, text);
  return path;
}

interface Case {
  selection: () => Selection;
  numbers: readonly number[] | undefined; // as the test knows them; undefined where the selection is asked for them
  header?: { first: number; count: number };
}

const range = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i);

const cases: Record<string, Case> = {
  'a range': {
    selection: () => ({ deals: '4294965777..4294968776' }),
    numbers: range(4294965777, 3000),
    header: { first: 4294965777, count: 3000 },
  },
  'several ranges': {
    selection: () => ({ deals: '2147483000..2147485000,5007,1..999' }),
    numbers: [...range(2147483000, 2001), 5007, ...range(1, 999)],
  },
  'a list file': {
    selection: () => ({ dealsFrom: fileWith('list.txt', `${LIST.join('\n')}\n5..9 1000..1300\n`) }),
    numbers: [...LIST, ...range(5, 5), ...range(1000, 301)],
  },
  'an iterable': { selection: () => ({ dealsFrom: new Set(LIST) }), numbers: LIST },
  'winnable deals': { selection: () => ({ deals: '10500..13000', winnable: true }), numbers: undefined },
  'impossible deals': { selection: () => ({ deals: '1..200000000', impossible: true }), numbers: undefined },
  'a sample': { selection: () => ({ deals: 'all', sample: { count: 2500, seed: 7 } }), numbers: undefined },
  'a shard': {
    selection: () => ({ deals: '100001..112000', shard: { index: 3, count: 4 } }),
    numbers: range(106001, 3000),
    header: { first: 106001, count: 3000 },
  },
  'what a module keeps': {
    selection: () => ({
      deals: FILTERED,
      filter: fileWith(
        'filter.mjs',
        'export default ({ number, cards }) => number % 97 === 5 && cards[0] < 40;',
      ),
    }),
    numbers: kept,
  },
  'what a function keeps': { selection: () => ({ deals: FILTERED, filter: isKept }), numbers: kept },
};

async function numbersOf({ numbers, selection }: Case): Promise<readonly number[]> {
  if (numbers !== undefined) return numbers;
  return numbersIn((await resolveSelection(selection())).source.numbers());
}

/** Parquet's row groups are far larger: it has cases of its own. */
const [, ...others] = formats
  .filter(({ records }) => records.length > 0)
  .map(({ name }) => name as FormatName);

function wantedBytes(format: FormatName, numbers: readonly number[], header: Case['header']): Buffer {
  if (format !== 'bin') return expectedOf(records[format], numbers);
  const record = header === undefined ? records.numbered : records.cards;
  return Buffer.concat([binaryHeader(header?.first, numbers.length), expectedOf(record, numbers)]);
}

/** Each selection as binary and as one format of lines, on other numbers of threads: pairs, not the product of the three. */
const ways = Object.entries(cases).flatMap(([name, one], i) =>
  (
    [
      ['bin', 1 + (i % 3)],
      [others[i % others.length], [3, 1, 2][i % 3]],
    ] as [FormatName, number][]
  ).map(([format, threads]) => ({ name, one, format, threads })),
);

describe('the bytes that one thread would write', () => {
  it.each(ways)(
    'are written for $name as $format on $threads workers',
    async ({ name, one, format, threads }) => {
      const numbers = await numbersOf(one);
      expect(numbers.length).toBeGreaterThan(1000);
      const wanted = wantedBytes(format, numbers, one.header);
      const output = join(temporaryFolder(), 'a');
      delayWorkers(4);
      const workers = watchWorkers();
      const options = { ...one.selection(), output, format, threads };
      // some 60 deals a chunk, so that there are many
      const chunkBytes = Math.ceil(60 * (wanted.length / numbers.length));
      await generate({ ...options, chunkBytes });
      checkSame(readFileSync(output), wanted, name);
      const tasks = workers.at(-1) as ReadonlyMap<number, number>;
      expect(tasks.size).toBe(threads);
      expect(sum(tasks.values())).toBeGreaterThan(10);
      if (format !== 'bin') return;
      // chunks are compared as late, and their memory is used again
      const again = await generate({ ...options, chunkBytes, resume: true });
      expect(again).toMatchObject({ status: 'unchanged', deals: numbers.length });
    },
  );

  it.each(
    Object.entries(cases).map(([name, one], i) => ({ name, one, threads: [2, 1, 3][i % 3] as number })),
  )('of $name come out of deals() on $threads workers', async ({ one, threads }) => {
    const numbers = await numbersOf(one);
    const wanted = expectedOf(records.cards, numbers);
    delayWorkers(4);
    const workers = watchWorkers();
    const batches: DealBatch[] = [];
    for await (const batch of deals({ ...one.selection(), threads, chunkBytes: 60 * 52 }))
      batches.push(batch);
    let done = 0;
    for (const { first, count, cards, numbers: some = range(first, count) } of batches) {
      const end = done + count;
      expect(Array.from(some)).toEqual(numbers.slice(done, end));
      expect(first).toBe(some[0]);
      checkSame(Buffer.from(cards), wanted.subarray(done * 52, end * 52));
      done = end;
    }
    expect(done).toBe(numbers.length);
    expect(workers.at(-1)?.size).toBe(threads);
  });
});

describe('a count with a filter', () => {
  it.each(['what a module keeps', 'what a function keeps'])('of %s reports its progress', async (name) => {
    const { selection } = cases[name] as Case;
    delayWorkers(10);
    const workers = watchWorkers();
    for (const threads of [1, 3]) {
      const seen: { deals: number; dealt: number; totalDeals?: number }[] = [];
      const count = await countDeals({
        ...selection(),
        threads,
        onProgress: (progress) => seen.push(progress),
      });
      expect(count).toBe(kept.length);
      expect(seen.length).toBe(Math.ceil(170_000 / 20_164));
      for (const { deals, dealt, totalDeals } of seen) {
        expect(deals).toBe(kept.filter((n) => n < FILTERED.first + dealt).length);
        expect(totalDeals).toBe(170_000);
      }
      expect(seen.at(-1)?.dealt).toBe(170_000);
      expect(workers.at(-1)?.size).toBe(threads);
    }
  });

  it('rejects with the reason of its signal before the next portion', async () => {
    for (const name of ['what a module keeps', 'what a function keeps']) {
      const { selection } = cases[name] as Case;
      const stop = new AbortController();
      const reason = new Error('enough');
      let calls = 0;
      const onProgress = () => {
        if (++calls === 2) stop.abort(reason);
      };
      const counted = countDeals({ ...selection(), threads: 2, signal: stop.signal, onProgress });
      await expect(counted, name).rejects.toBe(reason);
      expect(calls).toBe(2);
    }
  });

  it('rejects with the error that onProgress throws', async () => {
    const { selection } = cases['what a function keeps'] as Case;
    const onProgress = () => {
      throw new Error('enough');
    };
    await expect(countDeals({ ...selection(), threads: 2, onProgress })).rejects.toThrow('enough');
  });
});

describe('the memory of a list', () => {
  const long = scattered(400_000);
  const filter = ({ number }: { number: number }) => number % 50 === 0;

  /** How many buffers for numbers a run asks for. */
  async function buffersOf(work: () => Promise<unknown>): Promise<number> {
    let buffers = 0;
    const { SharedArrayBuffer: Real } = globalThis;
    globalThis.SharedArrayBuffer = class extends Real {
      constructor(bytes: number) {
        super(bytes);
        if (bytes > 100) buffers++; // a pool has a smaller one
      }
    } as typeof SharedArrayBuffer;
    try {
      await work();
    } finally {
      globalThis.SharedArrayBuffer = Real;
    }
    return buffers;
  }

  // in flight, and besides: one that is filled, one that waits for its turn to begin, one that is done and not yet released
  const most = (threads: number) => 6 * threads + 3;

  it.each([1, 3])(
    'is bounded by the chunks in flight on %d threads, however long the list is',
    async (threads) => {
      const output = join(temporaryFolder(), 'a.bin');
      const dealsFrom = long.slice(0, 40_000);
      const generated = await buffersOf(() => generate({ dealsFrom, output, threads, chunkBytes: 6000 }));
      const iterated = await buffersOf(async () => {
        let count = 0;
        for await (const batch of deals({ dealsFrom, threads, chunkBytes: 5200 })) count += batch.count;
        expect(count).toBe(40_000);
      });
      for (const buffers of [generated, iterated]) {
        expect(buffers).toBeGreaterThan(0);
        expect(buffers).toBeLessThanOrEqual(most(threads)); // of 400 chunks
      }
    },
  );

  it('is bounded by the chunks in flight before and after a filter', async () => {
    const buffers = await buffersOf(() => countDeals({ dealsFrom: long, filter, threads: 1 }));
    expect(buffers).toBeGreaterThan(0);
    expect(buffers).toBeLessThanOrEqual(most(1)); // of 20 portions
    const both = await buffersOf(() =>
      generate({ dealsFrom: long, filter, threads: 1, output: join(temporaryFolder(), 'a.bin') }),
    );
    expect(both).toBeLessThanOrEqual(2 * most(1));
  });
});

describe('the command', () => {
  const env = 'FREECELL_DEALS_TEST_WORKERS_ONLY=1 FREECELL_DEALS_TEST_WORKER_DELAY=10';
  const PIPE = '- | cmp - a';
  const FILE = 'b && cmp a b';

  it.each([
    ['bin', '4294900000..4295050000', 3, [PIPE, FILE]],
    ['parquet', '4294900000..4295145761', 3, [FILE]], // three row groups, the last one of two deals
    ['parquet', '300005..330000,4294900000..4295000000,617..618', 2, [PIPE]],
  ] as const)('writes the same %s of %s with %d workers as alone', (format, deals, threads, ways) => {
    const flags = `generate ${deals} -f ${format} -q`;
    const inWorkers = ways.map((way) => `${env} "$0" "$1" ${flags} -t ${threads} -o ${way}`);
    const line = [`"$0" "$1" ${flags} -t 1 -o a`, ...inWorkers].join(' && ');
    const { status, stderr } = runShell(line, temporaryFolder());
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('names the limit that a file of its workers exceeds', async () => {
    const folder = temporaryFolder();
    const line = `ulimit -f 10000; ${env} "$0" "$1" generate 1..500000 -o a.bin`;
    const { status, stderr } = runShell(line, folder);
    expect(stderr).toMatch(
      /^freecell-deals: cannot write a\.bin: the file exceeds the size limit set here; [^\n]*\n$/,
    );
    expect(status).toBe(1);
    expect((await runMain(['generate', '1..500000', '-o', 'a.bin', '--resume', '-q'], folder)).status).toBe(
      0,
    );
    expect((await runMain(['verify', 'a.bin'], folder)).stdout.toString()).toContain('all right: 1..500000');
  });
});
