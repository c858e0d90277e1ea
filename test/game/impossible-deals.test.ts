import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { DamageError, InputError } from '../../src/common/errors.js';
import { FIRST_DEAL, LAST_DEAL } from '../../src/game/constants.js';
import { countAll } from '../../src/game/deal-numbers.js';
import { ImpossibleDeals } from '../../src/game/impossible-deals.js';
import { sourceOfSegments } from '../../src/selection/deal-source.js';
import { leaveOut } from '../../src/selection/exclude.js';
import { impossibleDeals } from '../../src/selection/facts.js';
import { checkSame, sha256 } from '../support/bytes.js';
import { temporaryFolder } from '../support/command.js';
import { listOf } from '../support/numbers.js';

const isKnownImpossible = (n: number) => impossibleDeals().has(n);

const DATA = fileURLToPath(new URL('../../data', import.meta.url));
const packed = readFileSync(join(DATA, 'impossible-4-freecells.bin'));
const all = [...new ImpossibleDeals(packed).numbers];

describe('the impossible deals', () => {
  it('are the published list', () => {
    const digest = 'f0012e88fe7267af57654dbb2acaee28d12efad08e68fe32e05c24b1bb1259e5';
    expect(sha256(`${all.join('\n')}\n`)).toBe(digest);
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

describe('impossibleDeals().has', () => {
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
    [3, '3 bytes'],
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
});

it('winnable and impossible keep the list, or leave exactly the list out, of all deals', async () => {
  const whole = sourceOfSegments([{ first: FIRST_DEAL, last: LAST_DEAL }], 'all');
  const impossible = await leaveOut(whole, { impossible: true });
  expect(listOf(impossible.segments ?? [])).toEqual(all);
  const { count, segments = [] } = await leaveOut(whole, { winnable: true });
  expect([count, countAll(segments)]).toEqual(Array(2).fill(LAST_DEAL - all.length));
  const ends = segments.flatMap((numbers) =>
    numbers instanceof Float64Array ? [...numbers] : Object.values(numbers),
  );
  expect(ends.filter((n, i) => isKnownImpossible(n) || n < (ends[i - 1] ?? 0))).toEqual([]);
});
