import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/common/errors.js';
import { countNumbers, type DealRange } from '../../src/game/deal-numbers.js';
import { sourceOfSegments } from '../../src/selection/deal-source.js';
import { checkSample, type Order, orderOf, permute, sampleSource } from '../../src/selection/sample.js';

/** The numbers of a sample from index `from` to before `to`. */
async function partOf(ranges: DealRange[], seed: number, from: number, to: number): Promise<number[]> {
  const numbers: number[] = [];
  const sample = sampleSource(sourceOfSegments(ranges, ''), { count: to, seed });
  for await (const some of sample.numbers(from, to)) {
    numbers.push(...(some as Float64Array));
  }
  return numbers;
}

const MILLION = [{ first: 1, last: 1_000_000 }];

/** The indexes at the `count` places of an order from `from` on. */
function indexesOf(order: Order, from: number, count: number): number[] {
  const indexes = new Float64Array(count);
  permute(order, from, indexes);
  return [...indexes];
}

describe('a sample', () => {
  const sampled = (ranges: DealRange[], count: number, seed: number) => partOf(ranges, seed, 0, count);

  // made once by a second reading of the method, in Python's unbounded integers (test/golden/sample.py)
  it('is the sample that test/golden/sample.py computes', async () => {
    expect(await sampled(MILLION, 10, 7)).toEqual([
      151265, 358938, 467787, 291674, 226905, 101177, 611980, 953105, 318397, 266424,
    ]);
    expect(await sampled([{ first: 1, last: 8589934591 }], 5, 2 ** 53 - 1)).toEqual([
      3196113141, 3461071308, 8149177857, 1315184883, 2427315715,
    ]);
  });

  it.each([1, 2, 3, 4, 5, 8, 9, 100, 1025])('of all %d deals has each of them once', (count) => {
    for (const seed of [0, 1, 2 ** 53 - 1]) {
      const order = orderOf(count, seed);
      const all = indexesOf(order, 0, count);
      expect(all.toSorted((a, b) => a - b)).toEqual([...all.keys()]);
      const half = count >> 1;
      expect(indexesOf(order, half, count - half)).toEqual(all.slice(half));
    }
  });

  it('of all deals of any selection has each of them once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3000 }), fc.maxSafeNat(), (count, seed) => {
        const seen = new Set(indexesOf(orderOf(count, seed), 0, count));
        return seen.size === count && [...seen].every((i) => i >= 0 && i < count);
      }),
      { numRuns: 80 },
    );
  });

  it('of any ranges has only their deals, and begins with every smaller sample', async () => {
    const gaps = fc.array(fc.tuple(fc.integer({ min: 2, max: 1e9 }), fc.integer({ min: 1, max: 200 })), {
      minLength: 1,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(gaps, fc.maxSafeNat(), async (steps, seed) => {
        let last = 0;
        const ranges = steps.map(([gap, count]) => {
          const first = last + gap;
          last = first + count - 1;
          return { first, last };
        });
        const deals = ranges.reduce((sum, range) => sum + countNumbers(range), 0);
        const all = await sampled(ranges, deals, seed);
        expect(new Set(all).size).toBe(deals);
        for (const n of all) expect(ranges.some(({ first, last }) => n >= first && n <= last)).toBe(true);
        const half = Math.ceil(deals / 2);
        expect(await sampled(ranges, half, seed)).toEqual(all.slice(0, half));
      }),
      { numRuns: 40 },
    );
  });

  it('of several segments has each number once, and any slice of it equals that slice of the whole', async () => {
    const all = await sampled(MILLION, 150_000, 5);
    expect(new Set(all).size).toBe(150_000);
    for (const [from, to] of [
      [0, 65_536],
      [65_535, 65_537],
      [65_536, 150_000],
      [100_000, 149_999],
      [150_000, 150_000],
    ] as const) {
      const part = await partOf(MILLION, 5, from, to);
      expect(part.join() === all.slice(from, to).join(), `${from} to ${to}`).toBe(true);
    }
  });

  it('is spread evenly for every seed', async () => {
    // 64 bins of 1,000 each: chi squared has mean 63 and standard deviation 11; 130 is six of these away
    for (const seed of [0, 1, 2, 7, 2 ** 32, 2 ** 53 - 1]) {
      const bins = new Float64Array(64);
      const all = await sampled([{ first: 1, last: 8589934591 }], 64_000, seed);
      for (const n of all) bins[Math.floor((n - 1) / (8589934592 / 64))] += 1;
      expect(
        bins.reduce((sum, k) => sum + (k - 1000) ** 2 / 1000, 0),
        `seed ${seed}`,
      ).toBeLessThan(130);
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
});

describe('a sample that cannot be taken', () => {
  it.each([
    [{ count: 0 }, 'sample 0 is outside 1..1000000'],
    [{ count: 1.5 }, 'sample 1.5 is outside'],
    [{ count: 1_000_001 }, 'sample 1000001 is outside 1..1000000'],
    [{ count: 5, seed: -1 }, 'seed -1 is outside 0..9007199254740991'],
    [{ count: 5, seed: 0.5 }, 'seed 0.5 is outside'],
  ])('%j is refused', (sample, message) => {
    expect(() => checkSample(sample, 1_000_000)).toThrow(InputError);
    expect(() => checkSample(sample, 1_000_000)).toThrow(message);
  });
});
