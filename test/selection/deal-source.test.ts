// Sources of deal numbers in memory. The tests read any slice of them, leave out a list, take samples, and abort streams.

import { getEventListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PAUSE, untilAborted } from '../../src/common/until-aborted.js';
import { LAST_DEAL } from '../../src/game/constants.js';
import { type DealNumbers, type DealRange, formatRanges } from '../../src/game/deal-numbers.js';
import { type DealSet, readDealSet } from '../../src/selection/deal-set.js';
import {
  type DealSource,
  type NumberStream,
  sliceSource,
  sourceOfList,
  sourceOfSegments,
} from '../../src/selection/deal-source.js';
import { leaveOut } from '../../src/selection/exclude.js';
import { filesOf } from '../../src/selection/list/files.js';
import { type Order, orderOf, permute, sampleSource } from '../../src/selection/sample.js';
import { pairsIn } from '../support/golden.js';
import { listOf, numbersIn, range, segmentsOf } from '../support/numbers.js';

const SEGMENTS: DealNumbers[] = [{ first: 5, last: 8 }, Float64Array.of(617, 3, 90), { first: 1, last: 2 }];
const NUMBERS = [5, 6, 7, 8, 617, 3, 90, 1, 2];

interface Case {
  source: DealSource;
  numbers: number[];
}

const someRange = fc
  .tuple(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 150 }))
  .map(([first, count]): DealRange => ({ first, last: first + count - 1 }));
const someNumbers = fc
  .array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 60 })
  .map((numbers) => Float64Array.from(numbers));
const ranges = fc.array(someRange, { maxLength: 4 });
const mixed = fc.array(fc.oneof(someRange, someNumbers), { maxLength: 5 });

/** Ranges, and a list of ranges and numbers. */
const bases: fc.Arbitrary<Case> = fc.oneof(
  ranges.map((segments) => ({ source: sourceOfSegments(segments, ''), numbers: listOf(segments) })),
  mixed.map((segments) => ({ source: sourceOfList(() => segments, ''), numbers: listOf(segments) })),
);

/** Leaves out deals of a source: with a list, or by a slice. */
type Change = (before: Case) => Case | Promise<Case>;

const excluding = mixed.map(
  (excluded): Change =>
    async ({ source, numbers }) => {
      const gone = new Set(listOf(excluded));
      async function* list() {
        yield* listOf(excluded);
      }
      const rest = await leaveOut(source, { exclude: filesOf(list()) });
      return { source: rest, numbers: numbers.filter((n) => !gone.has(n)) };
    },
);
const slicing = fc.tuple(fc.nat(), fc.nat(300)).map(
  ([from, length]): Change =>
    ({ source, numbers }) => {
      const start = from % (numbers.length + 3); // or past the end
      const end = start + length;
      return { source: sliceSource(source, start, end, 'cut'), numbers: numbers.slice(start, end) };
    },
);
const two = [fc.tuple(excluding, slicing), fc.tuple(slicing, slicing)];
const changes = fc.oneof(fc.constant([]), fc.tuple(excluding), fc.tuple(slicing), ...two);

it('a source has the count, any slice, any number and any sample of what exclusions and slices leave', async () => {
  const index = fc.nat(300);
  await fc.assert(
    fc.asyncProperty(bases, changes, index, index, async (base, changes, from, to) => {
      let after = base;
      for (const change of changes) after = await change(after);
      const { source, numbers } = after;
      const slices = [source.numbers(from, to), source.numbers(from)].map(numbersIn); // at the same time
      expect(await slices[0]).toEqual(numbers.slice(from, Math.max(from, to)));
      expect(await slices[1]).toEqual(numbers.slice(from));
      if (source.count !== undefined) expect(source.count).toBe(numbers.length);
      if (source.segments !== undefined) expect(listOf(source.segments)).toEqual(numbers);
      const { numberAtIndex } = source;
      if (numberAtIndex === undefined || numbers.length === 0) return;
      expect(numbers.map((_, i) => numberAtIndex(i))).toEqual(numbers);
      // a sample of all of them has each once, and begins with every smaller sample
      const sample = (count: number) => numbersIn(sampleSource(source, { count, seed: to }).numbers());
      const all = await sample(numbers.length);
      expect(all.toSorted()).toEqual(numbers.toSorted());
      const some = 1 + (from % numbers.length);
      expect(await sample(some)).toEqual(all.slice(0, some));
    }),
    { numRuns: 500 },
  );
});

it.each<[number, number, (number[] | DealRange)[]]>([
  [0, 4, [{ first: 5, last: 8 }]],
  [3, 5, [{ first: 8, last: 8 }, [617]]],
  [7, 99, [{ first: 1, last: 2 }]],
  [9, 99, []],
])('a slice from %d to before %d has no empty segment', async (from, to, segments) => {
  for (const source of [sourceOfSegments(SEGMENTS, ''), sourceOfList(() => SEGMENTS, '')])
    expect(await segmentsOf(source.numbers(from, to))).toEqual(segments);
});

