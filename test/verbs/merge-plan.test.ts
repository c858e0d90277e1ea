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

/** Files such as 'a:1..9 b:2..40', whose first and last deals are known: of ranges, or of lists of three deals. */
function filesOf(text: string, isList = false): ShardFile[] {
  return text.split(' ').map((file) => {
    const [path, first, last] = file.split(/:|\.\.(?=\d)/);
    const ends = { first: Number(first), last: Number(last) };
    return isList ? { ...shardOf(path, 3), ends } : shardOf(path, ends);
  });
}

function plan(shards: readonly ShardFile[], allowGaps = false) {
  return planMerge(shards, formatNamed('bin'), allowGaps);
}

it('ranges are joined in the order of the numbers in their names, however many digits these have', () => {
  const names = [2, 9, 10, 99, 100, 101, 1000, 99_999, 100_000, 12_345_678_901].map((n) => `part-${n}.bin`);
  const shards = names.map((name, i) => shardOf(name, { first: 1 + 10 * i, last: 10 + 10 * i }));
  for (const given of [shards, shards.toReversed(), shards.toSorted((a, b) => (a.path < b.path ? -1 : 1))])
    expect(plan(given)).toMatchObject({
      shards,
      order: given === shards ? 'given' : 'ascending',
      totalBytes: 64 + 52 * 100,
      record: records.cards,
    });
});

it('lists are joined in the order given, without empty files, and each deal gets its number', () => {
  const [b, empty, a] = [
    shardOf('b.bin', { first: 1, last: 5 }),
    shardOf('empty.bin', 0),
    shardOf('a.bin', 3),
  ];
  const record = records.numbered;
  expect(plan([b, empty, a])).toMatchObject({ shards: [b, a], order: 'given', record, totalBytes: 64 + 480 });
  expect(plan([empty, empty])).toMatchObject({ shards: [], order: 'given', totalBytes: 64 });
});

it.each([
  ['1:1..5 2:7..9', 'deal 6 is missing between 1 and 2'],
  ['1:1..5 2:8..9', 'deals 6..7 are missing between 1 and 2'],
  ['1:1..5 2:6..7 3:9..9', 'deal 8 is missing between 2 and 3'],
])('the ranges %s are refused because of a gap, unless gaps are allowed', (text, message) => {
  const shards = filesOf(text);
  expect(() => plan(shards)).toThrow(message);
  expect(plan(shards, true)).toMatchObject({ record: records.numbered, shards });
});

it.each([
  ['1:1..5 2:5..9', '1 and 2 overlap at deal 5'],
  ['1:6..9 2:1..6', '2 and 1 overlap at deal 6'],
  ['1:1..9 2:3..4', '1 and 2 overlap at deal 3'],
])('the ranges %s are refused, because they overlap', (text, message) => {
  for (const allowGaps of [false, true]) expect(() => plan(filesOf(text), allowGaps)).toThrow(message);
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

it.each<[string, string, string | undefined]>([
  ['ascending lists', 'a:1..9 b:12..40', undefined],
  ['lists in no order', 'a:9..1 b:2..40', undefined],
  ['numbers that do not count', 'day-20260131:1..9 day-20260201:12..40', undefined],
  ['reversed lists', 'b:12..40 a:1..9', 'a begins at deal 1, but b before it ends at deal 40'],
  ['overlapping lists', 'a:1..9 b:5..40', 'b begins at deal 5, but a before it ends at deal 9'],
  ['descending lists in the order of their numbers', '1:12..40 2:1..9', undefined],
  ['overlapping lists with numbers', '1:12..40 2:1..15', '1 begins at deal 12, but 2'],
  ['a copy', 'a:9..3 b:2..1 c:9..3', 'a and c have the same size'],
  ['a name left out', 'p-01.bin:1..9 p-03.bin:12..40', 'p-02.bin is not given'],
])('%s: the plan says why the files are doubtful, if they are', (_, text, doubt) => {
  const shards = filesOf(text, true);
  expect(plan(shards)).toMatchObject({ shards, doubt: doubt && expect.stringContaining(doubt) });
});

it('names that say how many files there are must be complete, unless gaps are allowed', () => {
  const names = ['1-of-4/s-1-of-3.bin', '1-of-4/s-2-of-3.bin', '1-of-4/s-3-of-3.bin'];
  const shards = filesOf(names.map((name, i) => `${name}:${10 * i + 1}..${10 * i + 9}`).join(' '), true);
  expect(plan(shards)).toMatchObject({ isCounted: true, doubt: undefined });
  for (const [i, name] of names.entries()) {
    const given = shards.toSpliced(i, 1);
    expect(() => plan(given)).toThrow(`${name} is not given; add it`);
    expect(plan(given, true)).toMatchObject({ isCounted: false, doubt: undefined });
  }
  // however a folder is written
  const dotted = filesOf('./s-1-of-3.bin:1..9 s-2-of-3.bin:11..19', true);
  expect(() => plan(dotted)).toThrow('s-3-of-3.bin is not given; add it');
});
