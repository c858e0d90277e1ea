import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { DamageError, InputError } from '../../src/common/errors.js';
import { LAST_DEAL } from '../../src/game/constants.js';
import { KnownCells } from '../../src/game/known-cells.js';
import { IMPOSSIBLE_IN_MILLION, randomWinnableDeal } from '../../src/game/random.js';
import { cellsNeeded, impossibleDeals, isImpossible, loadKnownCells } from '../../src/selection/facts.js';
import { range } from '../support/numbers.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const packed = readFileSync(join(ROOT, 'data/known-cells.bin'));
const known = new KnownCells(packed, impossibleDeals());
const deals = range(1, known.last);

describe('the known cells', () => {
  it('of 1..32000 have the published number of deals for each number of cells', () => {
    const needed = deals.slice(0, 32_000).map((n) => known.cellsNeeded(n));
    const counts = [0, 1, 2, 3, 4, 5].map((cells) => needed.filter((value) => value === cells).length);
    expect(counts).toEqual([69, 6220, 19_092, 6420, 198, 1]);
    expect(deals.filter((n) => needed[n - 1] === 0).slice(0, 5)).toEqual([164, 892, 1012, 1081, 1150]);
  });

  it('are more than four for exactly the deals that are impossible with four', () => {
    const isOverFour = (n: number) => (known.cellsNeeded(n) ?? 0) > 4;
    expect(deals.filter((n) => isOverFour(n) !== impossibleDeals().has(n))).toEqual([]);
  });

  it('are five for all other deals that are impossible with four, and six for the six that five cells do not win', () => {
    const impossible = [...impossibleDeals().numbers];
    const six = [14720822, 647519280, 3015622123, 5705339228, 7273316239, 7573544118];
    const wanted = impossible.map((n) => (six.includes(n) ? 6 : 5));
    expect(impossible.map((n) => known.cellsNeeded(n))).toEqual(wanted);
    const ranges = [LAST_DEAL, ...six].map((n) => ({ first: n, last: n }));
    expect([...known.only(ranges)]).toEqual(six);
    const million = { first: known.last - 1, last: known.last + 1 };
    expect([...known.only([{ first: 11982, last: 11982 }, million])]).toEqual([11982, 999_999, 1_000_000]);
  });

  it('are counted in README.md and docs/known-deals.md, which say where they end', () => {
    const [readme, page] = ['README.md', 'docs/known-deals.md'].map((path) =>
      readFileSync(join(ROOT, path), 'utf8'),
    );
    const counts = [0, 1, 2, 3, 4, 5, 6].map(
      (cells) => deals.filter((n) => known.cellsNeeded(n) === cells).length,
    );
    const rows = page.matchAll(/^\| \d \| (\d+) \|/gm);
    expect(Array.from(rows, ([, count]) => Number(count))).toEqual(counts);
    expect(readme).toContain(`# ${counts[0]}`);
    for (const text of [readme, page]) expect(text).toContain(`1..${known.last}`);
  });

  it('are undefined after their last deal for a deal that four cells win, and refuse what is not a deal number', () => {
    expect(known.cellsNeeded(known.last)).toBeTypeOf('number');
    for (const n of [known.last + 1, LAST_DEAL]) expect(known.cellsNeeded(n)).toBeUndefined();
    for (const wrong of [0, 1.5, LAST_DEAL + 1]) expect(() => known.cellsNeeded(wrong)).toThrow(InputError);
  });
});