it('a list is read no further than its consumer asks', async () => {
  function* read() {
    yield* SEGMENTS.slice(0, 2);
    throw new Error('too far');
  }
  const { numbers } = sourceOfList(read, '');
  expect(await numbersIn(numbers(1, 7))).toEqual(NUMBERS.slice(1, 7));
  await expect(numbersIn(numbers(1, 8))).rejects.toThrow('too far');
});

const SOURCE = sourceOfSegments([{ first: 1, last: 200 }], '1..200');

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
    const { numbers } = await leaveOut(SOURCE, { exclude: filesOf(exclude) });
    const segments = await segmentsOf(numbers());
    const texts = segments.map((one) => (Array.isArray(one) ? one.join() : formatRanges([one])));
    expect(texts.join(' | ')).toBe(shown);
  });

  it('have a key with the count and the digest of the excluded deals, in any order', async () => {
    const keyOf = async (exclude: number[]) => (await leaveOut(SOURCE, { exclude: filesOf(exclude) })).key;
    const key = await keyOf([617, 8, 5, 7, 9, 5, 617]);
    expect(key).toMatch(/^1\.\.200 exclude 5 deals [0-9a-f]{32}$/);
    expect(await keyOf([5, 7, 8, 9, 617])).toBe(key);
    for (const other of [6, 2 ** 32 + 5]) expect(await keyOf([other, 7, 8, 9, 617])).not.toBe(key);
    expect(await keyOf([3, 4, 7])).not.toBe(await keyOf([3, 6, 7])); // whose ranks are the same
    expect(await keyOf([2 ** 32 + 5])).not.toBe(await keyOf([5])); // whose lower words are the same
    const { key: both } = await leaveOut(SOURCE, { winnable: true, exclude: filesOf([11982, 5, 6]) });
    expect(both).toMatch(/^1\.\.200 winnable exclude 2 deals [0-9a-f]{32}$/);
  });
});

describe('a set of deals to leave out', () => {
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

describe('numbers until a signal aborts', () => {
  async function* read(stream: NumberStream, signal?: AbortSignal): AsyncGenerator<DealNumbers, void, void> {
    for await (const numbers of untilAborted(stream, signal)) if (numbers !== PAUSE) yield numbers;
  }

  async function* streamOf() {
    yield* SEGMENTS;
  }

  it('are all numbers if it never aborts, and no listener remains', async () => {
    const { signal } = new AbortController();
    for (const stream of [SEGMENTS, streamOf]) {
      for (const given of [undefined, signal]) {
        const numbers = typeof stream === 'function' ? stream() : stream;
        expect(await numbersIn(read(numbers, given))).toEqual(NUMBERS);
      }
    }
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('come with a pause among them, although the next one is never late', async () => {
    async function* steady() {
      for (let i = 0; i < 20; i++) yield await sleep(10, i);
    }
    const items: unknown[] = [];
    for await (const item of untilAborted(steady())) items.push(item);
    expect(items).toContain(PAUSE);
  });

  it('wait for the stream to close if it fails or is not read to its end', async () => {
    const { signal } = new AbortController();
    const failing = { next: () => Promise.reject(new Error('cannot be read')) }; // and cannot be closed
    const stream = { [Symbol.asyncIterator]: () => failing };
    await expect(numbersIn(read(stream, signal))).rejects.toThrow('cannot be read');
    const idle = { next: () => new Promise<never>(() => {}), return: () => Promise.reject('too late') };
    const stop = new AbortController();
    setImmediate(() => stop.abort(new Error('enough')));
    const waiting = read({ [Symbol.asyncIterator]: () => idle }, stop.signal);
    await expect(numbersIn(waiting)).rejects.toThrow('enough'); // and no rejection is left
    let hasEnded = false;
    async function* slow(): AsyncGenerator<DealNumbers, void, void> {
      try {
        yield* SEGMENTS;
      } finally {
        await new Promise(setImmediate);
        hasEnded = true;
      }
    }
    for await (const _ of untilAborted(slow(), signal)) break;
    expect(hasEnded).toBe(true);
  });
});

const MILLION = [{ first: 1, last: 1_000_000 }];

/** The indexes at the `count` places of an order from `from` on. */
function indexesOf(order: Order, from: number, count: number): number[] {
  const indexes = new Float64Array(count);
  permute(order, from, indexes);
  return [...indexes];
}

describe('a sample', () => {
  // a second reading of the method, in Python's unbounded integers
  it.each(pairsIn('samples.txt'))('of 1..LAST with a seed, %s, is that of sample.py', async (text, deals) => {
    const [last, seed] = text.split(' ').map(Number) as [number, number];
    const source = sourceOfSegments([{ first: 1, last }], '');
    const sample = sampleSource(source, { count: last, seed });
    const slices = [sample.numbers(0, 10), sample.numbers(last - 1)].map(numbersIn);
    expect((await Promise.all(slices)).flat().join(' ')).toBe(deals);
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
});
