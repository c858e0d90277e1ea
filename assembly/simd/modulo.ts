/**
 * Upper halves of states -> draws mod left, eight in a vector: in draws.ts of one deal, in gather.ts of eight deals.
 *
 * modLeft reduces signed numbers of 16 bits, but a draw can have all 16 bits. So it reduces draw - 32768, and 32768
 * mod left is added to the remainder. HALF_MODULO is 32768 mod left, minus left. With the excess of the regime, 0 or
 * 1, the sum is in -left..left-1. For example:
 *
 *     draw 2053, left 52:  2053 - 32768 = -30715;  -30715 mod 52 = 17;  HALF_MODULO = 8 - 52 = -44;  17 - 44 = -27
 *     negative: -27        positive: -27 + 52 = 25 = 2053 mod 52
 */
import { DRAW_SHIFT } from '../../src/game/constants';
import { REGIME_ADDEND, REGIME_EXCESS, REGIME_MASK } from './tables';

/** The upper halves of eight states. */
export function upperHalves(a: v128, b: v128): v128 {
  return i16x8.narrow_i32x4_u(i32x4.shr_u(a, DRAW_SHIFT), i32x4.shr_u(b, DRAW_SHIFT));
}

/** Brings numbers of -left..left-1, held modulo 2^16, to 0..left-1. */
export function positive(x: v128, left: v128): v128 {
  return i16x8.min_u(x, i16x8.add(x, left));
}

/** Brings numbers of -left..left-1, held modulo 2^16, to -left..-1. */
export function negative(x: v128, left: v128): v128 {
  return i16x8.max_u(x, i16x8.sub(x, left));
}

/**
 * x mod left, 0..left-1, of signed x. For every x of 16 bits and every left of 2..52, the rounded quotient is the
 * floor or one more: `npm run prove` meets them all. The draw of left 1 is always 0, and its result is not used.
 */
function modLeft(x: v128, reciprocal: v128, left: v128): v128 {
  return positive(i16x8.sub(x, i16x8.mul(i16x8.q15mulr_sat_s(x, reciprocal), left)), left);
}

/** Numbers of -left..left-1, congruent to draws mod left, of deals that have the row `regime`. */
export function drawsModLeft(upper: v128, regime: usize, reciprocal: v128, left: v128, halfModulo: v128): v128 {
  const signed = i16x8.add(v128.and(upper, v128.load(regime, REGIME_MASK)), v128.load(regime, REGIME_ADDEND));
  return i16x8.add(i16x8.add(modLeft(signed, reciprocal, left), halfModulo), v128.load(regime, REGIME_EXCESS));
}
