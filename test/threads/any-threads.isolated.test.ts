// Every kind of selection in every format gives the same bytes on any number of threads. Here workers do all of the work, late
// and out of order, and every worker must have done some of it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { type FormatName, formatNamed, formats } from '../../src/formats/registry.js';
import { dealCards } from '../../src/game/deal.js';
import type { DealView } from '../../src/game/deal-view.js';
import { resolveSelection, type Selection } from '../../src/selection/selection.js';
import { type DealBatch, deals } from '../../src/verbs/deals.js';
import { generate } from '../../src/verbs/generate.js';
import { checkSame } from '../support/bytes.js';
import { temporaryFolder } from '../support/command.js';
import { binaryHeader, expectedOf, records } from '../support/engines.js';
import { fileWith } from '../support/files.js';
import { numbersIn, range, scattered, sum } from '../support/numbers.js';
import { delayWorkers, watchWorkers } from '../support/threads.js';

// before the modules above are loaded
vi.hoisted(() => {
  process.env.FREECELL_DEALS_TEST_WORKERS_ONLY = '1';
});

const LIST = scattered(2500);
/** Some of 125,000 deals: each thread has two portions of 20,164 deals to filter, or more. */
const FILTERED = { first: 4_294_900_001, last: 4_295_025_000 };
const isKept = ({ number, cards }: Pick<DealView, 'number' | 'cards'>) => number % 61 === 5 && cards[0] < 40;
const kept: number[] = [];
for (let n = FILTERED.first; n <= FILTERED.last; n++)
  if (n % 61 === 5 && isKept({ number: n, cards: dealCards(n) })) kept.push(n);

interface Case {
  selection: () => Selection;
  numbers?: readonly number[]; // as the test knows them; otherwise the selection is asked for them
}

const cases: Record<string, Case> = {
  'a range': { selection: () => ({ deals: '4294965777..4294968776' }), numbers: range(4294965777, 3000) },
  'several ranges': {
    selection: () => ({ deals: '2147483000..2147485000,5007,1..999' }),
    numbers: [...range(2147483000, 2001), 5007, ...range(1, 999)],
  },
  'a list file': {
    selection: () => ({ dealsFrom: fileWith(`${LIST.join('\n')}\n5..9 1000..1300\n`) }),
    numbers: [...LIST, ...range(5, 5), ...range(1000, 301)],
  },
  'an iterable': { selection: () => ({ dealsFrom: new Set(LIST) }), numbers: LIST },
  'winnable deals': { selection: () => ({ deals: '10500..13000', winnable: true }) },
  'impossible deals': { selection: () => ({ deals: '1..100000000', impossible: true }) },
  'a sample': { selection: () => ({ deals: 'all', sample: { count: 2500, seed: 7 } }) },
  'a shard': {
    selection: () => ({ deals: '100001..112000', shard: { index: 3, count: 4 } }),
    numbers: range(106001, 3000),
  },
  'what a module keeps': {
    selection: () => ({ deals: FILTERED, filter: fileWith(`export default ${isKept}`, 'filter.mjs') }),
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

function wantedBytes(format: FormatName, numbers: readonly number[]): Buffer {
  const lines = formatNamed(format).layout({ first: undefined, count: undefined, selection: '' });
  if (format !== 'bin') return Buffer.concat([lines.head(0), expectedOf(records[format], numbers)]);
  const isRange = numbers.every((n, i) => n === numbers[0] + i);
  const record = isRange ? records.cards : records.numbered;
  const header = binaryHeader(isRange ? numbers[0] : undefined, numbers.length);
  return Buffer.concat([header, expectedOf(record, numbers)]);
}

/** Each selection as binary and as one format of lines, on other numbers of threads: pairs, not the product of the three. */
const ways = Object.entries(cases).flatMap(([name, one], i) => [
  { name, one, format: 'bin' as FormatName, threads: 1 + (i % 3) },
  { name, one, format: others[i % others.length], threads: 1 + ((i + 2) % 3) },
]);

describe('the bytes that one thread would write', () => {
  it.each(ways)('of $name as $format come from $threads workers', async ({ name, one, format, threads }) => {
    const numbers = await numbersOf(one);
    expect(numbers.length).toBeGreaterThan(1000);
    const wanted = wantedBytes(format, numbers);
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
  });

  it.each(Object.entries(cases).map(([name, one], i) => ({ name, one, threads: 1 + ((i + 1) % 3) })))(
    'of $name come out of deals() on $threads workers',
    async ({ one, threads }) => {
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
    },
  );
});
