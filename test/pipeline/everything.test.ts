// What holds for every format, every selection and every way to cut it: what generate writes is verified, and another
// reader finds in it the deals of the reference implementation. tsc names a format and an option that is missing here.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parquetReadObjects } from 'hyparquet';
import { expect, it } from 'vitest';
import { type FormatName, formats } from '../../src/formats/registry.js';
import { cardName } from '../../src/game/cards.js';
import { LAST_DEAL } from '../../src/game/constants.js';
import { dealCards } from '../../src/game/deal.js';
import type { DealView } from '../../src/game/deal-view.js';
import { impossibleDeals } from '../../src/selection/facts.js';
import { orderOf, permute } from '../../src/selection/sample.js';
import type { Selection } from '../../src/selection/selection.js';
import { countDeals } from '../../src/verbs/count.js';
import { generate } from '../../src/verbs/generate.js';
import { verify } from '../../src/verbs/verify.js';
import { temporaryFolder } from '../support/command.js';
import { conditions } from '../support/conditions.js';
import { FIRST_HIGH_DEAL, FIRST_WIDE_DEAL, listOf, range } from '../support/numbers.js';
import { fileBytes, namesOf, readDeals } from '../support/readers.js';
import { numbersOf } from '../support/selection.js';

const isKnownImpossible = (n: number) => impossibleDeals().has(n);

const NAMES: readonly FormatName[] = formats.map(({ name }) => name);

/** Numbers at which something changes: digits, regimes, impossible deals, both ends. */
const EDGES = [1, 10, 1000, 11982, 146692, 10 ** 6, FIRST_HIGH_DEAL, FIRST_WIDE_DEAL, 5e9, LAST_DEAL];

const number = fc
  .tuple(fc.constantFrom(...EDGES), fc.integer({ min: -300, max: 300 }))
  .map(([edge, distance]) => Math.min(LAST_DEAL, Math.max(1, edge + distance)));

/** Ranges that do not touch: edges apart. */
const ranges = fc
  .uniqueArray(
    fc.tuple(fc.nat(EDGES.length - 1), fc.integer({ min: -150, max: 150 }), fc.integer({ min: 1, max: 300 })),
    { selector: ([edge]) => edge, minLength: 1, maxLength: 4 },
  )
  .map((some) =>
    some.map(([edge, distance, count]) => {
      const first = Math.min(LAST_DEAL, Math.max(1, EDGES[edge] + distance));
      return { first, last: Math.min(LAST_DEAL, first + count - 1) };
    }),
  )
  // those of the first edges may overlap
  .filter((some) => {
    const sorted = some.toSorted((a, b) => a.first - b.first);
    return sorted.every(({ first }, i) => i === 0 || first > sorted[i - 1].last);
  });

const list = fc.array(number, { minLength: 1, maxLength: 400 });

/** Contiguous parts whose sizes differ by one at most, the larger ones first. */
function partsOf(numbers: readonly number[], count: number): number[][] {
  let left = [...numbers];
  return Array.from({ length: count }, (_, i) => {
    const size = Math.ceil(left.length / (count - i));
    const part = left.slice(0, size);
    left = left.slice(size);
    return part;
  });
}

/** A selection, and its numbers as this test knows them. */
interface Case {
  selection: Selection;
  numbers: number[];
}

const bases: fc.Arbitrary<Case> = fc.oneof(
  ranges.map((some) => ({
    selection: { deals: some.map(({ first, last }) => `${first}..${last}`).join() },
    numbers: listOf(some),
  })),
  list.map((numbers) => ({ selection: { dealsFrom: numbers }, numbers })),
);

/** Gives a selection one option more. */
type Change = (before: Case) => Case;

/** Adds an option that keeps some of the deals. */
const keeping =
  (option: Selection, keep: (n: number) => boolean): Change =>
  ({ selection, numbers }) => ({ selection: { ...selection, ...option }, numbers: numbers.filter(keep) });

/** Adds `winnable` or `impossible`: not both, and not where no deal would be left. */
const known =
  (option: Selection, keep: (n: number) => boolean): Change =>
  (before) =>
    before.selection.winnable || !before.numbers.some(keep) ? before : keeping(option, keep)(before);

const isKept = ({ number: n, cards }: Pick<DealView, 'number' | 'cards'>) => n % 3 > 0 && cards[51] > 9;

/** All options of a selection, in the order in which they apply. */
const CHANGES: Record<Exclude<keyof Selection, 'deals' | 'dealsFrom'>, fc.Arbitrary<Change>> = {
  winnable: fc.constant(known({ winnable: true }, (n) => !isKnownImpossible(n))),
  impossible: fc.constant(known({ impossible: true }, isKnownImpossible)),
  exclude: fc
    .array(number, { maxLength: 200 })
    .map((exclude) => keeping({ exclude }, (n) => !exclude.includes(n))),
  sample: fc
    .tuple(fc.double({ min: 0.01, max: 1, noNaN: true }), fc.maxSafeNat())
    .map(([share, seed]) => (before) => {
      const { selection, numbers } = before;
      if (selection.dealsFrom !== undefined || numbers.length === 0) return before;
      const indexes = new Float64Array(Math.ceil(share * numbers.length));
      permute(orderOf(numbers.length, seed), 0, indexes);
      return {
        selection: { ...selection, sample: { count: indexes.length, seed } },
        numbers: Array.from(indexes, (i) => numbers[i]),
      };
    }),
  shard: fc
    .tuple(fc.integer({ min: 1, max: 5 }), fc.nat())
    .map(([count, which]) => ({ selection, numbers }) => {
      const index = 1 + (which % count);
      const [shard, part] = [{ index, count }, partsOf(numbers, count)[index - 1]];
      return { selection: { ...selection, shard }, numbers: part };
    }),
  where: conditions.map(({ where, keeps }) => keeping({ where }, keeps)),
  filter: fc.constant(
    keeping({ filter: (deal) => isKept(deal) }, (n) => isKept({ number: n, cards: dealCards(n) })),
  ),
  limit: fc.integer({ min: 1, max: 300 }).map((limit) => ({ selection, numbers }) => ({
    selection: { ...selection, limit },
    numbers: numbers.slice(0, limit),
  })),
};

