// The formulas of assembly/simd/draws.ts with plain numbers, for one draw of one deal: an executable comment.

import { DRAW_SHIFT, INCREMENT, MULTIPLIER, REGIME_ADDENDS, REGIME_BITS } from '../../src/game/constants.js';

/** x modulo m, 0..m-1, also of negative x. */
const modulo = (x: number, m: number) => ((x % m) + m) % m;

/** A*x + C mod 2^32 is the state k+1 steps after the state x. */
function stepsTo(k: number): { A: number; C: number } {
  let [A, C] = [1, 0];
  for (let step = 0; step <= k; step++) {
    A = Math.imul(A, MULTIPLIER);
    C = (Math.imul(C, MULTIPLIER) + INCREMENT) | 0;
  }
  return { A, C };
}

/** All that draws.ts computes for draw k of deal n, which is of a regime, by the names in its example. The origin is a multiple of 64 below n. */
export function modelDraw(n: number, k: number, regime: number, origin = n - (n % 64)) {
  const [bits, addend, left] = [REGIME_BITS[regime], REGIME_ADDENDS[regime], 52 - k];
  const lane = n - origin;
  const { A, C } = stepsTo(k);
  const s = (Math.imul(A, origin) + (C - modulo(C, 64))) >>> 0;
  const t = (Math.imul(A, lane) + modulo(C, 64)) >>> 0;

  const high = (state: number) => (state >>> DRAW_SHIFT) % 2 ** bits;
  const low = (state: number) => state % 2 ** DRAW_SHIFT;
  const sumBits = 2 ** (DRAW_SHIFT + bits);
  const base = modulo(high(s) + addend, left) - left;
  const change = modulo(high(s) + addend - 2 ** bits, left) - left - base;
  const remainder = high(t) % left;
  const carry = low(s) + low(t) >= 2 ** DRAW_SHIFT ? 1 : 0;
  const wrap = (s % sumBits) + (t % sumBits) >= sumBits ? 1 : 0;

  const sum = base + remainder + carry + wrap * change;
  const j = sum >= 0 ? sum : sum + left;
  return {
    left,
    s,
    t,
    'high(s)': high(s),
    'high(t)': high(t),
    'low(s)': low(s),
    'low(t)': low(t),
    base,
    change,
    REMAINDER: remainder,
    carry,
    wrap,
    sum,
    j,
  };
}
