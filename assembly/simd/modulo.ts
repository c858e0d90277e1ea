/** Upper halves of states, and numbers modulo left: eight draws of draws.ts or eight deals of gather.ts in a vector. */
import { DRAW_SHIFT } from '../../src/game/constants';
import { REGIMES, REGIMES_ROW } from '../memory';
import { addendAfter, addendBefore, firstDeal, maskOf, REGIMES_COUNT } from '../regime';


/** The draws that modLeft reduces are held less this, as signed numbers of 16 bits. */
const HALF: u32 = 32768;

// A row of REGIMES.
export const REGIME_FIRST: usize = 0; // f64x2
export const REGIME_MASK: usize = 16;
export const REGIME_BEFORE: usize = 32; // addendBefore less HALF
export const REGIME_AFTER: usize = 48;

export function fillRegimes(): void {
  for (let regime = 0; regime < REGIMES_COUNT; regime++) {
    const row = REGIMES + <usize>regime * REGIMES_ROW;
    v128.store(row, f64x2.splat(<f64>firstDeal(regime)), REGIME_FIRST);
    v128.store(row, i16x8.splat(<i16>maskOf(regime)), REGIME_MASK);
    v128.store(row, i16x8.splat(<i16>(addendBefore(regime) - HALF)), REGIME_BEFORE);
    v128.store(row, i16x8.splat(<i16>addendAfter(regime)), REGIME_AFTER);
  }
}

/** The upper halves of eight states. */
@inline
export function upperHalves(a: v128, b: v128): v128 {
  return i16x8.narrow_i32x4_u(i32x4.shr_u(a, DRAW_SHIFT), i32x4.shr_u(b, DRAW_SHIFT));
}

/** Of a number in -left..left-1, held modulo 2^16: the one of its residue class in 0..left-1. */
@inline
export function positive(x: v128, left: v128): v128 {
  return i16x8.min_u(x, i16x8.add(x, left));
}

/** Of such a number: the one of its residue class in -left..-1. */
@inline
export function negative(x: v128, left: v128): v128 {
  return i16x8.max_u(x, i16x8.sub(x, left));
}

/**
 * x mod left, 0..left-1, of a signed x: the rounded quotient is the floor or one more for every signed 16-bit value and
 * every left (`npm run prove` meets them all).
 */
@inline
export function modLeft(x: v128, reciprocal: v128, left: v128): v128 {
  return positive(i16x8.sub(x, i16x8.mul(i16x8.q15mulr_sat_s(x, reciprocal), left)), left);
}
