// Deals on both sides of an edge between two regimes, in one call of a kernel or in calls after each other.

import { describe, expect, it } from 'vitest';
import { LAST_DEAL } from '../../src/game/constants.js';
import { checkSame } from '../support/bytes.js';
import { expected, expectedOf, newKernel, numbersFrom, records } from '../support/engines.js';
import { regimeEdges } from '../support/regimes.js';

const { cards } = records;

describe.each(['scalar', 'simd'])('the %s kernel', (name) => {
  it.each(regimeEdges)('deals a list whose only deal from %d on is at any place of a group', (edge) => {
    const kernel = newKernel(name);
    for (const [others, other] of [
      [edge - 500, edge],
      [edge + 7, edge - 1],
      [1, LAST_DEAL],
    ])
      for (let place = 0; place < 64; place++) {
        const numbers = Array.from({ length: 64 }, (_, i) => (i === place ? other : others + i));
        const dealt = kernel.encode('cards', [Float64Array.from(numbers)]);
        checkSame(dealt, expectedOf(cards, numbers), `deal ${other} at place ${place}`);
      }
  });

  it.each(regimeEdges)('deals ranges around %d that begin as many deals after a multiple of 64', (edge) => {
    const kernel = newKernel(name);
    for (const lane of [0, 1, 31, 63])
      for (const [first, count] of [
        [lane === 0 ? 64 : lane, 130], // the regime 0
        [edge - 128 + lane, 200], // crosses the edge
        [edge + lane, 130],
        [edge - 64 + lane, 64 - lane], // ends at the edge
        [edge - 64, 70],
        [edge, 70],
      ] as const)
        checkSame(
          kernel.encode('cards', numbersFrom(first, count)),
          expected(cards, first, count),
          `${count} deals from ${first} on`,
        );
    expect(edge % 64).toBe(0);
  });
});
