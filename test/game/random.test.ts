// Random deals that can be won: each of the 999,992 is drawn by an equal share of the random numbers.

import { expect, it } from 'vitest';
import { InputError } from '../../src/common/errors.js';
import { IMPOSSIBLE_IN_MILLION, randomWinnableDeal } from '../../src/game/random.js';
import { loadImpossibleDeals } from '../../src/selection/impossible.js';

const MILLION = 1_000_000;

it('knows the impossible deals of 1..1000000', async () => {
  const { numbers } = await loadImpossibleDeals();
  expect(IMPOSSIBLE_IN_MILLION).toEqual([...numbers].filter((n) => n <= MILLION));
});

it('draws each deal of 1..1000000 that can be won by an equal share of the random numbers', () => {
  const count = MILLION - IMPOSSIBLE_IN_MILLION.length;
  const drawn = new Set<number>();
  for (let i = 0; i < count; i++) drawn.add(randomWinnableDeal(() => (i + 0.5) / count));
  expect(drawn.size).toBe(count);
  expect(IMPOSSIBLE_IN_MILLION.filter((n) => drawn.has(n))).toEqual([]);
  for (const n of [1, MILLION, randomWinnableDeal()]) expect(drawn.has(n)).toBe(true);
});

it.each([1, -0.1, Number.NaN, '0.5', undefined])('refuses a random number of %s', (value) => {
  expect(() => randomWinnableDeal(() => value as number)).toThrow(InputError);
  expect(() => randomWinnableDeal(() => value as number)).toThrow('expected a number from 0 to less than 1');
});
