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
  ALL_LANES, ALL_LANES_ROW, BASE, MOVES, BUFFER, CARDS, CODE, DRAWS, DRAWS_QUARTER, GROUP_DEALS, LANES, LANES_ROW, LEFT,
  MEMORY_DRAWS, NO_CARRY, NO_WRAP, OFFSET, RANKS, RANKS_ROW, RECIPROCAL, REGIME_ROW, STATE, STEP, THRESHOLD, TOP_OFFSET, VECTOR_DEALS,
} from '../memory';

// Vectors are loaded out of static data: V8 13 (Node 24) builds a constant one anew at each use, which the kernel takes
// 31 ns a deal with instead of 22. For Node 20 it makes no difference.
const ONE = memory.data<u64>([0x0101010101010101, 0x0101010101010101], 16);
// Parts of a row of LANES and ALL_LANES
const ALL: usize = 128; // lanes of ALL_LANES
const LANE_CARRY: usize = 0;
const LANE_WRAPS: usize = 1; // times lanes
const LANE_REMAINDER: usize = 2;
const LANE_WRAP: usize = 3;
const LANE_LEFT: usize = 256; // u8 x 16: left
// Parts of a row of RANKS
const BUCKETS: usize = 0; // 256 u8
const SORTED: usize = 256; // 128 i32 and 4 more

/** Bits of the state's upper half that the regime reads, 15 or 16; LANES is filled for them. */
let bits: u32 = 0;
let offset: usize = 0;
let noCarry: usize = 0;
/** Where the regime's rows of OFFSET and TOP_OFFSET lie, from the first regime's. */
let regimeRow: usize = 0;

@inline
function aligned(t: u32, shift: u32): i32 {
  return <i32>(((t & ~63) << shift) ^ 0x80000000);
}

/** Fills ALL_LANES and RANKS for a regime that reads so many bits. */
function fillLanes(newBits: u32): void {
  bits = newBits;
  const range = (<u32>1) << bits;
  const shift = 16 - bits;
  let row = ALL_LANES, ranks = RANKS;
  let multiplier: u32 = 1, increment: u32 = 0;
  for (let left: u32 = <u32>CARDS; left > 0; left--) {
    increment = increment * MULTIPLIER + INCREMENT;
    multiplier *= MULTIPLIER;
    const wrap = left - (range % left);
    const c = increment & 63;
    memory.fill(ranks, 0, 256);
    for (let i: usize = 0; i < ALL + 4; i++) store<i32>(ranks + SORTED + 4 * i, i32.MAX_VALUE);
    for (let lane: u32 = 0; lane < <u32>ALL; lane++) {
      const t = aligned(multiplier * lane + c, shift);
      const bucket = ranks + BUCKETS + (<u32>t >> 24);
      store<u8>(bucket, load<u8>(bucket) + 1);
    }
    let below: u32 = 3;
    for (let b: u32 = 128; b < 256 + 128; b++) {
      const bucket = ranks + BUCKETS + (b & 255);
      const some = load<u8>(bucket);
      store<u8>(bucket, below);
      below += some;
    }
    for (let lane: u32 = 0; lane < <u32>ALL; lane++) {
      const t = aligned(multiplier * lane + c, shift);
      let value = t;
      for (let at = ranks + SORTED - 12 + 4 * <usize>load<u8>(ranks + BUCKETS + (<u32>t >> 24)); value != i32.MAX_VALUE; at += 4) {
        const other = load<i32>(at);
        if (value < other) {
          // shift only within the bucket: the next bucket's values start at their own place
          store<i32>(at, value);
          value = (other ^ t) >>> 24 == 0 ? other : i32.MAX_VALUE;
        }
      }
    }
    for (let lane: u32 = 0; lane < <u32>ALL; lane++) {
      const t = multiplier * lane + c;
      const high = (t >> DRAW_SHIFT) & (range - 1);
      const remainder = high % left;
      const x = aligned(t, shift);
      let rank = <u32>load<u8>(ranks + BUCKETS + (<u32>x >> 24)) - 3;
      while (load<i32>(ranks + SORTED + 4 * rank) < x) rank++;
      store<u8>(row + lane + ALL * LANE_WRAPS, rank);
      store<u8>(row + lane + ALL * LANE_REMAINDER, remainder);
      store<u8>(row + lane + ALL * LANE_WRAP, remainder ^ ((remainder + wrap) % left));
    }
    row += ALL_LANES_ROW;
    ranks += RANKS_ROW;
  }
}

