/**
 * Deal numbers -> draws: for 32 deals at a time, j = r mod left of all 52 draws.
 *
 * The state after draw k is A*n + C modulo 2^32 (A, C constants of k), so for the deals n + 0..31 it is s + t[lane]: s
 * belongs to the group, t[lane] = A*lane never changes. Neither a multiplication nor a division is left for a lane:
 *
 *     high(s + t)       = high(s) + high(t) + carry                  carry: low(s) + low(t) >= 2^16
 *     high mod left     = high(s) mod left + high(t) mod left + carry - wrap*(2^bits mod left), modulo left
 *                                                                    wrap: high(s) + high(t) + carry >= 2^bits
 *
 * bits is 15 where the rule cuts the top bit off and 16 in the third regime. What a regime adds to r is added to
 * high(s) mod left, once a group, so all regimes run the same code at the same speed.
 */
import { DRAW_SHIFT, FIRST_HIGH_DEAL, FIRST_WIDE_DEAL, INCREMENT, MULTIPLIER } from '../../src/game/constants';
import {
  BASE, BELOW, CARDS, DRAWS, DRAWS_HALF, GROUP_DEALS, LANES, LANES_ROW, LEFT, NOT_HIGH, NOT_LOW, OFFSET,
  RECIPROCAL, REGIME_ROW, STATE, STEP, TOP_OFFSET,
} from '../memory';
import { MEMORY_DRAWS } from './shuffle';

// Parts of a row of LANES: for each of the 32 lanes, in bytes from the row's start.
const LANE_LOW: usize = 0; // u16: low(t), its sign bit flipped for the signed compare
const LANE_HIGH: usize = 64; // u16: high(t); its sign bit flipped if bits is 16
const LANE_REMAINDER: usize = 128; // u8: high(t) mod left
const LANE_WRAP: usize = 160; // u8: what turns LANE_REMAINDER into its value after a wrap, by xor
const LANE_LEFT: usize = 192; // u8 x 16: left

/** Bits of the state's upper half that the regime reads, 15 or 16; LANES is filled for them. */
let bits: u32 = 0;
/** Where the regime's rows of OFFSET and TOP_OFFSET lie, from the first regime's. */
let regimeRow: usize = 0;

/** Fills LANES for a regime that reads so many bits; needed again only where that changes. */
function fillLanes(newBits: u32): void {
  bits = newBits;
  const range = (<u32>1) << bits;
  const flip: u32 = bits == 16 ? 0x8000 : 0;
  let row = LANES;
  let multiplier: u32 = 1;
  for (let left: u32 = <u32>CARDS; left > 0; left--) {
    multiplier *= MULTIPLIER;
    const wrap = left - (range % left);
    for (let lane: u32 = 0; lane < <u32>GROUP_DEALS; lane++) {
      const t = multiplier * lane;
      const high = (t >> DRAW_SHIFT) & (range - 1);
      const remainder = high % left;
      store<u16>(row + 2 * lane + LANE_LOW, (t & 0xffff) ^ 0x8000);
      store<u16>(row + 2 * lane + LANE_HIGH, high ^ flip);
      store<u8>(row + lane + LANE_REMAINDER, remainder);
      store<u8>(row + lane + LANE_WRAP, remainder ^ ((remainder + wrap) % left));
    }
    v128.store(row + LANE_LEFT, i8x16.splat(<i8>left));
    row += LANES_ROW;
  }
}

/** Fills the tables; runs once, when the module starts. */
export function initRandom(): void {
  fillLanes(15);
  let multiplier: u32 = 1;
  for (let k: usize = 0; k < CARDS; k++) {
    const left = <u32>(CARDS - k);
    multiplier *= MULTIPLIER;
    store<u32>(STEP + 4 * k, multiplier * <u32>GROUP_DEALS);

    const reciprocal: u32 = (65536 + left) / (2 * left); // 32768 / left, rounded
    store<u16>(RECIPROCAL + 2 * k, reciprocal);
    store<u16>(LEFT + 2 * k, left);
    store<u16>(BELOW + 2 * k, k < MEMORY_DRAWS ? 0 : left);
    // The second regime sets bit 15, the third adds 1 to 16 bits, which nextStates reads as signed.
    store<u16>(OFFSET + REGIME_ROW + 2 * k, 32768 % left);
    store<u16>(OFFSET + 2 * REGIME_ROW + 2 * k, 1 % left);
    store<u16>(TOP_OFFSET + 2 * REGIME_ROW + 2 * k, 65536 % left);
  }
  // The last draw is always 0; the kernel never computes it. BELOW makes it 0 - 1.
  for (let half: usize = 0; half < 2; half++) {
    v128.store(DRAWS + half * DRAWS_HALF + (CARDS - 1) * 16, i8x16.splat(-1));
  }
}

/** Makes `first` the deal that the next `nextDraws` starts with. */
export function seek(first: u64): void {
  let multiplier: u32 = 1;
  let increment: u32 = 0;
  for (let k: usize = 0; k < CARDS; k++) {
    increment = increment * MULTIPLIER + INCREMENT;
    multiplier *= MULTIPLIER;
    store<u32>(STATE + 4 * k, multiplier * <u32>first + increment);
  }
  const third = first >= <u64>FIRST_WIDE_DEAL;
  regimeRow = third ? 2 * REGIME_ROW : first >= <u64>FIRST_HIGH_DEAL ? REGIME_ROW : 0;
  const newBits: u32 = third ? 16 : 15;
  if (newBits != bits) fillLanes(newBits);
}

