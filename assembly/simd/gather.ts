/**
 * Deal numbers in any order -> draws, for 16 deals at a time: what random.ts does for consecutive numbers, whose states
 * need no multiplication. Here each lane steps its own state and has its own regime, so that numbers of all three may
 * stand beside one another.
 */
import { DRAW_MASK, DRAW_SHIFT, INCREMENT, MULTIPLIER } from '../../src/ms';
import {
  CARDS, DRAWS, LEFT, LIST_HIGH, LIST_LOW, OFFSET, RECIPROCAL, REGIME_ROW, TOP_OFFSET, VECTOR_DEALS,
} from '../memory';
import { positive } from './random';
import { MEMORY_DRAWS } from './shuffle';

@inline
function step(state: v128): v128 {
  return i32x4.add(i32x4.mul(state, i32x4.splat(MULTIPLIER)), i32x4.splat(INCREMENT));
}

/** The upper halves of eight states. */
@inline
function upper(a: v128, b: v128): v128 {
  return i16x8.narrow_i32x4_u(i32x4.shr_u(a, DRAW_SHIFT), i32x4.shr_u(b, DRAW_SHIFT));
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

/**
 * Draw k of eight deals: r mod left, as u16. As in random.ts, the upper half is read as signed, which `top` makes good;
 * what a regime adds to r follows, less than left in all lanes together.
 */
@inline
function remainders(k: usize, high: v128, isHigh: v128, isWide: v128): v128 {
  const row: usize = 2 * k;
  const left = v128.load_splat<u16>(row + LEFT);
  const r = v128.and(high, v128.or(isWide, i16x8.splat(<i16>DRAW_MASK)));
  const quotient = i16x8.q15mulr_sat_s(r, v128.load_splat<u16>(row + RECIPROCAL));
  const remainder = positive(i16x8.sub(r, i16x8.mul(quotient, left)), left);
  const top = v128.and(i16x8.shr_s(r, 15), v128.load_splat<u16>(row + TOP_OFFSET + 2 * REGIME_ROW));
  const plus = v128.or(
    v128.and(isHigh, v128.load_splat<u16>(row + OFFSET + REGIME_ROW)),
    v128.and(isWide, v128.load_splat<u16>(row + OFFSET + 2 * REGIME_ROW)),
  );
  return positive(i16x8.sub(i16x8.add(remainder, i16x8.add(plus, top)), left), left);
}

/** Computes the draws of the 16 deals whose numbers are at `numbers` (f64), as random.ts leaves them in a half. */
export function drawsOf(numbers: usize): void {
  for (let lane: usize = 0; lane < VECTOR_DEALS; lane++) {
    const n = <u64>load<f64>(numbers + 8 * lane);
    store<u32>(LIST_LOW + 4 * lane, <u32>n);
    store<u32>(LIST_HIGH + 4 * lane, <u32>(n >> 32));
  }
  let a = v128.load(LIST_LOW), b = v128.load(LIST_LOW, 16), c = v128.load(LIST_LOW, 32), d = v128.load(LIST_LOW, 48);
  const isWide0 = notZero(LIST_HIGH), isWide1 = notZero(LIST_HIGH + 32);
  const isHigh0 = v128.andnot(hasTopBit(LIST_LOW), isWide0), isHigh1 = v128.andnot(hasTopBit(LIST_LOW + 32), isWide1);
  for (let k: usize = 0; k < CARDS - 1; k++) {
    a = step(a);
    b = step(b);
    c = step(c);
    d = step(d);
    const j = i8x16.narrow_i16x8_u(
      remainders(k, upper(a, b), isHigh0, isWide0),
      remainders(k, upper(c, d), isHigh1, isWide1),
    );
    const below = k < MEMORY_DRAWS ? i8x16.splat(0) : v128.load_splat<u8>(2 * k + LEFT);
    v128.store(DRAWS + VECTOR_DEALS * k, i8x16.sub(j, below));
  }
}
