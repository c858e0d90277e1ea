/**
 * Deal numbers in any order -> draws, 16 deals at a time. Each lane steps its own state and has its own regime, so that
 * numbers of all three may stand beside one another.
 */
import { DRAW_MASK, HIGH_DRAW_BIT, INCREMENT, MULTIPLIER } from '../../src/game/constants';
import {
  CARDS, DRAWS, DRAWS_QUARTER, MEMORY_DRAWS, MOVES, REGIMES, REGIMES_ROW, SPLATS, SPLATS_ROW, VECTOR_DEALS,
} from '../memory';
import { modLeft, positive, upperHalves } from './modulo';
import { SPLAT_CODE, SPLAT_LEFT, SPLAT_OFFSET, SPLAT_RECIPROCAL, TWICE } from './tables';

const MULTIPLIERS = memory.data<u32>([MULTIPLIER, MULTIPLIER, MULTIPLIER, MULTIPLIER], 16);
const INCREMENTS = memory.data<u32>([INCREMENT, INCREMENT, INCREMENT, INCREMENT], 16);
const MASK2: u32 = DRAW_MASK * TWICE;
const DRAW_MASKS = memory.data<u32>([MASK2, MASK2, MASK2, MASK2], 16);

// A row of REGIMES.
const REGIME_MASK: usize = 0;
const REGIME_FLIP: usize = 16;
const REGIME_PLUS: usize = 32;

/** With 2^52 added, a number below 2^33 stands in the bits of its f64: its lower 32 below, HIGH_WORD and bit 32 above. */
const TWO_52: f64 = 4503599627370496;
const HIGH_WORD: i32 = 0x43300000;

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

/** The 32 lower bits of four numbers, of which 2^52 more are given. */
@inline
function lowWords(a: v128, b: v128): v128 {
  return i32x4.shuffle(a, b, 0, 2, 4, 6);
}

/** All ones in those of eight lanes, as u16, whose number is 2^32 or above. */
@inline
function areWide(a: v128, b: v128, c: v128, d: v128): v128 {
  const high = i32x4.splat(HIGH_WORD);
  return i16x8.narrow_i32x4_s(
    i32x4.ne(i32x4.shuffle(a, b, 1, 3, 5, 7), high), i32x4.ne(i32x4.shuffle(c, d, 1, 3, 5, 7), high),
  );
}

/** All ones in those of eight lanes, as u16, whose bit 31 is set. */
@inline
function haveBit31(a: v128, b: v128): v128 {
  return i16x8.narrow_i32x4_s(i32x4.shr_s(a, 31), i32x4.shr_s(b, 31));
}

/** Draws of eight deals below 2^31, as u16: r mod left. */
@inline
function lowRemainders(splats: usize, high: v128): v128 {
  const left = v128.load32_splat(splats, SPLAT_LEFT), r = v128.and(high, v128.load(DRAW_MASKS));
  return modLeft(r, v128.load32_splat(splats, SPLAT_RECIPROCAL), left);
}

/** Draws of eight deals of any regime, whose row of REGIMES is given, as u16. */
@inline
function remainders(splats: usize, high: v128, regimes: usize): v128 {
  const left = v128.load32_splat(splats, SPLAT_LEFT);
  const r = v128.xor(v128.and(high, v128.load(regimes, REGIME_MASK)), v128.load(regimes, REGIME_FLIP));
  const remainder = modLeft(r, v128.load32_splat(splats, SPLAT_RECIPROCAL), left);
  const sum = i16x8.add(remainder, v128.load32_splat(splats, SPLAT_OFFSET));
  return positive(i16x8.add(sum, v128.load(regimes, REGIME_PLUS)), left);
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
      ? i8x16.narrow_i16x8_u(remainders(splats, front, REGIMES), remainders(splats, back, REGIMES + REGIMES_ROW))
      : i8x16.narrow_i16x8_u(lowRemainders(splats, front), lowRemainders(splats, back));
    v128.store(row, i8x16.sub(j, v128.load32_splat(splats, SPLAT_CODE)), DRAWS);
    if (k < MEMORY_DRAWS) v128.store(row, j, MOVES);
    row += VECTOR_DEALS;
    splats += SPLATS_ROW;
  }
}

/**
 * Stores how eight deals read an upper half: r is held less 32768, and from 2^32 on less 32769, as draws.ts does. It goes
 * through memory because V8 would compute it anew in each iteration of the loop that needs it.
 */
@inline
function storeRegimes(regimes: usize, isWide: v128, bit31: v128): void {
  v128.store(regimes, v128.or(isWide, v128.load(DRAW_MASKS)), REGIME_MASK);
  v128.store(regimes, v128.andnot(i16x8.splat(<i16>HIGH_DRAW_BIT), v128.andnot(bit31, isWide)), REGIME_FLIP);
  v128.store(regimes, i16x8.neg(isWide), REGIME_PLUS);
}

/** Computes the draws of 16 deals to `row`, counted from DRAWS. */
function quarterDraws(numbers: usize, row: usize): void {
  const more = f64x2.splat(TWO_52);
  const n0 = f64x2.add(v128.load(numbers), more), n1 = f64x2.add(v128.load(numbers, 16), more);
  const n2 = f64x2.add(v128.load(numbers, 32), more), n3 = f64x2.add(v128.load(numbers, 48), more);
  const n4 = f64x2.add(v128.load(numbers, 64), more), n5 = f64x2.add(v128.load(numbers, 80), more);
  const n6 = f64x2.add(v128.load(numbers, 96), more), n7 = f64x2.add(v128.load(numbers, 112), more);
  const a = lowWords(n0, n1), b = lowWords(n2, n3), c = lowWords(n4, n5), d = lowWords(n6, n7);
  const isWide0 = areWide(n0, n1, n2, n3), isWide1 = areWide(n4, n5, n6, n7);
  const bit0 = haveBit31(a, b), bit1 = haveBit31(c, d);
  if (!v128.any_true(v128.or(v128.or(isWide0, isWide1), v128.or(bit0, bit1)))) return allDraws(a, b, c, d, row, false);
  storeRegimes(REGIMES, isWide0, bit0);
  storeRegimes(REGIMES + REGIMES_ROW, isWide1, bit1);
  allDraws(a, b, c, d, row, true);
}
