// Deals of a list are left out of a source. deal-source.test.ts compares any source without any list with a set.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LAST_DEAL } from '../../src/game/constants.js';
import { formatRanges } from '../../src/game/deal-numbers.js';
import { type DealSet, readDealSet } from '../../src/selection/deal-set.js';
import { sourceOfSegments } from '../../src/selection/deal-source.js';
import { leaveOut } from '../../src/selection/exclude.js';
import { filesOf } from '../../src/selection/list/files.js';
import { listOf, range, segmentsOf } from '../support/numbers.js';

const source = sourceOfSegments([{ first: 1, last: 200 }], '1..200');

/** The ranges of a set, between those of the deals that are not in it. */
function listed(set: DealSet): [number, number][] {
  const left = [...set.dealsOf({ first: 1, last: LAST_DEAL - set.count })];
  const ends = [0, ...left.flatMap(({ first, last }) => [first - 1, last]), LAST_DEAL];
  const ranges = Array.from({ length: ends.length / 2 }, (_, i): [number, number] => [
    (ends[2 * i] as number) + 1,
    ends[2 * i + 1] as number,
  ]);
  return ranges.filter(([first, last]) => first <= last);
}

describe('ranges without a list', () => {
  it.each([
    [[64], `${range(1, 63)} | 65..200`],
    [[65, 65], '1..64 | 66..200'],
    [[2, 3, 5, 100, 199], '1,4 | 6..99 | 101..198 | 200'],
  ])('keep long ranges as ranges: 1..200 without %j', async (exclude, shown) => {
    const { numbers } = await leaveOut(source, { exclude: filesOf(exclude) });
    const segments = await segmentsOf(numbers());
    const texts = segments.map((one) => (Array.isArray(one) ? one.join() : formatRanges([one])));
    expect(texts.join(' | ')).toBe(shown);
  });

  it('have the numbers of short ranges as arrays', async () => {
    const all = range(1, 40_000);
    const whole = sourceOfSegments([{ first: 1, last: 40_000 }], '');
    const { numbers } = await leaveOut(whole, { exclude: filesOf(all.filter((n) => n % 2 === 0)) }); // two arrays
    const segments = (await segmentsOf(numbers())) as number[][];
    expect(segments.map(({ length }) => Math.ceil(length / 64))).toEqual([256, 58]); // arrays of 16,384 with some room
    expect(segments.flat()).toEqual(all.filter((n) => n % 2 > 0));
  });

  it('have a key with the count and the digest of the excluded deals, in any order', async () => {
    const keyOf = async (exclude: number[]) => (await leaveOut(source, { exclude: filesOf(exclude) })).key;
    const key = await keyOf([617, 8, 5, 7, 9, 5, 617]);
    expect(key).toMatch(/^1\.\.200 exclude 5 deals [0-9a-f]{32}$/);
    expect(await keyOf([5, 7, 8, 9, 617])).toBe(key);
    for (const other of [6, 2 ** 32 + 5]) expect(await keyOf([other, 7, 8, 9, 617])).not.toBe(key);
    expect(await keyOf([3, 4, 7])).not.toBe(await keyOf([3, 6, 7])); // whose ranks are the same
    expect(await keyOf([2 ** 32 + 5])).not.toBe(await keyOf([5])); // whose lower words are the same
    const { key: both } = await leaveOut(source, { winnable: true, exclude: filesOf([11982, 5, 6]) });
    expect(both).toMatch(/^1\.\.200 winnable exclude 2 deals [0-9a-f]{32}$/);
  });
});

describe('a set of deals', () => {
  it('takes 50,000 ranges over all deals', async () => {
    const all = { first: 1, last: LAST_DEAL };
    expect(listed(await readDealSet(Array(50_000).fill(all)))).toEqual([[1, LAST_DEAL]]);
  });

  it('has each deal of its numbers and ranges once, in ascending order, on both sides of 2^32', async () => {
    const first = fc.integer({ min: 2 ** 32 - 8, max: 2 ** 32 + 8 });
    const spans = fc.array(fc.tuple(first, fc.nat(9), fc.boolean()));
    await fc.assert(
      fc.asyncProperty(spans, async (some) => {
        const segments = some.map(([first, more, isArray]) =>
          isArray ? Float64Array.of(first + more, first) : { first, last: first + more },
        );
        const found = listed(await readDealSet(segments));
        const deals = found.flatMap(([first, last]) => range(first, last - first + 1));
        expect(deals).toEqual([...new Set(listOf(segments))].sort());
      }),
      { numRuns: 500 },
    );
  });
});