/** Fills NO_CARRY and the carries of ALL_LANES: they depend on the low 16 bits alone. */
function fillCarries(): void {
  let row = ALL_LANES;
  let multiplier: u32 = 1, increment: u32 = 0;
  for (let k: usize = 0; k < CARDS; k++) {
    increment = increment * MULTIPLIER + INCREMENT;
    multiplier *= MULTIPLIER;
    const c = increment & 63;
    memory.fill(BUFFER, 0, 1024);
    for (let lane: u32 = 0; lane < <u32>ALL; lane++) {
      const at = BUFFER + ((multiplier * lane + c) >> 6 & 1023);
      store<u8>(at, load<u8>(at) + 1);
    }
    let below: u32 = 0;
    for (let i: usize = 0; i < 1024; i++) {
      below += load<u8>(BUFFER + i);
      store<u8>(BUFFER + i, below);
    }
    for (let lane: u32 = 0; lane < <u32>ALL; lane++) {
      const at = (multiplier * lane + c) >> 6 & 1023;
      store<u8>(row + lane + ALL * LANE_CARRY, at == 0 ? 0 : load<u8>(BUFFER + at - 1));
    }
    let state = increment;
    for (let m: usize = 0; m < 65536; m += 64) {
      store<u8>(NO_CARRY + m + k, load<u8>(BUFFER + (1023 - (state >> 6 & 1023))) - 1);
      state += 64 * multiplier;
    }
    row += ALL_LANES_ROW;
  }
}

/** Copies the lanes from `offset` on to LANES. */
function copyLanes(): void {
  for (let k: usize = 0; k < CARDS; k++) {
    const from = ALL_LANES + k * ALL_LANES_ROW + offset, to = LANES + k * LANES_ROW;
    for (let part: usize = 0; part < 4; part++) memory.copy(to + 64 * part, from + ALL * part, 64);
    v128.store(to + LANE_LEFT, i8x16.splat(<i8>(CARDS - k)));
  }
}

