/**
 * Deal numbers -> draws: for a group of 64 deals at a time, j = r mod left of all 52 draws.
 *
 * The state after draw k is A*n + C modulo 2^32 (A, C constants of k), so for the deals n + 0..63 it is s + t[lane]: s
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
  BASE, CARDS, CODE, DECK_CODE, DRAWS, DRAWS_QUARTER, GROUP_DEALS, LANES, LANES_ROW, LEFT, NOT_HIGH, NOT_LOW, OFFSET,
  RECIPROCAL, REGIME_ROW, STATE, STEP, TOP_OFFSET, VECTOR_DEALS,
} from '../memory';

// Vectors are loaded out of static data: V8 13 (Node 24) builds a constant one anew at each use, which the kernel takes
// 31 ns a deal with instead of 22. For Node 20 it makes no difference.
const ONE = memory.data<u64>([0x0101010101010101, 0x0101010101010101], 16);
/** Of a deck in decks.ts, 51 sixteen times. */
const LAST_BYTE = memory.data<u64>([0x3333333333333333, 0x3333333333333333], 16);

// Parts of a row of LANES: for each of the 64 lanes, in bytes from the row's start.
const LANE_LOW: usize = 0; // u16: low(t), its sign bit flipped for the signed compare
const LANE_HIGH: usize = 128; // u16: high(t); its sign bit flipped if bits is 16
const LANE_REMAINDER: usize = 256; // u8: high(t) mod left
const LANE_WRAP: usize = 320; // u8: what turns LANE_REMAINDER into its value after a wrap, by xor
const LANE_LEFT: usize = 384; // u8 x 16: left

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
    store<u16>(CODE + 2 * k, left - (isSecond(k) ? 1 : 0));
    store<u16>(DECK_CODE + 2 * k, -52);
    // The second regime sets bit 15, the third adds 1 to 16 bits, which nextStates reads as signed.
    store<u16>(OFFSET + REGIME_ROW + 2 * k, 32768 % left);
    store<u16>(OFFSET + 2 * REGIME_ROW + 2 * k, 1 % left);
    store<u16>(TOP_OFFSET + 2 * REGIME_ROW + 2 * k, 65536 % left);
  }
  // The last draw is always 0, the kernel never computes it: its code is 0 - left.
  for (let quarter: usize = 0; quarter < 3; quarter++) {
    v128.store(DRAWS + quarter * DRAWS_QUARTER + (CARDS - 1) * VECTOR_DEALS, i8x16.splat(-1));
  }
}

/** Draws of an even left are the second of a pair in shuffle.ts: their codes are higher by 1. */
@inline
function isSecond(k: usize): bool {
  return (k & 1) == 0;
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

/** Of such a number: the one of its residue class in -left..-1. */
@inline
function negative(x: v128, left: v128): v128 {
  return i16x8.max_u(x, i16x8.sub(x, left));
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
    v128.store(row + BASE, negative(i16x8.sub(sum, left), left));
  }
}

/** base + high(t) mod left + carry, less the wrap, for the 16 lanes of a quarter: -left..left-1. */
@inline
function sums(row: usize, quarter: usize, notLow: v128, notHigh: v128, base: v128): v128 {
  const wide = row + 32 * quarter, narrow = row + 16 * quarter;
  const carry0 = i16x8.gt_s(v128.load(wide + LANE_LOW), notLow);
  const carry1 = i16x8.gt_s(v128.load(wide + LANE_LOW + 16), notLow);
  // No high(t) of the tables is the largest of its range, so adding the carry to it cannot overflow.
  const wrap0 = i16x8.gt_s(i16x8.sub(v128.load(wide + LANE_HIGH), carry0), notHigh);
  const wrap1 = i16x8.gt_s(i16x8.sub(v128.load(wide + LANE_HIGH + 16), carry1), notHigh);
  const carry = i8x16.narrow_i16x8_s(carry0, carry1);
  const wrap = v128.and(i8x16.narrow_i16x8_s(wrap0, wrap1), v128.load(narrow + LANE_WRAP));
  return i8x16.add(v128.xor(v128.load(narrow + LANE_REMAINDER), wrap), i8x16.sub(base, carry));
}

/** The code of a draw for shuffle.ts, out of a sum: j - left, or one more if the draw is the second of a pair. */
@inline
function codes(sum: v128, left: v128, second: bool): v128 {
  const code = i8x16.max_u(sum, i8x16.sub(sum, left));
  return second ? i8x16.add(code, v128.load(ONE)) : code;
}

/** Draw k of 64 deals: codes for three quarters, 51 - j for the last, which decks.ts deals. */
@inline
function draw(k: usize, row: usize, second: bool): void {
  const notLow = v128.load_splat<u16>(2 * k + NOT_LOW);
  const notHigh = v128.load_splat<u16>(2 * k + NOT_HIGH);
  const base = v128.load_splat<u8>(2 * k + BASE);
  const left = v128.load(row + LANE_LEFT);
  const draws = k * VECTOR_DEALS + DRAWS;
  v128.store(draws, codes(sums(row, 0, notLow, notHigh, base), left, second));
  v128.store(draws, codes(sums(row, 1, notLow, notHigh, base), left, second), DRAWS_QUARTER);
  v128.store(draws, codes(sums(row, 2, notLow, notHigh, base), left, second), 2 * DRAWS_QUARTER);
  const sum = sums(row, 3, notLow, notHigh, base);
  v128.store(draws, i8x16.sub(v128.load(LAST_BYTE), i8x16.min_u(sum, i8x16.add(sum, left))), 3 * DRAWS_QUARTER);
}

/** Computes the draws of the next 64 deals, one byte each, into DRAWS. */
export function nextDraws(): void {
  nextStates();
  let k: usize = 0, row = LANES;
  for (; k < CARDS - 2; k += 2, row += 2 * LANES_ROW) {
    draw(k, row, true);
    draw(k + 1, row + LANES_ROW, false);
  }
  draw(k, row, true);
}
