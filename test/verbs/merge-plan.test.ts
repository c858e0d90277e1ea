// The plan of a merge, which follows from the names, the sizes and the ends of files.

import { expect, it } from 'vitest';
import { formatNamed } from '../../src/formats/registry.js';
import type { DealRange } from '../../src/game/deal-numbers.js';
import type { ShardFile } from '../../src/reader/shard-file.js';
import { planMerge } from '../../src/verbs/merge-plan.js';
import { records } from '../support/engines.js';

/** A binary file of a range, or of so many deals in no order. */
function shardOf(path: string, deals: DealRange | number): ShardFile {
  const range = typeof deals === 'number' ? undefined : deals;
  const record = range === undefined ? records.numbered : records.cards;
  const count = typeof deals === 'number' ? deals : deals.last - deals.first + 1;
  return { path, fd: -1, record, offset: 64, bytes: count * record.maxBytes, ends: range, range, state: '' };
}

function plan(shards: readonly ShardFile[], allowGaps = false) {
  return planMerge(shards, formatNamed('bin'), allowGaps);
}

it('ranges are joined in the order of the numbers in their names, however many digits these have', () => {
  const names = [2, 9, 10, 99, 100, 101, 1000, 99_999, 100_000, 12_345_678_901].map((n) => `part-${n}.bin`);
  const shards = names.map((name, i) => shardOf(name, { first: 1 + 10 * i, last: 10 + 10 * i }));
  for (const given of [shards, shards.toReversed(), shards.toSorted((a, b) => (a.path < b.path ? -1 : 1))]) {
    const { shards: planned, order, totalBytes, record } = plan(given);
    expect(planned.map(({ path }) => path)).toEqual(names);
    expect(order).toBe(given === shards ? 'given' : 'ascending');
    expect(totalBytes).toBe(64 + 52 * 100);
    expect(record).toBe(records.cards);
  }
});

it('lists are joined in the order given, and each deal gets its number', () => {
  const { shards, order, record, totalBytes } = plan([
    shardOf('b.bin', { first: 1, last: 5 }),
    shardOf('empty.bin', 0),
    shardOf('a.bin', 3),
  ]);
  expect(shards.map(({ path }) => path)).toEqual(['b.bin', 'a.bin']);
  expect(order).toBe('given');
  expect(record).toBe(records.numbered);
  expect(totalBytes).toBe(64 + 8 * 60);
});

it('files without deals are merged into a file without deals', () => {
  const { shards, order, totalBytes } = plan([shardOf('a.bin', 0), shardOf('b.bin', 0)]);
  expect({ shards, order, totalBytes }).toEqual({ shards: [], order: 'given', totalBytes: 64 });
});

/** Files 1.bin, 2.bin .. of ranges. */
function shardsOf(ranges: string): ShardFile[] {
  return ranges.split(' ').map((range, i) => {
    const [first, last] = range.split('..').map(Number) as [number, number];
    return shardOf(`${i + 1}.bin`, { first, last });
  });
}

it.each([
  ['1..5 7..9', 'deal 6 is missing between 1.bin and 2.bin'],
  ['1..5 8..9', 'deals 6..7 are missing between 1.bin and 2.bin'],
  ['1..5 6..7 9..9', 'deal 8 is missing between 2.bin and 3.bin'],
])('the ranges %s are refused, because there is a gap between them', (ranges, message) => {
  const shards = shardsOf(ranges);
  expect(() => plan(shards)).toThrow(message);
  const { record, shards: planned } = plan(shards, true);
  expect(record).toBe(records.numbered);
  expect(planned).toEqual(shards);
});

it.each([
  ['1..5 5..9', '1.bin and 2.bin overlap at deal 5'],
  ['6..9 1..6', '2.bin and 1.bin overlap at deal 6'],
  ['1..9 3..4', '1.bin and 2.bin overlap at deal 3'],
])('the ranges %s are refused, because they overlap', (ranges, message) => {
  for (const allowGaps of [false, true]) expect(() => plan(shardsOf(ranges), allowGaps)).toThrow(message);
});

it('lists in alphabetical order (part-10 before part-2) are refused, and in any other order accepted', () => {
  const [one, two, ten] = ['1.bin', '2.bin', '10.bin'].map((name) => shardOf(name, 3));
  expect(() => plan([one, ten, two])).toThrow('10.bin is given before 2.bin, as a shell sorts names');
  for (const given of [
    [one, two, ten],
    [two, one, ten],
    [ten, one, two],
  ])
    expect(plan(given).shards).toEqual(given);
});

/** A list in lines whose first and last deals are known. */
function listOf(path: string, first: number, last: number): ShardFile {
  return { ...shardOf(path, 3), ends: { first, last } };
}

it.each<[string, ShardFile[], string | undefined]>([
  ['ascending lists', [listOf('a', 1, 9), listOf('b', 12, 40)], undefined],
  ['lists in no order', [listOf('a', 9, 1), listOf('b', 2, 40)], undefined],
  ['numbers that do not count', [listOf('day-20260131', 1, 9), listOf('day-20260201', 12, 40)], undefined],
  [
    'reversed lists',
    [listOf('b', 12, 40), listOf('a', 1, 9)],
    'a begins at deal 1, but b before it ends at deal 40',
  ],
  [
    'overlapping lists',
    [listOf('a', 1, 9), listOf('b', 5, 40)],
    'b begins at deal 5, but a before it ends at deal 9',
  ],
  [
    'reversed ranges',
    [shardOf('a', { first: 6, last: 9 }), shardOf('b', { first: 1, last: 5 })],
    'b begins at deal 1',
  ],
  ['descending lists in the order of their numbers', [listOf('1', 12, 40), listOf('2', 1, 9)], undefined],
  ['overlapping lists with numbers', [listOf('1', 12, 40), listOf('2', 1, 15)], '1 begins at deal 12, but 2'],
  ['a copy', [listOf('a', 9, 3), listOf('b', 2, 1), listOf('c', 9, 3)], 'a and c have the same size'],
  ['a name left out', [listOf('p-01.bin', 1, 9), listOf('p-03.bin', 12, 40)], 'p-02.bin is not given'],
])('%s: the plan says why the files are doubtful, if they are', (_, shards, doubt) => {
  const planned = plan(shards);
  expect(planned.shards).toEqual(shards);
  expect(planned.doubt).toEqual(doubt && expect.stringContaining(doubt));
});

it('a name counts files however its folder is written', () => {
  const given = [listOf('./s-1-of-3.bin', 1, 9), listOf('s-2-of-3.bin', 11, 19)];
  expect(() => plan(given)).toThrow('s-3-of-3.bin is not given; add it');
});

it('names that say how many files there are must be complete, unless gaps are allowed', () => {
  const names = ['1-of-4/s-1-of-3.bin', '1-of-4/s-2-of-3.bin', '1-of-4/s-3-of-3.bin'];
  const shards = names.map((name, i) => listOf(name, 10 * i + 1, 10 * i + 9));
  expect(plan(shards)).toMatchObject({ isCounted: true, doubt: undefined });
  for (const [i, name] of names.entries()) {
    const given = shards.toSpliced(i, 1);
    expect(() => plan(given)).toThrow(`${name} is not given; add it`);
    expect(plan(given, true)).toMatchObject({ isCounted: false, doubt: undefined });
  }
});