describe('the packed file', () => {
  const needed = (bytes: Uint8Array, ...numbers: number[]) =>
    numbers.map((n) => new KnownCells(bytes, impossibleDeals()).cellsNeeded(n));

  it('is that of the package where a program passes another list of impossible deals alone', async () => {
    const known = await loadKnownCells(undefined, Uint8Array.of(1, 0, 0, 0, 7, 0, 0, 0, 16));
    expect([617, 1_310_727].map((n) => known.cellsNeeded(n))).toEqual([4, 5]);
    // those of the package stay as they are
    expect([await cellsNeeded(1_310_727), await isImpossible(1_310_727)]).toEqual([undefined, false]);
  });

  it('has five digits in a byte, and exceptions after them', () => {
    const changed = Uint8Array.from(packed);
    changed[0] = 0 + 3 * 1 + 9 * 2 + 27 * 0 + 81 * 1; // the digits of deals 1..5
    expect(needed(changed, 1, 2, 3, 4, 5)).toEqual([1, 2, 3, 1, 2]);
    changed[199_999] = 242; // of the last five
    expect(needed(changed, 999_996, 1_000_000, 1_000_001)).toEqual([3, 3, undefined]);
    const [distance] = packed.subarray(200_000);
    changed.set([distance - 1, 0, 1, 5], 200_000); // an exception one deal earlier, and another after it
    expect(needed(changed, distance - 1, distance)).toEqual([0, 5]);
  });

  it.each([
    ['nothing', Uint8Array.of(), '0 bytes; expected 219300'],
    ['half an exception', packed.subarray(1), '219299 bytes; expected 219300'],
    ['bytes after its end', Buffer.concat([packed, Buffer.of(1)]), '219301 bytes; expected 219300'],
  ])('is refused if it has %s', (_, bytes, message) => {
    expect(() => new KnownCells(bytes, impossibleDeals())).toThrow(DamageError);
    expect(() => new KnownCells(bytes, impossibleDeals())).toThrow(message);
  });
});

// each of the 999,992 deals that can be won is drawn by an equal share of the random numbers
it('random deals know the impossible deals of 1..1000000', () => {
  const { numbers } = impossibleDeals();
  expect(IMPOSSIBLE_IN_MILLION).toEqual([...numbers].filter((n) => n <= known.last));
});

it('random deals are each deal of 1..1000000 that can be won, by an equal share of the random numbers', () => {
  const count = known.last - IMPOSSIBLE_IN_MILLION.length;
  const drawn = (i: number) => randomWinnableDeal({ random: () => (i + 0.5) / count });
  let n = 0;
  for (let i = 0; i < count; i++) {
    do n++;
    while (IMPOSSIBLE_IN_MILLION.includes(n));
    if (drawn(i) !== n) expect.fail(`${drawn(i)} is drawn in place of ${n}`);
  }
  expect(n).toBe(known.last);
});

it('random deals of a number of cells are each of them, by an equal share of the random numbers', () => {
  for (const cells of [0, ...[1, known.last].map((n) => known.cellsNeeded(n))]) {
    const all = range(1, known.last).filter((n) => known.cellsNeeded(n) === cells);
    for (const i of [0, 1, 1000, all.length - 2, all.length - 1]) {
      const random = () => (i + 0.5) / all.length;
      expect(randomWinnableDeal({ cells, knownCells: known, random })).toBe(all[i]);
    }
  }
  const knownCells = { cellsNeeded: (n: number) => (n === 617 ? 0 : 4) } as KnownCells;
  expect(randomWinnableDeal({ cells: 0, knownCells })).toBe(617);
});

it('a random deal is drawn by Math.random unless a program passes another function', () => {
  const drawn = vi.spyOn(Math, 'random').mockReturnValueOnce(0.75);
  onTestFinished(() => drawn.mockRestore());
  expect(randomWinnableDeal()).toBe(750_002);
});

it.each([
  [{ random: () => 1 }, 'random returned 1; expected a number from 0 to less than 1'],
  [{ random: () => Number.NaN }, 'random returned NaN; expected'],
  [{ random: () => -0.1 }, 'random returned -0.1; expected'],
  [{ random: () => '0.5' }, "random returned '0.5'; expected"],
  [{ cells: 5, knownCells: known }, 'cells is 5; expected one of 0..4'],
  [{ cells: -1, knownCells: known }, 'cells is -1; expected one of 0..4'],
  [{ cells: 4, knownCells: null }, 'knownCells is null; expected the result of await loadKnownCells()'],
  [Math.random, 'expected an object'],
])('a random deal refuses the options %j', (options, message) => {
  expect(() => randomWinnableDeal(options as object)).toThrow(InputError);
  expect(() => randomWinnableDeal(options as object)).toThrow(message);
});
