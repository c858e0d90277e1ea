import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CARDS } from '../../src/game/constants.js';
import { dealCards } from '../../src/game/deal.js';
import { range, regimes } from '../support/numbers.js';
import { modelDraw } from './draws-model.js';

type Draw = ReturnType<typeof modelDraw>;

/** The cards that the draws of the model deal. */
function dealByModel(n: number, regime: number): number[] {
  const deck = range(0, CARDS);
  return Array.from({ length: CARDS }, (_, k) => {
    const { j, left } = modelDraw(n, k, regime);
    const card = deck[j] as number;
    deck[j] = deck[left - 1] as number;
    return card;
  });
}

describe('the model of the SIMD draws', () => {
  it.each(regimes.map((range, regime) => ({ ...range, regime })))(
    'deals $first to $last as dealCards does',
    ({ first, last, regime }) => {
      const numbers = [first, last, ...fc.sample(fc.integer({ min: first, max: last }), 300)];
      for (const n of numbers) expect(dealByModel(n, regime), `deal ${n}`).toEqual([...dealCards(n)]);
    },
  );

  it('computes the numbers of the example in draws.ts', () => {
    const source = readFileSync('assembly/simd/draws.ts', 'utf8');
    const rows = source.matchAll(/^ \* {5}([\w() -]+?) +(-?\d+) +(-?\d+)(?: {2}.*)?$/gm);
    const draws = [modelDraw(617, 0, 0), modelDraw(617, 2, 0)];
    const valuesOf = (name: string) => draws.map((draw) => draw[name as keyof Draw]);
    /** For each draw, the number of lanes for which a test is true. */
    const countLanes = (test: (lane: Draw, draw: Draw) => boolean) =>
      [0, 2].map((k, i) => range(0, 192).filter((n) => test(modelDraw(576 + n, k, 0, 576), draws[i])).length);
    // bits 0..5 of a state decide nothing
    const middle = (low: number) => low >> 6;
    const lower31 = (state: number) => Math.floor((state % 2 ** 31) / 64);
    expect(
      Object.fromEntries(Array.from(rows, ([, name, ...values]) => [name, values.slice(0, 2).map(Number)])),
    ).toEqual({
      ...Object.fromEntries(Object.keys(draws[0]).map((name) => [name, valuesOf(name)])),
      CARRY_RANK: countLanes((lane, draw) => middle(lane['low(t)']) < middle(draw['low(t)'])),
      NO_CARRY: countLanes((lane) => lane.carry === 0).map((count) => count - 1),
      WRAP_RANK: countLanes((lane, draw) => lower31(lane.t) < lower31(draw.t)),
      NO_WRAP: countLanes((lane) => lane.wrap === 0).map((count) => count - 1),
    });
    expect(draws[0].j).toBe(dealCards(617)[0]);
  });
});
