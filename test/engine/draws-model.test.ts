import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CARDS } from '../../src/game/constants.js';
import { dealCards } from '../../src/game/deal.js';
import { range } from '../support/numbers.js';
import { regimes } from '../support/regimes.js';
import { modelDraw } from './draws-model.js';

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
    const rows = new Map(
      Array.from(
        source.matchAll(/^ \* {5}([\w() -]+?) +(-?\d+) +(-?\d+)(?: {2}.*)?$/gm),
        ([, name, ...values]) => [name as string, values.slice(0, 2).map(Number)],
      ),
    );
    const draws = [modelDraw(617, 0, 0), modelDraw(617, 2, 0)];
    const row = (name: keyof (typeof draws)[number]) => draws.map((draw) => draw[name]);
    const lanes = Array.from({ length: 192 }, (_, lane) => [
      modelDraw(576 + lane, 0, 0, 576),
      modelDraw(576 + lane, 2, 0, 576),
    ]);
    // bits 0..5 of a state decide nothing
    const middle = (low: number) => low >> 6;
    const lower31 = (state: number) => Math.floor((state % 2 ** 31) / 64);
    const countLanes = (test: (lane: (typeof draws)[number], draw: (typeof draws)[number]) => boolean) =>
      draws.map((draw, i) => lanes.filter((lane) => test(lane[i] as (typeof draws)[number], draw)).length);
    expect(Object.fromEntries(rows)).toEqual({
      left: row('left'),
      s: row('s'),
      t: row('t'),
      'high(s)': row('highS'),
      'high(t)': row('highT'),
      'low(s)': row('lowS'),
      'low(t)': row('lowT'),
      base: row('base'),
      change: row('change'),
      REMAINDER: row('remainder'),
      CARRY_RANK: countLanes((lane, draw) => middle(lane.lowT) < middle(draw.lowT)),
      NO_CARRY: countLanes((lane) => lane.carry === 0).map((count) => count - 1),
      carry: row('carry'),
      WRAP_RANK: countLanes((lane, draw) => lower31(lane.t) < lower31(draw.t)),
      NO_WRAP: countLanes((lane) => lane.wrap === 0).map((count) => count - 1),
      wrap: row('wrap'),
      sum: row('sum'),
      j: row('j'),
    });
    expect(rows.get('j')?.[0]).toBe(dealCards(617)[0]);
  });
});
