/**
 * Deal numbers in any order -> draws, a quarter at a time. The deals have no origin to share: each steps its own
 * state and has its own regime, so that numbers of all regimes can stand beside one another.
 */
import { INCREMENT, MULTIPLIER } from '../../src/game/constants';
import {
  CARDS, DEAL_REGIMES, DRAWS, DRAWS_QUARTER, MEMORY_DRAWS, MOVES, REGIMES, REGIMES_ROW, SPLATS, SPLATS_ROW,
  VECTOR_DEALS,
} from '../memory';
import { regimeCount } from '../regime';
import { drawsModLeft, positive, upperHalves } from './modulo';
import {
  REGIME_ADDEND, REGIME_EXCESS, REGIME_FIRST, REGIME_MASK, SPLAT_HALF_MODULO, SPLAT_LEFT, SPLAT_ODD_LEFT,
  SPLAT_RECIPROCAL,
} from './tables';

const MULTIPLIERS = memory.data<u32>([MULTIPLIER, MULTIPLIER, MULTIPLIER, MULTIPLIER], 16);
const INCREMENTS = memory.data<u32>([INCREMENT, INCREMENT, INCREMENT, INCREMENT], 16);

const TWO_52: f64 = 4503599627370496; // adding 2^52 puts the integer into the low bits of the f64

/** Computes the first `depth` draws of the `count` (1..64) deals whose numbers, f64, are at `numbers`. */
export function drawsOf(numbers: usize, count: u32, depth: usize): void {
  for (let quarter: usize = 0; <u32>(quarter * VECTOR_DEALS) < count; quarter++) {
    quarterDraws(numbers + 8 * VECTOR_DEALS * quarter, depth, DRAWS_QUARTER * quarter);
  }
}

function step(state: v128, multiplier: v128, increment: v128): v128 {
  return i32x4.add(i32x4.mul(state, multiplier), increment);
}

/** The lower words of the four f64 in a and b. */
function lowWords(a: v128, b: v128): v128 {
  return i32x4.shuffle(a, b, 0, 2, 4, 6);
}

/** The states before the first draw of four deals: their numbers mod 2^32. */
function statesOf(a: v128, b: v128): v128 {
  const two52 = f64x2.splat(TWO_52);
  return lowWords(f64x2.add(a, two52), f64x2.add(b, two52));
}

/** j of a draw of eight deals that have a row of DEAL_REGIMES. */
function remainders(splats: usize, upper: v128, regimes: usize): v128 {
  const left = v128.load32_splat(splats, SPLAT_LEFT), reciprocal = v128.load32_splat(splats, SPLAT_RECIPROCAL);
  return positive(drawsModLeft(upper, regimes, reciprocal, left, v128.load32_splat(splats, SPLAT_HALF_MODULO)), left);
}

/** Steps 16 states through `depth` draws, and writes these to the rows of a quarter, `row` bytes after DRAWS. */
function writeDraws(a: v128, b: v128, c: v128, d: v128, depth: usize, row: usize): void {
  const multiplier = v128.load(MULTIPLIERS), increment = v128.load(INCREMENTS);
  let splats = SPLATS;
  for (let k: usize = 0; k < min(depth, CARDS - 1); k++) {
    a = step(a, multiplier, increment);
    b = step(b, multiplier, increment);
    c = step(c, multiplier, increment);
    d = step(d, multiplier, increment);
    const front = upperHalves(a, b), back = upperHalves(c, d);
    const j = i8x16.narrow_i16x8_u(
      remainders(splats, front, DEAL_REGIMES), remainders(splats, back, DEAL_REGIMES + REGIMES_ROW),
    );
    v128.store(row, i8x16.sub(j, v128.load32_splat(splats, SPLAT_ODD_LEFT)), DRAWS);
    if (k < MEMORY_DRAWS) v128.store(row, j, MOVES);
    row += VECTOR_DEALS;
    splats += SPLATS_ROW;
  }
}

/** A mask of eight u16: all ones where the deal number is at least `first`. */
function areFrom(first: v128, a: v128, b: v128, c: v128, d: v128): v128 {
  return i16x8.narrow_i32x4_s(
    lowWords(f64x2.ge(a, first), f64x2.ge(b, first)), lowWords(f64x2.ge(c, first), f64x2.ge(d, first)),
  );
}

/** Copies the row `from` of a regime into the row `to`, for the deals of the mask `areIn`. */
function copyRegime(from: usize, to: usize, areIn: v128): void {
  v128.store(to, v128.bitselect(v128.load(from, REGIME_MASK), v128.load(to, REGIME_MASK), areIn), REGIME_MASK);
  v128.store(to, v128.bitselect(v128.load(from, REGIME_ADDEND), v128.load(to, REGIME_ADDEND), areIn), REGIME_ADDEND);
  v128.store(to, v128.bitselect(v128.load(from, REGIME_EXCESS), v128.load(to, REGIME_EXCESS), areIn), REGIME_EXCESS);
}

/**
 * Computes the first `depth` draws of 16 deals into the rows of a quarter, `row` bytes after DRAWS and MOVES.
 * DEAL_REGIMES is in memory, not in registers, because V8 would compute the regimes anew in each iteration of the
 * loop that needs them.
 */
function quarterDraws(numbers: usize, depth: usize, row: usize): void {
  const n0 = v128.load(numbers), n1 = v128.load(numbers, 16), n2 = v128.load(numbers, 32), n3 = v128.load(numbers, 48);
  const n4 = v128.load(numbers, 64), n5 = v128.load(numbers, 80), n6 = v128.load(numbers, 96);
  const n7 = v128.load(numbers, 112);
  const a = statesOf(n0, n1), b = statesOf(n2, n3), c = statesOf(n4, n5), d = statesOf(n6, n7);
  for (let regime = REGIMES; regime < REGIMES + <usize>regimeCount() * REGIMES_ROW; regime += REGIMES_ROW) {
    const first = v128.load(regime, REGIME_FIRST);
    copyRegime(regime, DEAL_REGIMES, areFrom(first, n0, n1, n2, n3));
    copyRegime(regime, DEAL_REGIMES + REGIMES_ROW, areFrom(first, n4, n5, n6, n7));
  }
  writeDraws(a, b, c, d, depth, row);
}
