// Random deals that can be won: each of the 999,992 is drawn by an equal share of the random numbers.

import { expect, it, onTestFinished, vi } from 'vitest';
import { InputError } from '../../src/common/errors.js';
import type { KnownCells } from '../../src/game/known-cells.js';
import { IMPOSSIBLE_IN_MILLION, randomWinnableDeal } from '../../src/game/random.js';
import { knownCells, loadImpossibleDeals } from '../../src/selection/facts.js';
import { range } from '../support/numbers.js';

const MILLION = 1_000_000;
const known = knownCells();

it('knows the impossible deals of 1..1000000', async () => {
  const { numbers } = await loadImpossibleDeals();
  expect(IMPOSSIBLE_IN_MILLION).toEqual([...numbers].filter((n) => n <= MILLION));
});

it('draws each deal of 1..1000000 that can be won by an equal share of the random numbers', () => {
  const count = MILLION - IMPOSSIBLE_IN_MILLION.length;
  const drawn = (i: number) => randomWinnableDeal({ random: () => (i + 0.5) / count });
  let n = 0;
  for (let i = 0; i < count; i++) {
    do n++;
    while (IMPOSSIBLE_IN_MILLION.includes(n));
    if (drawn(i) !== n) expect.fail(`${drawn(i)} is drawn in place of ${n}`);
  }
  expect(n).toBe(MILLION);
});

it('draws each deal that needs a number of cells by an equal share of the random numbers', () => {
  for (const cells of [0, ...[1, MILLION].map((n) => known.cellsNeeded(n))]) {
    const all = range(1, MILLION).filter((n) => known.cellsNeeded(n) === cells);
    for (const i of [0, 1, 1000, all.length - 2, all.length - 1]) {
      const random = () => (i + 0.5) / all.length;
      expect(randomWinnableDeal({ cells, knownCells: known, random })).toBe(all[i]);
    }
  }
  const knownCells = { cellsNeeded: (n) => (n === 617 ? 0 : 4) } as KnownCells;
  expect(randomWinnableDeal({ cells: 0, knownCells })).toBe(617);
});

it('draws by Math.random unless a program passes another function', () => {
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
])('refuses the options %j', (options, message) => {
  expect(() => randomWinnableDeal(options as object)).toThrow(InputError);
  expect(() => randomWinnableDeal(options as object)).toThrow(message);
});