@inline
function low16(a: v128, b: v128): v128 {
  const mask = i32x4.splat(0xffff);
  return i16x8.narrow_i32x4_u(v128.and(a, mask), v128.and(b, mask));
}

@inline
function high16(a: v128, b: v128): v128 {
  return i16x8.narrow_i32x4_u(i32x4.shr_u(a, DRAW_SHIFT), i32x4.shr_u(b, DRAW_SHIFT));
}

/** Of a number in -left..left-1, held modulo 2^16: the one of its residue class in 0..left-1. */
@inline
export function positive(x: v128, left: v128): v128 {
  return i16x8.min_u(x, i16x8.add(x, left));
}

/** Splits the 52 states of the group's first deal into what the lanes need, and steps them to the next group. */
function nextStates(): void {
  const flip = i16x8.splat(0x7fff);
  const mask = i16x8.splat(bits == 16 ? -1 : 0x7fff);
  for (let k: usize = 0; k < CARDS; k += 8) {
    const state = STATE + 4 * k, step = STEP + 4 * k, row: usize = 2 * k;
    const a = v128.load(state), b = v128.load(state, 16);
    v128.store(state, i32x4.add(a, v128.load(step)));
    v128.store(state, i32x4.add(b, v128.load(step, 16)), 16);

    const high = v128.and(high16(a, b), mask);
    v128.store(row + NOT_LOW, v128.xor(low16(a, b), flip));
    v128.store(row + NOT_HIGH, v128.xor(high, flip));

    // Reading high as signed subtracts 65536 where its top bit is set. The rounded quotient is the floor or one more
    // for every signed 16-bit value and every left (`npm run prove` meets them all).
    const left = v128.load(row + LEFT);
    const quotient = i16x8.q15mulr_sat_s(high, v128.load(row + RECIPROCAL));
    const remainder = positive(i16x8.sub(high, i16x8.mul(quotient, left)), left);
    const top = v128.and(i16x8.shr_s(high, 15), v128.load(row + TOP_OFFSET + regimeRow));
    const sum = i16x8.add(i16x8.add(remainder, v128.load(row + OFFSET + regimeRow)), top);
    const base = positive(i16x8.sub(sum, left), left);
    v128.store(row + BASE, i16x8.sub(base, v128.load(row + BELOW)));
  }
}

/** base + high(t) mod left + carry, less the wrap, for 16 lanes: 0..2*left-1 above `base`'s own BELOW. */
@inline
function sums(row: usize, half: usize, notLow: v128, notHigh: v128, base: v128): v128 {
  const wide = row + 32 * half, narrow = row + 16 * half;
  const carry0 = i16x8.gt_s(v128.load(wide + LANE_LOW), notLow);
  const carry1 = i16x8.gt_s(v128.load(wide + LANE_LOW + 16), notLow);
  // No high(t) of the tables is the largest of its range, so adding the carry to it cannot overflow.
  const wrap0 = i16x8.gt_s(i16x8.sub(v128.load(wide + LANE_HIGH), carry0), notHigh);
  const wrap1 = i16x8.gt_s(i16x8.sub(v128.load(wide + LANE_HIGH + 16), carry1), notHigh);
  const carry = i8x16.narrow_i16x8_s(carry0, carry1);
  const wrap = v128.and(i8x16.narrow_i16x8_s(wrap0, wrap1), v128.load(narrow + LANE_WRAP));
  return i8x16.sub(i8x16.add(v128.xor(v128.load(narrow + LANE_REMAINDER), wrap), base), carry);
}

/**
 * Computes the draws of the next 32 deals, 16 a half, one byte each: j (0..left-1) for the draws that shuffle.ts makes
 * in memory, j - left (-left..-1) for the others.
 */
export function nextDraws(): void {
  nextStates();
  let row = LANES;
  for (let k: usize = 0; k < CARDS - 1; k++) {
    const notLow = v128.load_splat<u16>(2 * k + NOT_LOW);
    const notHigh = v128.load_splat<u16>(2 * k + NOT_HIGH);
    const base = v128.load_splat<u8>(2 * k + BASE);
    const left = v128.load(row + LANE_LEFT);
    const x = sums(row, 0, notLow, notHigh, base);
    const y = sums(row, 1, notLow, notHigh, base);
    const draws = DRAWS + 16 * k;
    if (k < MEMORY_DRAWS) {
      v128.store(draws, i8x16.min_u(x, i8x16.sub(x, left)));
      v128.store(draws + DRAWS_HALF, i8x16.min_u(y, i8x16.sub(y, left)));
    } else {
      v128.store(draws, i8x16.max_u(x, i8x16.sub(x, left)));
      v128.store(draws + DRAWS_HALF, i8x16.max_u(y, i8x16.sub(y, left)));
    }
    row += LANES_ROW;
  }
}
