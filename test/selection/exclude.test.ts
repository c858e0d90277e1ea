// Deals of a list are left out of a source. deal-source.test.ts compares any source without any list with a set.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/common/errors.js';
import { LAST_DEAL } from '../../src/game/constants.js';
import { formatRanges } from '../../src/game/deal-numbers.js';
import { digestOf } from '../../src/selection/checksum.js';
import { sourceOfList, sourceOfSegments } from '../../src/selection/deal-source.js';
import { excludeFrom } from '../../src/selection/exclude.js';
import { readExcluded } from '../../src/selection/excluded.js';
import { temporaryFolder } from '../support/command.js';
import { fileWith } from '../support/files.js';
import { runMain } from '../support/main.js';
import { range, segmentsOf } from '../support/numbers.js';
import { scattered } from '../support/scattered.js';

const source = sourceOfSegments([{ first: 1, last: 200 }], '1..200');

describe('a source without a list', () => {
  it.each([
    [[64], `${range(1, 63)} | 65..200`],
    [[65, 65], '1..64 | 66..200'],
    [[2, 3, 5, 100, 199], '1,4 | 6..99 | 101..198 | 200'],
  ])('keeps long ranges as ranges: 1..200 without %j', async (excluded, shown) => {
    const { numbers } = await excludeFrom(source, excluded, undefined);
    const segments = await segmentsOf(numbers());
    const texts = segments.map((one) => (Array.isArray(one) ? one.join() : formatRanges([one])));
    expect(texts.join(' | ')).toBe(shown);
  });

  it('gives the numbers of short ranges as arrays', async () => {
    const all = range(1, 17_500);
    const excluded = all.filter((n) => n % 63 === 0);
    const whole = sourceOfSegments([{ first: 1, last: 17_500 }], '');
    const { numbers } = await excludeFrom(whole, excluded, undefined);
    const segments = (await segmentsOf(numbers())) as number[][];
    expect(segments.map(({ length }) => Math.ceil(length / 64))).toEqual([256, 14]); // arrays of 16,384 with some room
    expect(segments.flat()).toEqual(all.filter((n) => n % 63 > 0));
  });

  it('has a key with the count and the checksum of the excluded deals, in any order', async () => {
    const checksum = digestOf(new Uint8Array(Float64Array.of(5, -7, 9, 617).buffer)); // 7..9 are a run
    const { key, newChecksum } = await excludeFrom(source, [617, 8, 5, 7, 9, 5, 617], undefined);
    expect(key).toBe(`1..200 exclude 5 deals ${checksum}`);
    expect(newChecksum).toBeUndefined();
  });

  it('has the checksum of a list, which a resumed run compares', async () => {
    const newChecksum = () => ({ add() {}, value: '5' });
    const list = sourceOfList(() => [], '', newChecksum);
    expect((await excludeFrom(list, [5], undefined)).newChecksum).toBe(newChecksum);
  });
});

describe('excluded deals', () => {
  it('are merged over many sorted parts, with numbers and ranges in any order', async () => {
    const lone = scattered(700_000);
    const ranges = Array.from({ length: 40_000 }, (_, i) => {
      const first = 1 + ((i * 7919) % 40_000) * 200_000;
      return { first, last: first + 99 };
    });
    const segments = [Float64Array.from(lone), ...ranges, Float64Array.from(lone)];
    const excluded = await readExcluded(segments, undefined);
    const inRange = (n: number) => n < 8e9 && (n - 1) % 200_000 < 100;
    expect(excluded.count).toBe(4_000_000 + new Set(lone.filter((n) => !inRange(n))).size);
    for (const n of [lone[0], lone[699_999], 1, 100, 7_999_800_001])
      expect(excluded.has(n as number)).toBe(true);
    for (let i = 1; i < excluded.runs.length; i++) {
      const [before, value] = [excluded.runs[i - 1] as number, excluded.runs[i] as number];
      if (Math.abs(value) <= Math.abs(before) || (value < 0 && before < 0)) throw new Error(`value ${i}`);
    }
  });

  it('take no more memory than their runs: ranges over all deals, many times', async () => {
    const all = { first: 1, last: LAST_DEAL };
    const excluded = await readExcluded(Array(50_000).fill(all), undefined);
    expect([...excluded.runs]).toEqual([-1, LAST_DEAL]);
    expect(excluded.count).toBe(LAST_DEAL);
    const evens = Float64Array.from({ length: 300_000 }, (_, i) => 2 * i + 2);
    const odds = evens.map((n) => n - 1);
    expect([...(await readExcluded([evens, odds, evens], undefined)).runs]).toEqual([-1, 600_000]);
  });

  it('that are too many for the memory are an InputError', async () => {
    const odds = Float64Array.from({ length: 1000 }, (_, i) => 2 * i + 1);
    await expect(readExcluded([odds], undefined, 999)).rejects.toThrow(
      new InputError(
        'exclude needs memory for more than 999 numbers apart from each other; exclude fewer at a time',
      ),
    );
    expect((await readExcluded([odds, { first: 1, last: 1999 }], undefined, 1000)).count).toBe(1999);
  });

  it('are sorted with turns in which an abort is noticed', async () => {
    const lone = Float64Array.from({ length: 2 ** 20 }, (_, i) => 1 + 2 * ((i * 7919) % 2 ** 20));
    /** Reads them; aborts in a turn of the event loop. Returns the number of turns. */
    async function read(abortAt?: number): Promise<number> {
      const stop = new AbortController();
      let turns = 0;
      const count = () => {
        if (++turns === abortAt) stop.abort(new Error('enough'));
        next = setImmediate(count);
      };
      let next = setImmediate(count);
      try {
        await readExcluded([lone], stop.signal);
      } catch (error) {
        expect(error).toBe(stop.signal.reason);
      } finally {
        clearImmediate(next);
      }
      return turns;
    }
    expect(await read()).toBeGreaterThan(7); // two per 2^18 numbers, and one more
    expect(await read(3)).toBeLessThan(6);
  });
});

it('--exclude leaves out what a solver has solved, and the deals of another file', async () => {
  const solved = range(101, 900).toReversed();
  const records = fileWith(solved.map((deal) => `{"deal":${deal},"cells":2}\n`).join(''), 'r.ndjson');
  const flags = ['--exclude', records, '--exclude', fileWith('7..9 50'), '-f', 'numbers', '-o', '-', '-q'];
  const left = await runMain(['generate', '1..1003', ...flags], temporaryFolder());
  const expected = [...range(1, 100), 1001, 1002, 1003].filter((n) => ![7, 8, 9, 50].includes(n));
  expect(left.stdout.toString()).toBe(`${expected.join('\n')}\n`);
});

it.each([['--winnable'], ['--where', 'deal < 1'], ['--exclude', 'list.txt']])(
  'a selection without deals is counted as 0, and is an empty file of every format: %s',
  async (...flags) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'list.txt'), '11982\n');
    const zero = { status: 0, stdout: Buffer.from('0\n') };
    expect(await runMain(['generate', '11982', ...flags, '--count'], folder)).toMatchObject(zero);
    for (const name of ['a.bin', 'a.ndjson', 'a.numbers', 'a.parquet']) {
      const written = await runMain(['generate', '11982', ...flags, '-o', name, '-q'], folder);
      expect(written, name).toMatchObject({ status: 0 });
      const args = ['generate', '--deals-from', name, '--where', 'deal > 0', '--count'];
      expect(await runMain(args, folder), name).toMatchObject(zero);
    }
    expect(readFileSync(join(folder, 'a.ndjson'), 'utf8')).toBe('');
  },
);
