/**
 * Deal numbers in any order -> draws, 16 deals at a time. Each lane steps its own state and has its own regime, so that
 * numbers of all three may stand beside one another.
 */
import { DRAW_MASK, INCREMENT, MULTIPLIER } from '../../src/game/constants';
import {
  CARDS, CODE, DRAWS, DRAWS_QUARTER, LEFT, LIST_HIGH, LIST_LOW, MEMORY_DRAWS, MOVES, OFFSET, RECIPROCAL, REGIME_ROW,
  TOP_OFFSET, VECTOR_DEALS,
} from '../memory';
import { modLeft, positive, upperHalves } from './modulo';

@inline
function step(state: v128): v128 {
  return i32x4.add(i32x4.mul(state, i32x4.splat(MULTIPLIER)), i32x4.splat(INCREMENT));
}

/** All ones in the lanes of eight u32 that are not 0, as u16. */
@inline
function notZero(at: usize): v128 {
  const zero = i32x4.splat(0);
  return i16x8.narrow_i32x4_s(i32x4.ne(v128.load(at), zero), i32x4.ne(v128.load(at, 16), zero));
}

/** All ones in the lanes of eight u32 whose top bit is set, as u16. */
@inline
function hasTopBit(at: usize): v128 {
  return i16x8.narrow_i32x4_s(i32x4.shr_s(v128.load(at), 31), i32x4.shr_s(v128.load(at, 16), 31));
}

/** Draw k of eight deals below 2^31: r mod left, as u16. */
@inline
function lowRemainders(k: usize, high: v128): v128 {
  const row: usize = 2 * k;
  const r = v128.and(high, i16x8.splat(<i16>DRAW_MASK));
  return modLeft(r, v128.load_splat<u16>(row + RECIPROCAL), v128.load_splat<u16>(row + LEFT));
}

/** Draw k of eight deals of any regime. modLeft reads r as signed, which `top` makes good; top and plus stay below left. */
@inline
function remainders(k: usize, high: v128, isHigh: v128, isWide: v128): v128 {
  const row: usize = 2 * k;
  const left = v128.load_splat<u16>(row + LEFT);
  const r = v128.and(high, v128.or(isWide, i16x8.splat(<i16>DRAW_MASK)));
  const remainder = modLeft(r, v128.load_splat<u16>(row + RECIPROCAL), left);
  const top = v128.and(i16x8.shr_s(r, 15), v128.load_splat<u16>(row + TOP_OFFSET + 2 * REGIME_ROW));
  const plus = v128.or(
    v128.and(isHigh, v128.load_splat<u16>(row + OFFSET + REGIME_ROW)),
    v128.and(isWide, v128.load_splat<u16>(row + OFFSET + 2 * REGIME_ROW)),
  );
  return positive(i16x8.sub(i16x8.add(remainder, i16x8.add(plus, top)), left), left);
}

/** Computes the draws of the `count` (1..64) deals whose numbers are at `numbers` (f64), as draws.ts does. */
export function drawsOf(numbers: usize, count: u32): void {
  for (let quarter: usize = 0; <u32>(quarter * VECTOR_DEALS) < count; quarter++) {
    quarterDraws(numbers + 8 * VECTOR_DEALS * quarter, quarter);
  }
}

function quarterDraws(numbers: usize, quarter: usize): void {
  for (let lane: usize = 0; lane < VECTOR_DEALS; lane++) {
    const n = <u64>load<f64>(numbers + 8 * lane);
    store<u32>(LIST_LOW + 4 * lane, <u32>n);
    store<u32>(LIST_HIGH + 4 * lane, <u32>(n >> 32));
  }
  const isWide0 = notZero(LIST_HIGH), isWide1 = notZero(LIST_HIGH + 32);
  const isHigh0 = v128.andnot(hasTopBit(LIST_LOW), isWide0), isHigh1 = v128.andnot(hasTopBit(LIST_LOW + 32), isWide1);
  const isMixed = v128.any_true(v128.or(v128.or(isWide0, isWide1), v128.or(isHigh0, isHigh1)));
  let a = v128.load(LIST_LOW), b = v128.load(LIST_LOW, 16), c = v128.load(LIST_LOW, 32), d = v128.load(LIST_LOW, 48);
  const rows = DRAWS_QUARTER * quarter;
  for (let k: usize = 0; k < CARDS - 1; k++) {
    a = step(a);
    b = step(b);
    c = step(c);
    d = step(d);
    const front = upperHalves(a, b), back = upperHalves(c, d);
    const j = isMixed
      ? i8x16.narrow_i16x8_u(remainders(k, front, isHigh0, isWide0), remainders(k, back, isHigh1, isWide1))
      : i8x16.narrow_i16x8_u(lowRemainders(k, front), lowRemainders(k, back));
    v128.store(rows + VECTOR_DEALS * k, i8x16.sub(j, v128.load_splat<u8>(2 * k + CODE)), DRAWS);
    if (k < MEMORY_DRAWS) v128.store(rows + VECTOR_DEALS * k, j, MOVES);
  }
}
