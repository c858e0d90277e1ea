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
  return { path, fd: -1, record, offset: 64, bytes: count * record.maxBytes, range, state: '' };
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

it.each([
  [
    [
      [1, 5],
      [7, 9],
    ],
    'deal 6 is missing between 1.bin and 2.bin',
  ],
  [
    [
      [1, 5],
      [8, 9],
    ],
    'deals 6..7 are missing between 1.bin and 2.bin',
  ],
  [
    [
      [1, 5],
      [6, 7],
      [9, 9],
    ],
    'deal 8 is missing between 2.bin and 3.bin',
  ],
])('the ranges %j are refused, because there is a gap between them', (ranges, message) => {
  const shards = ranges.map(([first, last], i) => shardOf(`${i + 1}.bin`, { first, last }));
  expect(() => plan(shards)).toThrow(message);
  const { record, shards: planned } = plan(shards, true);
  expect(record).toBe(records.numbered);
  expect(planned).toEqual(shards);
});

it.each([
  [
    [
      [1, 5],
      [5, 9],
    ],
    '1.bin and 2.bin overlap at deal 5',
  ],
  [
    [
      [6, 9],
      [1, 6],
    ],
    '2.bin and 1.bin overlap at deal 6',
  ],
  [
    [
      [1, 9],
      [3, 4],
    ],
    '1.bin and 2.bin overlap at deal 3',
  ],
])('the ranges %j are refused, because they overlap', (ranges, message) => {
  const shards = ranges.map(([first, last], i) => shardOf(`${i + 1}.bin`, { first, last }));
  for (const allowGaps of [false, true]) expect(() => plan(shards, allowGaps)).toThrow(message);
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