/** Fills the tables; runs once, when the module starts. */
export function initRandom(): void {
  fillLanes(15);
  fillCarries();
  copyLanes();
  let multiplier: u32 = 1;
  for (let k: usize = 0; k < CARDS; k++) {
    const left = <u32>(CARDS - k);
    multiplier *= MULTIPLIER;
    store<u32>(STEP + 4 * k, multiplier * <u32>GROUP_DEALS);

    const reciprocal: u32 = (65536 + left) / (2 * left); // 32768 / left, rounded
    store<u16>(RECIPROCAL + 2 * k, reciprocal);
    store<u16>(LEFT + 2 * k, left);
    store<u16>(CODE + 2 * k, left - (isSecond(k) ? 1 : 0));
    // The second regime sets bit 15, the third adds 1 to 16 bits, which nextStates reads as signed.
    store<u16>(OFFSET + REGIME_ROW + 2 * k, 32768 % left);
    store<u16>(OFFSET + 2 * REGIME_ROW + 2 * k, 1 % left);
    store<u16>(TOP_OFFSET + 2 * REGIME_ROW + 2 * k, 65536 % left);
  }
  // The last draw is always 0, the kernel never computes it: its code is 0 - left.
  for (let quarter: usize = 0; quarter < 4; quarter++) {
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
  const base = <u32>first & ~63;
  let multiplier: u32 = 1;
  let increment: u32 = 0;
  for (let k: usize = 0; k < CARDS; k++) {
    increment = increment * MULTIPLIER + INCREMENT;
    multiplier *= MULTIPLIER;
    store<u32>(STATE + 4 * k, multiplier * base + (increment & ~63));
  }
  noCarry = <usize>base & 0xffff;
  const third = first >= <u64>FIRST_WIDE_DEAL;
  regimeRow = third ? 2 * REGIME_ROW : first >= <u64>FIRST_HIGH_DEAL ? REGIME_ROW : 0;
  const newBits: u32 = third ? 16 : 15, newOffset = <usize>first & 63;
  if (newBits == bits && newOffset == offset) return;
  if (newBits != bits) fillLanes(newBits);
  offset = newOffset;
  copyLanes();
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

@inline
function nextEight(k: usize, mask: v128, flip: v128, shift: u32, regime: usize): v128 {
  const k4: usize = 4 * k, row: usize = 2 * k;
  const a = v128.load(k4, STATE), b = v128.load(k4, STATE + 16);
  v128.store(k4, i32x4.add(a, v128.load(k4, STEP)), STATE);
  v128.store(k4, i32x4.add(b, v128.load(k4, STEP + 16)), STATE + 16);
  v128.store(k4, v128.xor(i32x4.shl(a, shift), flip), THRESHOLD);
  v128.store(k4, v128.xor(i32x4.shl(b, shift), flip), THRESHOLD + 16);

  const high = v128.and(high16(a, b), mask);
  // Reading high as signed subtracts 65536 where its top bit is set. The rounded quotient is the floor or one more
  // for every signed 16-bit value and every left (`npm run prove` meets them all).
  const left = v128.load(row, LEFT);
  const quotient = i16x8.q15mulr_sat_s(high, v128.load(row, RECIPROCAL));
  const remainder = positive(i16x8.sub(high, i16x8.mul(quotient, left)), left);
  const top = v128.and(i16x8.shr_s(high, 15), v128.load(row + regime, TOP_OFFSET));
  const sum = i16x8.add(i16x8.add(remainder, v128.load(row + regime, OFFSET)), top);
  return negative(i16x8.sub(sum, left), left);
}

/** Splits the 52 states of the group's first deal into what the lanes need, and steps them to the next group. */
function nextStates(): void {
  const flip = i32x4.splat(0x7ffffffe);
  const mask = i16x8.splat(bits == 16 ? -1 : 0x7fff);
  const shift = 16 - bits;
  for (let k: usize = 0; k < CARDS; k += 16) {
    const a = nextEight(k, mask, flip, shift, regimeRow), b = nextEight(k + 8, mask, flip, shift, regimeRow);
    v128.store(k, i8x16.narrow_i16x8_s(a, b), BASE);
  }
}

@inline
function rankOne(k: usize, threshold: usize, ranks: usize): void {
  const below = <usize>load<u8>(ranks + <usize>load<u8>(threshold, 3));
  const above = i32x4.gt_s(v128.load(ranks + 4 * below, SORTED - 12), v128.load32_splat(threshold));
  store<u8>(k, <u32>below - popcnt(i32x4.bitmask(above)), NO_WRAP);
}

function nextRanks(): void {
  const first = <u32>load<i32>(THRESHOLD) ^ 0x80000000;
  const shift = 16 - bits;
  const t = first >> shift;
  store<u8>(NO_WRAP, t >= 128 * <u32>MULTIPLIER ? 127 : firstRank(first));
  let ranks = RANKS + RANKS_ROW, threshold = THRESHOLD + 4;
  for (let k: usize = 1; k < CARDS - 1; k += 5) {
    rankOne(k, threshold, ranks);
    rankOne(k + 1, threshold + 4, ranks + RANKS_ROW);
    rankOne(k + 2, threshold + 8, ranks + 2 * RANKS_ROW);
    rankOne(k + 3, threshold + 12, ranks + 3 * RANKS_ROW);
    rankOne(k + 4, threshold + 16, ranks + 4 * RANKS_ROW);
    threshold += 20;
    ranks += 5 * RANKS_ROW;
  }
}

function firstRank(x: u32): u32 {
  let count: u32 = 0;
  while (count < <u32>ALL && (<u32>load<i32>(RANKS + SORTED + 4 * count) ^ 0x80000000) <= x) count++;
  return count - 1;
}

/** base + high(t) mod left + carry, less the wrap, for the 16 lanes of a quarter: -left..left-1. */
@inline
function sums(row: usize, noCarry: v128, noWrap: v128, base: v128): v128 {
  const carry = i8x16.gt_s(v128.load(row), noCarry);
  const wrap = v128.and(i8x16.gt_s(v128.load(row, 64), noWrap), v128.load(row, 192));
  return i8x16.add(v128.xor(v128.load(row, 128), wrap), i8x16.sub(base, carry));
}

/** The code of a draw for shuffle.ts, out of a sum: j - left, or one more if the draw is the second of a pair. */
@inline
function code(sum: v128, left: v128): v128 {
  return i8x16.max_u(sum, i8x16.sub(sum, left));
}

@inline
function drawSecond(k: usize, draws: usize, row: usize, low: usize, one: v128, moves: bool): void {
  const carry = v128.load8_splat(low, NO_CARRY);
  const wrap = v128.load8_splat(k, NO_WRAP);
  const base = v128.load8_splat(k, BASE);
  const left = v128.load(row, LANE_LEFT);
  const a = code(sums(row, carry, wrap, base), left);
  v128.store(draws, i8x16.add(a, one), DRAWS);
  if (moves) v128.store(draws, i8x16.add(a, left), MOVES);
  const b = code(sums(row + 16, carry, wrap, base), left);
  v128.store(draws, i8x16.add(b, one), DRAWS + DRAWS_QUARTER);
  if (moves) v128.store(draws, i8x16.add(b, left), MOVES + DRAWS_QUARTER);
  const c = code(sums(row + 32, carry, wrap, base), left);
  v128.store(draws, i8x16.add(c, one), DRAWS + 2 * DRAWS_QUARTER);
  if (moves) v128.store(draws, i8x16.add(c, left), MOVES + 2 * DRAWS_QUARTER);
  const d = code(sums(row + 48, carry, wrap, base), left);
  v128.store(draws, i8x16.add(d, one), DRAWS + 3 * DRAWS_QUARTER);
  if (moves) v128.store(draws, i8x16.add(d, left), MOVES + 3 * DRAWS_QUARTER);
}

@inline
function drawFirst(k: usize, draws: usize, row: usize, low: usize, moves: bool): void {
  const carry = v128.load8_splat(low, NO_CARRY + 1);
  const wrap = v128.load8_splat(k, NO_WRAP + 1);
  const base = v128.load8_splat(k, BASE + 1);
  const left = v128.load(row, LANE_LEFT);
  const a = code(sums(row, carry, wrap, base), left);
  v128.store(draws, a, DRAWS + VECTOR_DEALS);
  if (moves) v128.store(draws, i8x16.add(a, left), MOVES + VECTOR_DEALS);
  const b = code(sums(row + 16, carry, wrap, base), left);
  v128.store(draws, b, DRAWS + DRAWS_QUARTER + VECTOR_DEALS);
  if (moves) v128.store(draws, i8x16.add(b, left), MOVES + DRAWS_QUARTER + VECTOR_DEALS);
  const c = code(sums(row + 32, carry, wrap, base), left);
  v128.store(draws, c, DRAWS + 2 * DRAWS_QUARTER + VECTOR_DEALS);
  if (moves) v128.store(draws, i8x16.add(c, left), MOVES + 2 * DRAWS_QUARTER + VECTOR_DEALS);
  const d = code(sums(row + 48, carry, wrap, base), left);
  v128.store(draws, d, DRAWS + 3 * DRAWS_QUARTER + VECTOR_DEALS);
  if (moves) v128.store(draws, i8x16.add(d, left), MOVES + 3 * DRAWS_QUARTER + VECTOR_DEALS);
}

/** Computes the draws of the next 64 deals, one byte each, into DRAWS. */
export function nextDraws(): void {
  nextStates();
  nextRanks();
  const one = v128.load(ONE);
  let low = noCarry, k: usize = 0, draws: usize = 0, row: usize = LANES;
  for (; k < MEMORY_DRAWS; k += 2, low += 2, draws += 32, row += 2 * LANES_ROW) {
    drawSecond(k, draws, row, low, one, true);
    drawFirst(k, draws, row + LANES_ROW, low, true);
  }
  for (; k < CARDS - 2; k += 2, low += 2, draws += 32, row += 2 * LANES_ROW) {
    drawSecond(k, draws, row, low, one, false);
    drawFirst(k, draws, row + LANES_ROW, low, false);
  }
  drawSecond(k, draws, row, low, one, false);
  noCarry = (noCarry + 64) & 0xffff;
}
