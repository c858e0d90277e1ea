/**
 * Deal numbers in any order -> draws, 16 deals at a time. Each lane steps its own state and has its own regime, so that
 * numbers of all three may stand beside one another.
 */
import { INCREMENT, MULTIPLIER } from '../../src/game/constants';
import {
  CARDS, DRAWS, DRAWS_QUARTER, MEMORY_DRAWS, LANE_REGIMES, MOVES, REGIMES, REGIMES_ROW, SPLATS, SPLATS_ROW, VECTOR_DEALS,
} from '../memory';
import { REGIMES_COUNT } from '../regime';
import { modLeft, positive, REGIME_AFTER, REGIME_BEFORE, REGIME_FIRST, REGIME_MASK, upperHalves } from './modulo';
import { SPLAT_CODE, SPLAT_LEFT, SPLAT_OFFSET, SPLAT_RECIPROCAL } from './tables';

const MULTIPLIERS = memory.data<u32>([MULTIPLIER, MULTIPLIER, MULTIPLIER, MULTIPLIER], 16);
const INCREMENTS = memory.data<u32>([INCREMENT, INCREMENT, INCREMENT, INCREMENT], 16);
/** With 2^52 added, a number below 2^33 stands in the bits of its f64: its lower 32 below, HIGH_WORD and bit 32 above. */
const TWO_52: f64 = 4503599627370496;

/** Computes the draws of the `count` (1..64) deals whose numbers are at `numbers` (f64), as draws.ts does. */
export function drawsOf(numbers: usize, count: u32): void {
  for (let quarter: usize = 0; <u32>(quarter * VECTOR_DEALS) < count; quarter++) {
    quarterDraws(numbers + 8 * VECTOR_DEALS * quarter, DRAWS_QUARTER * quarter);
  }
}

@inline
function step(state: v128, multiplier: v128, increment: v128): v128 {
  return i32x4.add(i32x4.mul(state, multiplier), increment);
}

/** The lower words of the four f64 in a and b. */
@inline
function lowWords(a: v128, b: v128): v128 {
  return i32x4.shuffle(a, b, 0, 2, 4, 6);
}

/** Draws of eight deals below 2^31, as u16: r mod left. */
@inline
function lowRemainders(splats: usize, high: v128): v128 {
  const left = v128.load32_splat(splats, SPLAT_LEFT), r = v128.and(high, v128.load(REGIMES, REGIME_MASK));
  return modLeft(r, v128.load32_splat(splats, SPLAT_RECIPROCAL), left);
}

/** Draws of eight deals of any regime, whose row of REGIMES is given, as u16. */
@inline
function remainders(splats: usize, high: v128, regimes: usize): v128 {
  const left = v128.load32_splat(splats, SPLAT_LEFT);
  const r = i16x8.add(v128.and(high, v128.load(regimes, REGIME_MASK)), v128.load(regimes, REGIME_BEFORE));
  const remainder = modLeft(r, v128.load32_splat(splats, SPLAT_RECIPROCAL), left);
  const sum = i16x8.add(remainder, v128.load32_splat(splats, SPLAT_OFFSET));
  return positive(i16x8.add(sum, v128.load(regimes, REGIME_AFTER)), left);
}

/** Steps 16 states through all draws, and writes these to `row`, counted from DRAWS. */
@inline
function allDraws(a: v128, b: v128, c: v128, d: v128, row: usize, isMixed: bool): void {
  const multiplier = v128.load(MULTIPLIERS), increment = v128.load(INCREMENTS);
  let splats = SPLATS;
  for (let k: usize = 0; k < CARDS - 1; k++) {
    a = step(a, multiplier, increment);
    b = step(b, multiplier, increment);
    c = step(c, multiplier, increment);
    d = step(d, multiplier, increment);
    const front = upperHalves(a, b), back = upperHalves(c, d);
    const j = isMixed
      ? i8x16.narrow_i16x8_u(remainders(splats, front, LANE_REGIMES), remainders(splats, back, LANE_REGIMES + REGIMES_ROW))
      : i8x16.narrow_i16x8_u(lowRemainders(splats, front), lowRemainders(splats, back));
    v128.store(row, i8x16.sub(j, v128.load32_splat(splats, SPLAT_CODE)), DRAWS);
    if (k < MEMORY_DRAWS) v128.store(row, j, MOVES);
    row += VECTOR_DEALS;
    splats += SPLATS_ROW;
  }
}

/** All ones in those of eight lanes, as u16, whose number (f64) is at least `first`. */
@inline
function areFrom(first: v128, a: v128, b: v128, c: v128, d: v128): v128 {
  return i16x8.narrow_i32x4_s(
    lowWords(f64x2.ge(a, first), f64x2.ge(b, first)), lowWords(f64x2.ge(c, first), f64x2.ge(d, first)),
  );
}

/** Copies a regime's row to those of eight lanes whose number is in it or in a later one. */
@inline
function copyRegime(regime: usize, to: usize, areIn: v128): void {
  v128.store(to, v128.bitselect(v128.load(regime, REGIME_MASK), v128.load(to, REGIME_MASK), areIn), REGIME_MASK);
  v128.store(to, v128.bitselect(v128.load(regime, REGIME_BEFORE), v128.load(to, REGIME_BEFORE), areIn), REGIME_BEFORE);
  v128.store(to, v128.bitselect(v128.load(regime, REGIME_AFTER), v128.load(to, REGIME_AFTER), areIn), REGIME_AFTER);
}

/** Computes the draws of 16 deals to `row`, counted from DRAWS. */
function quarterDraws(numbers: usize, row: usize): void {
  const n0 = v128.load(numbers), n1 = v128.load(numbers, 16), n2 = v128.load(numbers, 32), n3 = v128.load(numbers, 48);
  const n4 = v128.load(numbers, 64), n5 = v128.load(numbers, 80), n6 = v128.load(numbers, 96);
  const n7 = v128.load(numbers, 112);
  const four = f64x2.pmax(f64x2.pmax(n0, n1), f64x2.pmax(n2, n3)), others = f64x2.pmax(f64x2.pmax(n4, n5), f64x2.pmax(n6, n7));
  const isMixed = v128.any_true(f64x2.ge(f64x2.pmax(four, others), v128.load(REGIMES + REGIMES_ROW, REGIME_FIRST)));
  const more = f64x2.splat(TWO_52);
  const a = lowWords(f64x2.add(n0, more), f64x2.add(n1, more)), b = lowWords(f64x2.add(n2, more), f64x2.add(n3, more));
  const c = lowWords(f64x2.add(n4, more), f64x2.add(n5, more)), d = lowWords(f64x2.add(n6, more), f64x2.add(n7, more));
  if (!isMixed) return allDraws(a, b, c, d, row, false);
  for (let regime = REGIMES; regime < REGIMES + <usize>REGIMES_COUNT * REGIMES_ROW; regime += REGIMES_ROW) {
    const first = v128.load(regime, REGIME_FIRST);
    copyRegime(regime, LANE_REGIMES, areFrom(first, n0, n1, n2, n3));
    copyRegime(regime, LANE_REGIMES + REGIMES_ROW, areFrom(first, n4, n5, n6, n7));
  }
  allDraws(a, b, c, d, row, true);
}
