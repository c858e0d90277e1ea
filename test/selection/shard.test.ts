// Shards: the parts of a selection that a cluster's jobs deal, each by itself.

import { readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/common/errors.js';
import { FIRST_DEAL, LAST_DEAL } from '../../src/game/constants.js';
import type { DealNumbers } from '../../src/game/deal-numbers.js';
import type { DealView } from '../../src/game/deal-view.js';
import { InputError as BuiltInputError, deals } from '../../src/index.js';
import { sourceOfSegments } from '../../src/selection/deal-source.js';
import { resolveSelection, type Selection } from '../../src/selection/selection.js';
import { parseShard, shardOf } from '../../src/selection/shard.js';
import { generate } from '../../src/verbs/generate.js';
import { run, runShell, temporaryFolder } from '../support/command.js';
import { expected, records } from '../support/engines.js';
import { listOf, numbersIn } from '../support/numbers.js';
import { scattered } from '../support/scattered.js';

const NUMBERS = scattered(1501);

/** A list of numbers in no order and ranges, in a file. */
function listFile(): string {
  const path = join(temporaryFolder(), 'list.txt');
  writeFileSync(path, `${NUMBERS.join('\n')}\n5..9 100..300\n11980..11984 # the end`);
  return path;
}

/** Every kind of selection, by name; all have some hundreds of deals or more. */
const selections: Record<string, () => Selection> = {
  'one range': () => ({ deals: '4294967000..4294968500' }),
  'several ranges': () => ({ deals: '1..700,4294967290..4294967300,900,2000..2450' }),
  'a list file': () => ({ dealsFrom: listFile() }),
  'an array': () => ({ dealsFrom: NUMBERS }),
  'winnable ranges': () => ({ deals: '11000..13000,146600..146700', winnable: true }),
  'a winnable list': () => ({ dealsFrom: listFile(), winnable: true }),
  'impossible ranges': () => ({ deals: '1..20000000', impossible: true }),
  'a sample': () => ({ deals: '1..900000,4294967290..4294967300', sample: { count: 70_001, seed: 3 } }),
};

/** All numbers of a selection one by one; only a source, so without a filter. */
async function numbersOf(selection: Selection): Promise<number[]> {
  const { source } = await resolveSelection(selection);
  const numbers = await numbersIn(source.numbers());
  expect(source.count ?? numbers.length).toBe(numbers.length);
  return numbers;
}

async function numbersDealt(selection: Selection): Promise<number[]> {
  const numbers: number[] = [];
  for await (const batch of deals({ ...selection, threads: 1 })) {
    numbers.push(
      ...(batch.numbers ?? Array.from({ length: batch.count }, (_, i) => (batch.first as number) + i)),
    );
  }
  return numbers;
}

describe.each(Object.keys(selections))('the shards of %s', (name) => {
  it('are the selection when joined in order, and differ by at most one deal in size', async () => {
    const selection = (selections[name] as () => Selection)();
    const whole = await numbersOf(selection);
    expect(whole.length).toBeGreaterThan(200);
    for (const count of [1, 2, 3, 7, 200]) {
      const parts: number[][] = [];
      for (let index = 1; index <= count; index++)
        parts.push(await numbersOf({ ...selection, shard: { index, count } }));
      const sizes = parts.map(({ length }) => length);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      expect(parts.flat()).toEqual(whole);
    }
  });
});

describe('a shard', () => {
  it('has the same slices as that stretch of its source', async () => {
    const edges = fc.tuple(fc.nat({ max: 1200 }), fc.nat({ max: 1200 }));
    const segments: DealNumbers[] = [
      { first: 5, last: 700 },
      Float64Array.from(NUMBERS.slice(0, 300)),
      { first: 1000, last: 1100 },
    ];
    const whole = listOf(segments);
    // as a list is, read as it is wanted
    const streamed = { ...sourceOfSegments(segments, 'x'), segments: undefined };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(sourceOfSegments(segments, 'x'), streamed),
        fc.integer({ min: 1, max: 9 }),
        fc.nat(),
        edges,
        async (source, count, which, [from, to]) => {
          const index = 1 + (which % count);
          const shard = shardOf(source, { index, count });
          const before = Array.from(
            { length: index - 1 },
            (_, i) => shardOf(source, { index: i + 1, count }).count,
          );
          const start = before.reduce((sum, count) => sum + count, 0);
          const mine = whole.slice(start, start + shard.count);
          expect(await numbersIn(shard.numbers(from, to))).toEqual(mine.slice(from, Math.max(from, to)));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('of all 2^33-1 deals is a range', async () => {
    const all = { deals: 'all', shard: { index: 8192, count: 8192 } };
    const { source, key } = await resolveSelection(all);
    expect(source.count).toBe(1048575);
    expect(key).toBe('1..8589934591 shard 8192/8192');
    expect([...(source.numbers() as Iterable<DealNumbers>)]).toEqual([
      { first: LAST_DEAL - 1048574, last: LAST_DEAL },
    ]);
    const first = await resolveSelection({ deals: 'all', shard: { index: 1, count: LAST_DEAL } });
    expect(first.source.segments).toEqual([{ first: FIRST_DEAL, last: FIRST_DEAL }]);
  });

  it('comes before a filter, so that the shards together keep what the whole selection keeps', async () => {
    const filter = ({ number, cards }: DealView) => number % 11 === 3 || cards[0] === 51;
    const selection = { deals: '1..90000', filter };
    const whole = await numbersDealt(selection);
    const parts: number[] = [];
    for (const index of [1, 2, 3, 4, 5, 6, 7]) {
      const shard = await numbersDealt({ ...selection, shard: { index, count: 7 } });
      const end = Math.ceil((90_000 * index) / 7);
      expect(shard.every((n) => n <= end && n >= end - 90_000 / 7 - 1)).toBe(true);
      parts.push(...shard);
    }
    expect(whole.length).toBeGreaterThan(8000);
    expect(parts).toEqual(whole);
  });

  it('has the right bytes, and the joined files are those of the whole selection', () => {
    const folder = temporaryFolder();
    const whole = expected(records.text, 990, 500);
    for (const i of [1, 2, 3]) {
      const words = ['generate', '990..1489', '--shard', `${i}/3`, '-o', `${i}.txt`];
      const { status, stderr } = run(words, folder);
      expect(status, stderr).toBe(0);
      expect(stderr).toMatch(new RegExp(`^${i}\\.txt: ${i < 3 ? 167 : 166} deals, `));
    }
    expect(runShell('cat 1.txt 2.txt 3.txt', folder).stdout.equals(whole)).toBe(true);
  });

  it('may be empty if there are more shards than deals', async () => {
    expect(await numbersOf({ deals: '5..6', shard: { index: 3, count: 3 } })).toEqual([]);
    expect(run(['generate', '5..6', '--shard', '3/3', '--count'], temporaryFolder())).toMatchObject({
      status: 0,
      stdout: Buffer.from('0\n'),
    });
  });
});

describe('an invalid shard is refused', () => {
  it.each([
    '0/4',
    '5/4',
    '1/0',
    '0/0',
    '1.5/2',
    '1/2.5',
    '-1/4',
    '1',
    '/4',
    '1/',
    '1/4/2',
    'a/b',
    ' 1/4',
    '1e0/4',
    '',
  ])('%j', (text) => {
    expect(() => parseShard(text)).toThrow(InputError);
    expect(() => parseShard(text)).toThrow(/^shard .* is not valid; expected I\/N[^\n]*$/);
  });

  it.each([
    { index: 0, count: 4 },
    { index: 5, count: 4 },
    { index: 1, count: 0 },
    { index: 1.5, count: 2 },
    { index: 1, count: Number.POSITIVE_INFINITY },
    { index: Number.NaN, count: 2 },
  ])('%j', async (shard) => {
    await expect(resolveSelection({ shard })).rejects.toThrow(
      `shard ${shard.index}/${shard.count} is not valid; expected I/N with 1 <= I <= N`,
    );
    await expect(deals({ shard }).next()).rejects.toThrow(BuiltInputError);
  });

  it.each([
    [['--shard', '0/4'], 'shard 0/4 is not valid'],
    [['--shard', '5/4'], 'shard 5/4 is not valid'],
    [['--shard', '1/0'], 'shard 1/0 is not valid'],
    [['--shard', '1.5/2'], "shard '1.5/2' is not valid"],
  ])('by the command: %j, with status 2 and one line', (args, message) => {
    const { status, stderr } = runShell(
      `echo 5 | "$0" "$1" generate ${args.join(' ')} -o a.bin`,
      temporaryFolder(),
    );
    expect(stderr).toContain(`freecell-deals: ${message}`);
    expect(stderr).toMatch(/^[^\n]*\n$/);
    expect(status).toBe(2);
  });
});

describe('a shard of a list that can be read only once', () => {
  it.each(['-', '/dev/stdin', '<(cat)', 'fifo'])(
    'is cut from all of its numbers: --deals-from %s',
    (list) => {
      const folder = temporaryFolder();
      const shards = (list === '-' ? [1, 2, 3] : [2]).map((i) => {
        const read = list === 'fifo' ? 'mkfifo fifo; (seq 30 -3 1 > fifo &);' : 'seq 30 -3 1 |';
        const from = list === '<(cat)' ? '<(seq 30 -3 1)' : list;
        const line = `rm -f fifo; ${read} "$0" "$1" generate --deals-from ${from} --shard ${i}/3 -q -f bin -o`;
        const ran = runShell(`${line} ${i}.bin && "$0" "$1" cat ${i}.bin -f numbers`, folder);
        expect({ status: ran.status, stderr: ran.stderr }).toEqual({ status: 0, stderr: '' });
        return ran.stdout.toString();
      });
      const all = ['30\n27\n24\n21\n', '18\n15\n12\n', '9\n6\n3\n'];
      expect(shards).toEqual(list === '-' ? all : [all[1]]);
    },
  );

  it.each<[string, () => Iterable<number> | AsyncIterable<number>]>([
    ['a set', () => new Set([7, 5, 3])],
    [
      'a generator',
      function* () {
        yield* [7, 5, 3];
      },
    ],
    [
      'an asynchronous one',
      async function* () {
        yield* [7, 5, 3];
      },
    ],
    ['one that gives others each time', () => ({ [Symbol.iterator]: changing([7, 5, 3], [9, 8, 7, 6]) })],
  ])('is cut from all of its numbers: %s', async (_, list) => {
    expect(await numbersOf({ dealsFrom: list(), shard: { index: 1, count: 2 } })).toEqual([7, 5]);
    expect(await numbersOf({ dealsFrom: list(), shard: { index: 2, count: 2 } })).toEqual([3]);
  });
});

it('a shard of a list that is read in many windows has the right numbers', async () => {
  const list = scattered(70_000);
  function* once() {
    yield* list;
  }
  const found = [];
  for (const index of [1, 2, 3])
    found.push(...(await numbersOf({ dealsFrom: once(), shard: { index, count: 3 } })));
  expect(found.length).toBe(70_000);
  expect(found.every((n, i) => n === list[i])).toBe(true);
});

/** Iterators of one list after the other. */
function changing(...lists: number[][]): () => Iterator<number> {
  return () => (lists.shift() as number[])[Symbol.iterator]();
}

it('no file appears if a list has become shorter since it was counted', async () => {
  const folder = temporaryFolder();
  const list = join(folder, 'list.txt');
  writeFileSync(list, Array.from({ length: 300_000 }, (_, i) => `${1 + i}\n`).join(''));
  const run = generate({
    dealsFrom: list,
    shard: { index: 1, count: 1 },
    output: join(folder, 'a.bin'),
    threads: 1,
    chunkBytes: 60_000,
    onProgress: () => truncateSync(list, 1_000_000),
  });
  await expect(run).rejects.toThrow(/the list has [\d,]+ deals where 300,000 were counted before/);
  expect(readdirSync(folder)).toEqual(['list.txt']);
});
