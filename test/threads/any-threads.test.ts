// Every kind of selection gives the same deals and bytes on any number of threads: workers do all of the work, late and out of order,
// and every worker must have done some of it. Other tests compare the calling thread with the reference implementation.

import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { type FormatName, formats } from '../../src/formats/registry.js';
import type { DealView } from '../../src/game/deal-view.js';
import type { Selection } from '../../src/selection/selection.js';
import { type DealBatch, deals } from '../../src/verbs/deals.js';
import { generate } from '../../src/verbs/generate.js';
import { checkSame } from '../support/bytes.js';
import { temporaryFolder } from '../support/command.js';
import { fileWith } from '../support/files.js';
import { range, scattered, sum } from '../support/numbers.js';
import { delayWorkers, watchWorkers } from '../support/threads.js';

/** Lets workers alone run tasks until the test ends, late and out of order. */
function useWorkers() {
  delayWorkers(4);
  vi.stubEnv('FREECELL_DEALS_TEST_WORKERS_ONLY', '1');
  return watchWorkers();
}

const LIST = scattered(2500);
/** Some of 125,000 deals: each thread has two portions of 20,164 deals to filter, or more. */
const FILTERED = { first: 4_294_900_001, last: 4_295_025_000 };
const isKept = ({ number, cards }: Pick<DealView, 'number' | 'cards'>) => number % 61 === 5 && cards[0] < 40;

const cases: Record<string, () => Selection> = {
  'a range': () => ({ deals: '4294965777..4294968776' }),
  'several ranges': () => ({ deals: '2147483000..2147485000,5007,1..999' }),
  'a list file': () => ({ dealsFrom: fileWith(`${LIST.join('\n')}\n5..9 1000..1300\n`) }),
  'an iterable': () => ({ dealsFrom: new Set(LIST) }),
  'winnable deals': () => ({ deals: '10500..13000', winnable: true }),
  'impossible deals': () => ({ deals: '1..100000000', impossible: true }),
  'a sample': () => ({ deals: 'all', sample: { count: 2500, seed: 7 } }),
  'a shard': () => ({ deals: '100001..112000', shard: { index: 3, count: 4 } }),
  'what a module keeps': () => ({
    deals: FILTERED,
    filter: fileWith(`export default ${isKept}`, 'filter.mjs'),
  }),
  'what a function keeps': () => ({ deals: FILTERED, filter: isKept }),
};

/** Parquet's row groups are far larger: it has cases of its own. */
const [, ...others] = formats
  .filter(({ records }) => records.length > 0)
  .map(({ name }) => name as FormatName);

/** Each selection as binary and as one format of lines, on two and three threads: pairs, not the product. */
const ways = Object.entries(cases).flatMap(([name, selectionOf], i) => [
  { name, selectionOf, format: 'bin' as FormatName, threads: 2 + (i % 2) },
  { name, selectionOf, format: others[i % others.length], threads: 3 - (i % 2) },
]);

it.each(ways)('$name as $format: $threads workers write what one thread writes', async (way) => {
  const { selectionOf, format, threads } = way;
  const [whole, output] = [join(temporaryFolder(), 'a'), join(temporaryFolder(), 'a')];
  const generated = await generate({ ...selectionOf(), output: whole, format, threads: 1 });
  expect(generated.deals).toBeGreaterThan(1000);
  const workers = useWorkers();
  const chunkBytes = Math.ceil((60 * statSync(whole).size) / generated.deals); // some 60 deals a chunk
  const options = { ...selectionOf(), output, format, threads, chunkBytes };
  await generate(options);
  checkSame(readFileSync(output), readFileSync(whole));
  const tasks = workers.at(-1) as ReadonlyMap<number, number>;
  expect(tasks.size).toBe(threads);
  expect(sum(tasks.values())).toBeGreaterThan(10);
  if (format !== 'bin') return;
  // chunks are compared as late, and their memory is used again
  const again = await generate({ ...options, resume: true });
  expect(again).toMatchObject({ status: 'unchanged', deals: generated.deals });
});

it.each(Object.entries(cases))(
  'deals() yields %s from three workers as from one thread',
  async (_, selectionOf) => {
    /** The numbers and cards of all batches, which are held until the last one has come. */
    async function dealt(threads: number) {
      const batches: DealBatch[] = [];
      for await (const batch of deals({ ...selectionOf(), threads, chunkBytes: 60 * 52 }))
        batches.push(batch);
      const numbers = batches.flatMap(({ first, count, numbers = range(first, count) }) => [...numbers]);
      expect(batches.every(({ first, numbers }) => numbers === undefined || numbers[0] === first)).toBe(true);
      return { numbers, cards: Buffer.concat(batches.map(({ cards }) => cards)) };
    }
    const wanted = await dealt(1);
    const workers = useWorkers();
    const { numbers, cards } = await dealt(3);
    expect(numbers).toEqual(wanted.numbers);
    checkSame(cards, wanted.cards);
    expect(workers.at(-1)?.size).toBe(3);
  },
);
