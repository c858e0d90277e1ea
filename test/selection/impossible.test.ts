import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DamageError, InputError } from '../../src/common/errors.js';
import { FIRST_DEAL, LAST_DEAL } from '../../src/game/constants.js';
import { countAllNumbers, formatRanges, parseDeals } from '../../src/game/deal-numbers.js';
import { impossibleIn, isKnownImpossible, withoutImpossible } from '../../src/selection/impossible.js';
import { ImpossibleDeals } from '../../src/selection/impossible-deals.js';
import { checkSame } from '../support/bytes.js';
import { temporaryFolder } from '../support/command.js';

const DATA = fileURLToPath(new URL('../../data', import.meta.url));
const packed = readFileSync(join(DATA, 'impossible-4-freecells.bin'));
const all = [...new ImpossibleDeals(packed).numbers];

describe('the impossible deals', () => {
  it('are the published list', () => {
    const digest = createHash('sha256')
      .update(`${all.join('\n')}\n`)
      .digest('hex');
    expect(digest).toBe('f0012e88fe7267af57654dbb2acaee28d12efad08e68fe32e05c24b1bb1259e5');
  });

  it('are packed as data/make.mjs packs them', () => {
    const folder = temporaryFolder();
    cpSync(join(DATA, 'make.mjs'), join(folder, 'make.mjs'));
    writeFileSync(join(folder, 'list.txt'), `${all.join('\n')}\n`);
    const { status } = spawnSync(process.execPath, ['make.mjs', 'list.txt'], { cwd: folder });
    expect(status).toBe(0);
    checkSame(readFileSync(join(folder, 'impossible-4-freecells.bin')), packed);
    expect(packed.length).toBeLessThan(300_000);
  });
});

describe('isKnownImpossible', () => {
  it('is true for each deal of the list and false for its neighbours', () => {
    const set = new Set(all);
    expect(all.filter((n) => !isKnownImpossible(n))).toEqual([]);
    const neighbours = all.flatMap((n) => [n - 1, n + 1]).filter((n) => !set.has(n));
    expect(neighbours.filter(isKnownImpossible)).toEqual([]);
  });

  it.each([0, -1, 1.5, LAST_DEAL + 1, Number.NaN])('refuses %d', (n) => {
    expect(() => isKnownImpossible(n)).toThrow(InputError);
  });
});

describe('ImpossibleDeals', () => {
  it.each([
    [0, '0 bytes'],
    [3, '3 bytes'],
    [4, '4 bytes'],
    [1000, '1000 bytes'],
    [4 + 2 * 102_075, '0 of 102075 numbers'],
    [packed.length - 100, /\d{6} of 102075 numbers/],
  ])('refuses the first %d bytes', (length, message) => {
    const read = () => new ImpossibleDeals(packed.subarray(0, length));
    expect(read).toThrow(DamageError);
    expect(read).toThrow('the list of impossible deals is cut off: ');
    expect(read).toThrow(message);
  });

  it.each([
    ['no number', [0, 0, 0, 0], []],
    // both below 2^16, then one in the second byte of the higher bits: 1, 1, six 0, 0, 1
    ['numbers', [3, 0, 0, 0, 5, 0, 0xff, 0xff, 1, 2, 0b11, 0b10], [5, 65535, 7 * 65536 + 513]],
  ])('unpacks %s', (_, bytes, numbers) => {
    const known = new ImpossibleDeals(Uint8Array.from([9, ...bytes]).subarray(1));
    expect([...known.numbers]).toEqual(numbers);
  });

  it('finds the indexes of numbers, and where other numbers would be', () => {
    const known = new ImpossibleDeals(Uint8Array.of(2, 0, 0, 0, 5, 0, 9, 0, 0b11));
    expect([1, 5, 6, 9, 10].map((n) => known.indexFrom(n))).toEqual([0, 0, 1, 1, 2]);
    expect([1, 5, 6, 9, 10].map((n) => known.has(n))).toEqual([false, true, false, true, false]);
    expect(() => known.has(0)).toThrow(InputError);
  });
});

describe('withoutImpossible', () => {
  it('keeps the order of ranges, and drops a range of one impossible deal', () => {
    const ranges = parseDeals('146690..146692,11982,1..3,11984..11985,8589934590..8589934591');
    expect(formatRanges(withoutImpossible(ranges))).toBe(
      '146690..146691,1..3,11984..11985,8589934590..8589934591',
    );
  });

  it('removes exactly the impossible deals from any range', () => {
    const near = fc
      .tuple(fc.nat(all.length - 1), fc.integer({ min: -3, max: 3 }))
      .map(([i, by]) => Math.min(LAST_DEAL, all[i] + by));
    const number = fc.oneof(near, fc.integer({ min: FIRST_DEAL, max: LAST_DEAL }));
    const range = fc
      .tuple(number, fc.oneof(fc.nat(9), fc.nat(50_000_000)))
      .map(([first, more]) => ({ first, last: Math.min(LAST_DEAL, first + more) }));
    fc.assert(
      fc.property(fc.array(range, { maxLength: 4 }), (ranges) => {
        const kept = withoutImpossible(ranges);
        const cut = ranges.flatMap(({ first, last }) => all.filter((n) => first <= n && n <= last));
        expect(countAllNumbers(ranges) - countAllNumbers(kept)).toBe(cut.length);
        expect([...impossibleIn(ranges)]).toEqual(cut);
        expect(kept.every(({ first, last }) => first <= last)).toBe(true);
        expect(kept.some(({ first, last }) => isKnownImpossible(first) || isKnownImpossible(last))).toBe(
          false,
        );
        const each = ranges.map((range) => withoutImpossible([range]));
        expect(formatRanges(kept)).toBe(formatRanges(each.flat()));
      }),
      { numRuns: 100 },
    );
  });
});
