// Sources of a few deal numbers in memory. The tests read any slice of them, leave out a list, and abort streams.

import { describe, expect, it, vi } from 'vitest';
import { countNumbers, type DealNumbers, type DealRange } from '../../src/game/deal-numbers.js';
import { digestOf } from '../../src/selection/checksum.js';
import {
  type DealSource,
  type NumberStream,
  rangeOf,
  sliceSource,
  sourceOfList,
  sourceOfSegments,
  untilAborted,
} from '../../src/selection/deal-source.js';
import { excludeFrom } from '../../src/selection/exclude.js';
import { sampleSource } from '../../src/selection/sample.js';
import { listOf, numbersIn, range, segmentsOf } from '../support/numbers.js';

const SEGMENTS: DealNumbers[] = [{ first: 5, last: 8 }, Float64Array.of(617, 3, 90), { first: 1, last: 2 }];
const NUMBERS = [5, 6, 7, 8, 617, 3, 90, 1, 2];
/** Indexes within and at the ends of segments, and two past the end. */
const EDGES = [0, 1, 3, 4, 5, 7, 8, 9, 12];

/** The indexes between which a source has other numbers than expected, and these. */
async function wrongSlices({ numbers }: DealSource, expected: readonly number[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const from of EDGES) {
    for (const to of EDGES) {
      const found = await numbersIn(numbers(from, to));
      if (found.join() !== expected.slice(from, to).join()) wrong.push(`${from} to ${to}: ${found}`);
    }
  }
  return wrong;
}

const sources: Record<string, () => DealSource> = {
  'segments in memory': () => sourceOfSegments(SEGMENTS, 'x'),
  'a list': () => sourceOfList(() => SEGMENTS, 'x', undefined),
};

describe.each(Object.entries(sources))('a source of %s', (_, make) => {
  it('returns any slice of its numbers', async () => {
    expect(await wrongSlices(make(), NUMBERS)).toEqual([]);
    expect(await numbersIn(make().numbers())).toEqual(NUMBERS);
    expect(await numbersIn(make().numbers(4))).toEqual(NUMBERS.slice(4));
  });

  it.each<[number, number, (number[] | DealRange)[]]>([
    [0, 4, [{ first: 5, last: 8 }]],
    [3, 5, [{ first: 8, last: 8 }, [617]]],
    [7, 99, [{ first: 1, last: 2 }]],
    [9, 99, []],
  ])('gives no empty segment from %d to before %d', async (from, to, segments) => {
    expect(await segmentsOf(make().numbers(from, to))).toEqual(segments);
  });

  it('that is cut off has any slice of its remaining numbers', async () => {
    const slice = sliceSource(make(), 2, 7, 'cut');
    expect(await wrongSlices(slice, NUMBERS.slice(2, 7))).toEqual([]);
    expect(await numbersIn(slice.numbers())).toEqual(NUMBERS.slice(2, 7));
    const { count, segments } = make();
    expect(slice).toMatchObject({ key: 'x cut', count: count && 5, numberAtIndex: undefined });
    expect(slice.segments && listOf(slice.segments)).toEqual(segments && NUMBERS.slice(2, 7));
  });
});

describe('a source of segments in memory', () => {
  it('finds numbers by their indexes', () => {
    for (const [segments, numbers] of [
      [SEGMENTS, NUMBERS],
      [[{ first: 5, last: 8 }], [5, 6, 7, 8]],
      [[Float64Array.of(9, 8)], [9, 8]],
    ] as const) {
      const { count, numberAtIndex } = sourceOfSegments(segments, '');
      expect(numbers.map((_, i) => numberAtIndex?.(i))).toEqual(numbers);
      expect(count).toBe(numbers.length);
    }
  });
});

describe('a source of a list', () => {
  it('has no count', () => {
    const { count, segments, numberAtIndex } = sourceOfList(() => SEGMENTS, 'x', undefined);
    expect([count, segments, numberAtIndex]).toEqual([undefined, undefined, undefined]);
  });

  it('is read no further than its consumer asks', async () => {
    function* read() {
      yield* SEGMENTS.slice(0, 2);
      throw new Error('too far');
    }
    const { numbers } = sourceOfList(read, '', undefined);
    expect(await numbersIn(numbers(1, 7))).toEqual(NUMBERS.slice(1, 7));
    await expect(numbersIn(numbers(1, 8))).rejects.toThrow('too far');
  });
});

const range5to9 = { first: 5, last: 9 };

