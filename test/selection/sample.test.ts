import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DealRange } from '../../src/game/deal-numbers.js';
import {
  type DealSource,
  sliceSource,
  sourceOfList,
  sourceOfSegments,
} from '../../src/selection/deal-source.js';
import { type Order, orderOf, permute, sampleSource } from '../../src/selection/sample.js';
import { numbersIn, segmentsOf } from '../support/numbers.js';

/** The numbers of a sample from index `from` to before `to`. */
function partOf(ranges: DealRange[], seed: number, from: number, to: number): Promise<number[]> {
  return numbersIn(sampleSource(sourceOfSegments(ranges, ''), { count: to, seed }).numbers(from, to));
}

const sampled = (ranges: DealRange[], count: number, seed: number) => partOf(ranges, seed, 0, count);

const ALL = [{ first: 1, last: 8589934591 }];
const MILLION = [{ first: 1, last: 1_000_000 }];

/** The indexes at the `count` places of an order from `from` on. */
function indexesOf(order: Order, from: number, count: number): number[] {
  const indexes = new Float64Array(count);
  permute(order, from, indexes);
  return [...indexes];
}

describe('a sample', () => {
  // made once by a second reading of the method, in Python's unbounded integers (test/golden/sample.py)
  it('is the sample that test/golden/sample.py computes', async () => {
    expect(await sampled(MILLION, 10, 7)).toEqual([
      151265, 358938, 467787, 291674, 226905, 101177, 611980, 953105, 318397, 266424,
    ]);
    expect(await sampled(ALL, 5, 2 ** 53 - 1)).toEqual([
      3196113141, 3461071308, 8149177857, 1315184883, 2427315715,
    ]);
  });

  it('of all deals has each of them once, and can be begun at any place', () => {
    const sizes = fc.oneof(fc.constantFrom(1, 2, 3, 4, 5, 8, 9, 1025), fc.integer({ min: 1, max: 3000 }));
    const seeds = fc.oneof(fc.constantFrom(0, 1, 2 ** 53 - 1), fc.maxSafeNat());
    fc.assert(
      fc.property(sizes, seeds, (count, seed) => {
        const order = orderOf(count, seed);
        const all = indexesOf(order, 0, count);
        expect(all.toSorted((a, b) => a - b)).toEqual([...all.keys()]);
        const half = count >> 1;
        expect(indexesOf(order, half, count - half)).toEqual(all.slice(half));
      }),
      { numRuns: 150 },
    );
  });

  it('is made 65,536 numbers at a time, and any slice of it equals that slice of the whole', async () => {
    const sample = sampleSource(sourceOfSegments(MILLION, ''), { count: 150_000, seed: 5 });
    const all = await numbersIn(sample.numbers());
    expect(new Set(all).size).toBe(150_000);
    for (const [from, to, ...sizes] of [
      [0, 65_536, 65_536],
      [65_535, 65_537, 2],
      [10, 131_083, 65_536, 65_536, 1],
      [100_000, 149_999, 49_999],
      [149_990, 300_000, 10],
      [150_000, 150_000],
    ]) {
      const segments = (await segmentsOf(sample.numbers(from, to))) as number[][];
      expect(segments.map(({ length }) => length)).toEqual(sizes);
      expect(segments.flat(), `${from} to ${to}`).toEqual(all.slice(from, to));
    }
  });

  it('is spread evenly for every seed', async () => {
    // 64 bins of 1,000 each: chi squared has mean 63 and standard deviation 11; 130 is six of these away
    for (const seed of [0, 1, 2, 7, 2 ** 32, 2 ** 53 - 1]) {
      const bins = new Float64Array(64);
      const all = await sampled(ALL, 64_000, seed);
      for (const n of all) bins[Math.floor((n - 1) / (8589934592 / 64))] += 1;
      const deviation = bins.reduce((sum, k) => sum + (k - 1000) ** 2 / 1000, 0);
      expect(deviation, `seed ${seed}`).toBeLessThan(130);
      // neighbours in the sample are above one another as often as not
      const rises = all.filter((n, i) => i > 0 && n > (all[i - 1] as number)).length;
      expect(Math.abs(rises - 32_000), `seed ${seed}`).toBeLessThan(6 * Math.sqrt(64_000 / 12));
    }
  });

  it('differs from seed to seed', async () => {
    const seeds = [0, 1, 2, 3, 2 ** 32, 2 ** 32 + 1, 2 ** 33, 2 ** 53 - 1];
    const samples = await Promise.all(seeds.map((seed) => sampled(MILLION, 3, seed)));
    expect(new Set(samples.map((sample) => sample.join())).size).toBe(seeds.length);
  });

  const source = sourceOfSegments([{ first: 1, last: 11 }], 'x');

  it('has a key of its count and its seed, and is not sampled again', () => {
    const sample = sampleSource(source, { count: 7, seed: 3 });
    expect(sample).toMatchObject({ count: 7, key: 'x sample 7 seed 3' });
    expect([sample.segments, sample.numberAtIndex, sample.newChecksum]).toEqual(Array(3).fill(undefined));
    expect(sampleSource(source, { count: 7 }).key).toBe('x sample 7 seed 1');
  });

  it.each<[string, DealSource]>([
    ['a list', sourceOfList(() => [], '', undefined)],
    ['a slice of a source', sliceSource(source, 0, 5, 'cut')],
    ['what is not counted', { ...source, count: undefined }],
  ])('is not possible for %s', (_, other) => {
    expect(() => sampleSource(other, { count: 1 })).toThrow('a list cannot be sampled; name ranges instead');
  });
});