/** A selection in which about two thirds of the options are set. */
const cases: fc.Arbitrary<Case> = fc
  .tuple(bases, ...Object.values(CHANGES).map((change) => fc.option(change, { freq: 2 })))
  .map(([base, ...changes]) => changes.reduce((before, change) => change?.(before) ?? before, base));

/** Fails unless another reader finds these deals in a file, in their order. */
async function checkFile(path: string, format: FormatName, numbers: readonly number[]): Promise<void> {
  const read = await readDeals(path, format);
  expect(read.length).toBe(numbers.length);
  for (const [i, { deal = numbers[i], cards }] of read.entries()) {
    const wanted = numbers[i];
    if (deal !== wanted || (cards !== undefined && cards !== namesOf(dealCards(wanted))))
      expect.fail(`record ${i} is deal ${deal} with ${cards}; expected deal ${wanted}`);
  }
}

/** Bytes of a chunk that leave one deal for the last one, where there are several; some of the formats' records are as long. */
function chunkBytesOf(format: FormatName, count: number, part: number): number {
  const { records } = formats.find(({ name }) => name === format) as (typeof formats)[number];
  const bytes = Math.max(1, ...records.map(({ maxBytes }) => maxBytes));
  const divisors = range(1, Math.max(1, count - 1)).filter((deals) => (count - 1) % deals === 0);
  return bytes * divisors[part % divisors.length];
}

it('verify and another reader accept any selection in any format', async () => {
  await fc.assert(
    fc.asyncProperty(
      cases,
      fc.constantFrom(...NAMES),
      fc.nat(),
      async ({ selection, numbers }, format, part) => {
        const output = join(temporaryFolder(), 'deals.txt'); // whatever the format is
        const chunkBytes = chunkBytesOf(format, numbers.length, part);
        const generated = await generate({ ...selection, output, format, chunkBytes, threads: 1 });
        expect(generated).toMatchObject({ deals: numbers.length, status: 'written' });
        // a file of lines without deals has nothing to verify
        if (generated.bytes === 0) await expect(verify(output, { format })).rejects.toThrow('it is empty');
        else {
          const { records, bad, ranges } = await verify(output, { format, threads: 1 });
          expect([records, bad, statSync(output).size]).toEqual([numbers.length, 0, generated.bytes]);
          if (ranges.length < 64) expect(listOf(ranges)).toEqual(numbers);
        }
        await checkFile(output, format, numbers);
        expect(await countDeals({ ...selection, threads: 1 })).toBe(numbers.length);
        expect(await numbersOf(selection)).toEqual(numbers);
        // any file but a solver's text is a list again
        if (format !== 'text') expect(await numbersOf({ dealsFrom: output })).toEqual(numbers);
        const again = await generate({ ...selection, output, format, threads: 1, resume: true });
        expect(again.status).toBe('unchanged');
      },
    ),
    { numRuns: 20 },
  );
});

/** For each format and record, a selection whose last block of verify, or row group, has one deal; and its number of deals. */
const LARGE: Record<FormatName, [selection: Selection, count: number][]> = {
  bin: [
    [{ deals: [{ first: FIRST_HIGH_DEAL - 40_000, last: FIRST_HIGH_DEAL + 40_659 }] }, 80_659 + 1],
    [{ deals: 'all', sample: { count: 69_906, seed: 617 } }, 69_905 + 1],
  ],
  text: [[{ deals: [{ first: FIRST_WIDE_DEAL - 10_000, last: FIRST_WIDE_DEAL + 3442 }] }, 2 * 6721 + 1]],
  ndjson: [[{ deals: [{ first: 999_990_000, last: 999_990_000 + 30_000 }] }, 30_001]],
  numbers: [[{ deals: [{ first: LAST_DEAL - 381_300, last: LAST_DEAL }] }, 381_300 + 1]],
  parquet: [[{ deals: [{ first: 999_900, last: 999_900 + 122_880 }] }, 122_880 + 1]],
  csv: [[{ deals: [{ first: 980_000, last: 980_000 + 30_000 }] }, 30_001]],
};
const large = NAMES.flatMap((format) => LARGE[format].map((job) => [format, ...job] as const));

it.each(large)('as %s of %j: many blocks, the last of one deal', async (format, selection, count) => {
  const output = join(temporaryFolder(), 'deals');
  expect(await generate({ ...selection, output, format, threads: 1 })).toMatchObject({ deals: count });
  const { records, bad, ranges } = await verify(output, { format, threads: 2 });
  expect({ records, bad }).toEqual({ records: count, bad: 0 });
  if (ranges.length === 1) expect(ranges).toEqual(selection.deals);
  const numbers = await numbersOf(selection);
  if (format !== 'parquet') return checkFile(output, format, numbers);
  // reading all columns of all rows takes seconds
  const file = fileBytes(output);
  const rows = await parquetReadObjects({ file, columns: ['deal', 'card_51', 'pos_7D'] });
  expect(rows.map((row) => Number(row.deal))).toEqual(numbers);
  for (const [i, row] of rows.entries()) {
    const cards = dealCards(numbers[i]);
    if (row.card_51 !== cardName(cards[51]) || row.pos_7D !== cards.indexOf(25)) expect.fail(`row ${i}`);
  }
});