it.each<[string, DealNumbers[] | undefined, DealRange | undefined]>([
  ['nothing', undefined, undefined],
  ['no segment', [], undefined],
  ['a range', [range5to9], range5to9],
  ['numbers that are one', [Float64Array.of(5, 6, 7)], { first: 5, last: 7 }],
  ['other numbers', [Float64Array.of(5, 7, 6)], undefined],
  ['two ranges', [range5to9, { first: 10, last: 12 }], undefined],
])('rangeOf of %s returns the range or undefined', (_, segments, found) => {
  expect(rangeOf(segments)).toEqual(found);
});

describe('numbers until a signal aborts', () => {
  /** A stream that yields all segments and ends, or never does; `ended` tells whether it was closed. */
  function streamOf(segments: readonly DealNumbers[], isEndless = false) {
    const left = [...segments];
    const stream = {
      ended: false,
      asked: 0,
      [Symbol.asyncIterator]: () => stream,
      async next() {
        stream.asked++;
        const value = left.shift();
        if (value !== undefined) return { value, done: false as const };
        return isEndless ? new Promise<never>(() => {}) : { value: undefined, done: true as const };
      },
      async return() {
        stream.ended = true;
        return { value: undefined, done: true as const };
      },
    };
    return stream;
  }

  it('are all numbers if it never aborts', async () => {
    const { signal } = new AbortController();
    const [added, removed] = [vi.spyOn(signal, 'addEventListener'), vi.spyOn(signal, 'removeEventListener')];
    expect(await numbersIn(untilAborted(streamOf(SEGMENTS), signal))).toEqual(NUMBERS);
    const calls = [added, removed].map(({ mock }) => mock.calls.filter(([type]) => type === 'abort').length);
    expect(calls).toEqual([4, 4]); // for each segment and the end
    expect(await numbersIn(untilAborted(SEGMENTS, signal))).toEqual(NUMBERS);
    expect(await numbersIn(untilAborted(SEGMENTS, undefined))).toEqual(NUMBERS);
    expect(await numbersIn(untilAborted(streamOf(SEGMENTS), undefined))).toEqual(NUMBERS);
  });

  it('are none if it has aborted before', async () => {
    const stream = streamOf(SEGMENTS);
    const signal = AbortSignal.abort(new Error('before'));
    await expect(numbersIn(untilAborted(stream, signal))).rejects.toThrow('before');
    expect(stream.asked).toBe(0);
    await expect(numbersIn(untilAborted(SEGMENTS, signal))).rejects.toThrow('before');
  });

  it('end with its reason if the next segment never comes', async () => {
    const stop = new AbortController();
    const stream = streamOf(SEGMENTS, true);
    setImmediate(() => stop.abort(new Error('enough')));
    await expect(numbersIn(untilAborted(stream, stop.signal))).rejects.toThrow('enough');
    expect(stream.ended).toBe(true);
  });

  it('end with its reason between two segments', async () => {
    const stop = new AbortController();
    const stream = streamOf(SEGMENTS);
    const read = async () => {
      for await (const _ of untilAborted(stream, stop.signal)) stop.abort(new Error('enough'));
    };
    await expect(read()).rejects.toThrow('enough');
    expect([stream.asked, stream.ended]).toEqual([1, true]);
  });

  it('wait for the stream to close if it fails or is not read to its end', async () => {
    const { signal } = new AbortController();
    const failing = { next: () => Promise.reject(new Error('cannot be read')) }; // and cannot be closed
    const stream = { [Symbol.asyncIterator]: () => failing };
    await expect(numbersIn(untilAborted(stream, signal))).rejects.toThrow('cannot be read');
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

describe('a source without a list', () => {
  const without = (source: DealSource, list: Iterable<number>) => excludeFrom(source, list, undefined);
  const RANGES = [
    { first: 5, last: 9 },
    { first: 100, last: 104 },
    { first: 1, last: 3 },
  ];

  it.each<[string, DealSource, number[], number[]]>([
    ['a range', sourceOfSegments([{ first: 5, last: 9 }], ''), [7], [5, 6, 8, 9]],
    ['a range without its ends', sourceOfSegments([{ first: 5, last: 9 }], ''), [9, 5, 4, 10], [6, 7, 8]],
    ['a range without any of its deals', sourceOfSegments([{ first: 5, last: 7 }], ''), [5, 6, 7], []],
    ['ranges', sourceOfSegments(RANGES, ''), [102, 8, 101, 2, 8], [5, 6, 7, 9, 100, 103, 104, 1, 3]],
    [
      'ranges, one of which is left',
      sourceOfSegments(RANGES, ''),
      [...range(1, 99)],
      [100, 101, 102, 103, 104],
    ],
    ['ranges without nothing', sourceOfSegments(RANGES, ''), [], listOf(RANGES)],
    ['numbers', sourceOfSegments([Float64Array.of(9, 4, 7, 4)], ''), [7, 5, 99], [9, 4, 4]],
    ['a list', sourceOfList(() => SEGMENTS, '', undefined), [617, 1, 7], [5, 6, 8, 3, 90, 2]],
    ['nothing', sourceOfSegments([], ''), [5], []],
  ])('has its other deals, and any slice of them: %s', async (_, source, excluded, left) => {
    const rest = await without(source, excluded);
    const { count, numbers, numberAtIndex } = rest;
    expect(count).toBe(source.count === undefined ? undefined : left.length);
    expect(await wrongSlices(rest, left)).toEqual([]);
    expect(await numbersIn(numbers())).toEqual(left);
    if (source.count !== undefined) expect(left.map((_, i) => numberAtIndex?.(i))).toEqual(left);
  });

  it.each<[number[], (number[] | DealRange)[]]>([
    [[64], [range(1, 63), { first: 65, last: 200 }]],
    [
      [65],
      [
        { first: 1, last: 64 },
        { first: 66, last: 200 },
      ],
    ],
    [
      [2, 3, 5, 100, 199],
      [[1, 4], { first: 6, last: 99 }, { first: 101, last: 198 }, [200]],
    ],
  ])('keeps long ranges as ranges: 1..200 without %j', async (excluded, segments) => {
    const { numbers } = await without(sourceOfSegments([{ first: 1, last: 200 }], ''), excluded);
    expect(await segmentsOf(numbers())).toEqual(segments);
  });

  it('gives the numbers of short ranges as arrays', async () => {
    const all = range(1, 17_500);
    const source = sourceOfSegments([{ first: 1, last: all.length }], '');
    const excluded = all.filter((n) => n % 63 === 0);
    const { numbers } = await without(source, excluded);
    const segments = (await segmentsOf(numbers())) as number[][];
    expect(segments.map(({ length }) => Math.ceil(length / 64))).toEqual([256, 14]); // arrays of 16,384 with some room
    expect(segments.flat()).toEqual(all.filter((n) => n % 63 > 0));
  });

  it('has a key with the count and the checksum of the excluded deals, in any order', async () => {
    const checksum = digestOf(new Uint8Array(Float64Array.of(5, 7, 617).buffer));
    const { key } = await without(sourceOfSegments(RANGES, '5..9'), [617, 5, 7, 5, 617]);
    expect(key).toBe(`5..9 exclude 3 deals ${checksum}`);
  });

  it('of a list still has a checksum that a resumed run compares', async () => {
    const newChecksum = () => ({ add() {}, value: '5' });
    const rest = await without(
      sourceOfList(() => SEGMENTS, '', newChecksum),
      [5],
    );
    expect(rest.newChecksum).toBe(newChecksum);
    expect([rest.segments, rest.numberAtIndex]).toEqual([undefined, undefined]);
    expect((await without(sourceOfSegments(RANGES, ''), [5])).newChecksum).toBeUndefined();
  });
});

describe('a sample of a source', () => {
  const source = sourceOfSegments([{ first: 1, last: 9 }, Float64Array.of(617, 90)], 'x');
  const sample = sampleSource(source, { count: 7, seed: 3 });

  it('has a key of its count and its seed', () => {
    expect(sample).toMatchObject({ count: 7, key: 'x sample 7 seed 3' });
    const { segments, numberAtIndex, newChecksum } = sample;
    expect([segments, numberAtIndex, newChecksum]).toEqual([undefined, undefined, undefined]);
    expect(sampleSource(source, { count: 7 }).key).toBe('x sample 7 seed 1');
  });

  it.each<[string, DealSource]>([
    ['a list', sourceOfList(() => SEGMENTS, '', undefined)],
    ['a slice of a source', sliceSource(source, 0, 5, 'cut')],
    ['what is not counted', { ...source, count: undefined }],
  ])('is not possible for %s', (_, other) => {
    expect(() => sampleSource(other, { count: 1 })).toThrow('a list cannot be sampled; name ranges instead');
  });

  it('makes at most 65,536 numbers at a time', async () => {
    const million = sampleSource(sourceOfSegments([{ first: 1, last: 1e6 }], ''), { count: 200_000 });
    const sizesOf = async (numbers: NumberStream) => {
      const sizes: number[] = [];
      for await (const segment of numbers) sizes.push(countNumbers(segment));
      return sizes;
    };
    expect(await sizesOf(million.numbers(10, 131_083))).toEqual([65_536, 65_536, 1]);
    expect(await sizesOf(million.numbers(199_990, 300_000))).toEqual([10]);
  });
});
