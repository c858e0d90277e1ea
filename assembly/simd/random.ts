/**
 * Deal numbers -> draws: for a group of 64 deals at a time, j = r mod left of all 52 draws.
 *
 * The state after draw k is A*n + C modulo 2^32 (A, C constants of k). Two groups, which begin at any deal, share a state s:
 * that of the last multiple of 64 before them, less C mod 64. Their lanes are 128 of the 192 behind that multiple,
 * t[lane] = A*lane + C mod 64. Neither a multiplication nor a division is left for a lane:
 *
 *     high(s + t)       = high(s) + high(t) + carry                  carry: low(s) + low(t) >= 2^16
 *     high mod left     = high(s) mod left + high(t) mod left + carry - wrap*(2^bits mod left), modulo left
 *                                                                    wrap: s + t >= 2^(16 + bits), of these bits
 *
 * bits is 15 where the rule cuts the top bit off and 16 in the third regime. What a regime adds to r is added to
 * high(s) mod left, once for both groups, so all regimes run the same code at the same speed. That sum, the base, and what
 * a wrap changes it by are the same for all lanes.
 *
 * Both conditions say that t is above a threshold. So a lane compares a byte alone, its rank among the 192, with how many
 * of them are not above, both less 96 for the signed compare. For the carry this is a table: low(s) only has 1,024 values,
 * in turn. For the wrap it is looked up: the threshold's upper eight bits tell how many t are surely below, and at most
 * four more have to be compared.
 */
import { DRAW_SHIFT, FIRST_HIGH_DEAL, FIRST_WIDE_DEAL, INCREMENT, MULTIPLIER } from '../../src/game/constants';
import {
  ALL, ALL_LANES, ALL_LANES_ROW, BASE, CARDS, CODE, DRAWS, DRAWS_QUARTER, GROUP_DEALS, LANES, LANES_GROUP, LANES_ROW, LEFT,
  MEMORY_DRAWS, MOVES, NO_CARRY, NO_WRAP, OFFSET, RANKS, RANKS_ROW, RECIPROCAL, REGIME_ROW, SCRATCH, STATE, STEP,
  THRESHOLD, TOP_OFFSET, VECTOR_DEALS, WRAP, WRAP_CHANGE,
} from '../memory';

// Vectors are loaded out of static data: V8 13 (Node 24) builds a constant one anew at each use, which the kernel takes
// 31 ns a deal with instead of 22. For Node 20 it makes no difference.
const ONE = memory.data<u64>([0x0101010101010101, 0x0101010101010101], 16);
/** Ranks are 0..192, and stored less this. */
const RANK_BIAS: u32 = 96;
// Parts of a group in LANES, and of a row of ALL_LANES: a byte for each lane of the group, or of all.
const CARRY_RANK: usize = 0; // how many of all lanes have a smaller low(t)
const WRAP_RANK: usize = 1; // how many have a smaller t
const REMAINDER: usize = 2; // high(t) mod left
const PARTS: usize = 3; // behind them, in LANES alone: 16 times left
// Parts of a row of RANKS. Values are shifted up to 32 bits and have their sign flipped for the signed compare.
const BUCKETS: usize = 0; // u8, for each value of the upper byte: how many t have a smaller one, and 3
const SORTED: usize = 256; // i32: all t in order, then 4 larger ones
const MORE: usize = 3; // t of a bucket that are compared beside the first

/** Bits of the state's upper half that the regime reads, 15 or 16; LANES is filled for them. 0: nothing is filled yet. */
let bits: u32 = 0;
/** Lane of ALL_LANES that LANES begins with. */
let offset: usize = 0;
/** The next group in LANES: 0, whose states and ranks are still to be computed, or LANES_GROUP, which shares them. */
let group: usize = 0;
/** Where the groups' row of NO_CARRY lies, from the first one. */
let noCarry: usize = 0;
/** Where the regime's rows of OFFSET and TOP_OFFSET lie, from the first regime's. */
let regimeRow: usize = 0;

/** A t as SORTED holds it: without the bits that no threshold has. */
@inline
function sortable(t: u32, shift: u32): i32 {
  return <i32>(((t & ~63) << shift) ^ 0x80000000);
}

/** Fills a row of RANKS with t = multiplier * lane + c of all lanes: counts each bucket, then puts each t into its own. */
function rankLanes(ranks: usize, multiplier: u32, c: u32, shift: u32): void {
  memory.fill(ranks + BUCKETS, 0, 256);
  for (let i: usize = 0; i < ALL + 4; i++) store<i32>(ranks + SORTED + 4 * i, i32.MAX_VALUE);
  for (let lane: u32 = 0; lane < <u32>ALL; lane++) {
    const bucket = ranks + BUCKETS + (<u32>sortable(multiplier * lane + c, shift) >> 24);
    store<u8>(bucket, load<u8>(bucket) + 1);
  }
  let below = <u32>MORE;
  for (let b: u32 = 128; b < 256 + 128; b++) {
    const bucket = ranks + BUCKETS + (b & 255);
    const some = load<u8>(bucket);
    store<u8>(bucket, below);
    below += some;
  }
  for (let lane: u32 = 0; lane < <u32>ALL; lane++) {
    let t = sortable(multiplier * lane + c, shift);
    let at = ranks + SORTED - 4 * MORE + 4 * <usize>load<u8>(ranks + BUCKETS + (<u32>t >> 24));
    for (; t != i32.MAX_VALUE; at += 4) {
      const other = load<i32>(at);
      if (t >= other) continue;
      store<i32>(at, t);
      t = other;
    }
  }
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
    store<u16>(WRAP + 2 * (<usize>CARDS - left), (left - (range % left)) % left);
    const c = increment & 63;
    rankLanes(ranks, multiplier, c, shift);
    for (let lane: u32 = 0; lane < <u32>ALL; lane++) {
      const t = multiplier * lane + c;
      const high = (t >> DRAW_SHIFT) & (range - 1);
      const remainder = high % left;
      const x = sortable(t, shift);
      let rank = <u32>load<u8>(ranks + BUCKETS + (<u32>x >> 24)) - <u32>MORE;
      while (load<i32>(ranks + SORTED + 4 * rank) < x) rank++;
      store<u8>(row + lane + ALL * WRAP_RANK, rank - RANK_BIAS);
      store<u8>(row + lane + ALL * REMAINDER, remainder);
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
    memory.fill(SCRATCH, 0, 1024);
    for (let lane: u32 = 0; lane < <u32>ALL; lane++) {
      const at = SCRATCH + ((multiplier * lane + c) >> 6 & 1023);
      store<u8>(at, load<u8>(at) + 1);
    }
    // Row m of NO_CARRY belongs to s = 64 * (increment / 64 + multiplier * m): the one with 1023 - i has the next m.
    let inverse = multiplier;
    inverse *= 2 - multiplier * inverse;
    inverse *= 2 - multiplier * inverse;
    let m = (1023 - (increment >> 6)) * inverse;
    let below: u32 = 0;
    for (let i: usize = 0; i < 1024; i++) {
      below += load<u8>(SCRATCH + i);
      store<u8>(SCRATCH + i, below);
      store<u8>(NO_CARRY + 64 * (m & 1023) + k, below - 1 - RANK_BIAS);
      m -= inverse;
    }
    for (let lane: u32 = 0; lane < <u32>ALL; lane++) {
      const at = (multiplier * lane + c) >> 6 & 1023;
      const rank = at == 0 ? 0 : <u32>load<u8>(SCRATCH + at - 1);
      store<u8>(row + lane + ALL * CARRY_RANK, rank - RANK_BIAS);
    }
    row += ALL_LANES_ROW;
  }
}

/** Copies the lanes from `offset` on to LANES, so that what a group needs stays in the nearest cache. */
function copyLanes(): void {
  for (let k: usize = 0; k < CARDS; k++) {
    for (let second: usize = 0; second < 2; second++) {
      const from = ALL_LANES + k * ALL_LANES_ROW + offset + second * GROUP_DEALS;
      const to = LANES + k * LANES_ROW + second * LANES_GROUP;
      for (let part: usize = 0; part < PARTS; part++) {
        const lanes = from + ALL * part, copies = to + GROUP_DEALS * part;
        v128.store(copies, v128.load(lanes));
        v128.store(copies, v128.load(lanes, 16), 16);
        v128.store(copies, v128.load(lanes, 32), 32);
        v128.store(copies, v128.load(lanes, 48), 48);
      }
      v128.store(to + GROUP_DEALS * PARTS, i8x16.splat(<i8>(CARDS - k)));
    }
  }
}

/**
 * Fills the tables that gather.ts needs too; runs once, when the module starts. The others are filled by the first deal in
 * a row: until V8 has optimised a kernel they take 3 ms, which lists need not wait for.
 */
export function initRandom(): void {
  let multiplier: u32 = 1;
  for (let k: usize = 0; k < CARDS; k++) {
    const left = <u32>(CARDS - k);
    multiplier *= MULTIPLIER;
    store<u32>(STEP + 4 * k, multiplier * 2 * <u32>GROUP_DEALS);

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
  group = 0;
  noCarry = <usize>base & 0xffff;
  const third = first >= <u64>FIRST_WIDE_DEAL;
  regimeRow = third ? 2 * REGIME_ROW : first >= <u64>FIRST_HIGH_DEAL ? REGIME_ROW : 0;
  const newBits: u32 = third ? 16 : 15, newOffset = <usize>first & 63;
  if (newBits == bits && newOffset == offset) return;
  if (bits == 0) fillCarries();
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

/** Does what nextStates does for the draws k..k+7; returns their bases, -left..-1, as i16. */
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

/** What a wrap changes eight bases by, whose draws have their values at `row` in rows of u16: all stay within -left..-1. */
@inline
function changeOf(base: v128, row: usize): v128 {
  return i16x8.sub(negative(i16x8.add(base, v128.load(row, WRAP)), v128.load(row, LEFT)), base);
}

/** Splits the 52 states into what the lanes of both groups need, and steps them to the next two. */
function nextStates(): void {
  const flip = i32x4.splat(0x7ffffffe); // 2^32 - 1 - s with its sign flipped, and below what ends SORTED
  const mask = i16x8.splat(bits == 16 ? -1 : 0x7fff);
  const shift = 16 - bits;
  for (let k: usize = 0; k < CARDS; k += 16) {
    const a = nextEight(k, mask, flip, shift, regimeRow), b = nextEight(k + 8, mask, flip, shift, regimeRow);
    v128.store(k, i8x16.narrow_i16x8_s(a, b), BASE);
    v128.store(k, i8x16.narrow_i16x8_s(changeOf(a, 2 * k), changeOf(b, 2 * k + 16)), WRAP_CHANGE);
  }
}

/** Looks up how many lanes do not wrap in draw k, less 1; the parameters are those of draw k. */
@inline
function rankOne(k: usize, threshold: usize, ranks: usize): void {
  const below = <usize>load<u8>(ranks + <usize>load<u8>(threshold, 3));
  const above = i32x4.gt_s(v128.load(ranks + 4 * below, SORTED - 4 * MORE), v128.load32_splat(threshold));
  store<u8>(k, <u32>below - popcnt(i32x4.bitmask(above)) - RANK_BIAS, NO_WRAP);
}

/** Does this for all draws. */
function nextRanks(): void {
  store<u8>(NO_WRAP, firstRank(load<i32>(THRESHOLD)) - RANK_BIAS);
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

/** Of draw 0: its t are too close to one another for buckets, but hardly ever near the threshold. */
function firstRank(threshold: i32): u32 {
  if (load<i32>(RANKS + SORTED + 4 * (ALL - 1)) <= threshold) return <u32>ALL - 1;
  let count: u32 = 0;
  while (load<i32>(RANKS + SORTED + 4 * count) <= threshold) count++;
  return count - 1;
}

/** base, changed where a lane wraps, + high(t) mod left + carry, for the 16 lanes of a quarter: -left..left-1. */
@inline
function sums(row: usize, noCarry: v128, noWrap: v128, base: v128, change: v128): v128 {
  const carry = i8x16.gt_s(v128.load(row, GROUP_DEALS * CARRY_RANK), noCarry);
  const wrap = v128.and(i8x16.gt_s(v128.load(row, GROUP_DEALS * WRAP_RANK), noWrap), change);
  return i8x16.add(i8x16.add(base, wrap), i8x16.sub(v128.load(row, GROUP_DEALS * REMAINDER), carry));
}

/** j - left, out of a sum. */
@inline
function code(sum: v128, left: v128): v128 {
  return i8x16.max_u(sum, i8x16.sub(sum, left));
}

/**
 * Draw k of 64 deals: codes, higher by 1 for the second of a pair, and j too if it is made in memory as well (both constant).
 * A constant below 1024 that is added to an address costs no instruction.
 */
@inline
function drawOne(k: usize, draws: usize, row: usize, low: usize, one: v128, second: bool, moves: bool): void {
  const carry = v128.load8_splat(low, NO_CARRY);
  const wrap = v128.load8_splat(k, NO_WRAP);
  const base = v128.load8_splat(k, BASE);
  const change = v128.load8_splat(k, WRAP_CHANGE);
  const left = v128.load(row, GROUP_DEALS * PARTS);
  const a = code(sums(row, carry, wrap, base, change), left);
  v128.store(draws, second ? i8x16.add(a, one) : a, DRAWS);
  if (moves) v128.store(draws, i8x16.add(a, left), MOVES);
  const b = code(sums(row + 16, carry, wrap, base, change), left);
  v128.store(draws, second ? i8x16.add(b, one) : b, DRAWS + DRAWS_QUARTER);
  if (moves) v128.store(draws, i8x16.add(b, left), MOVES + DRAWS_QUARTER);
  const c = code(sums(row + 32, carry, wrap, base, change), left);
  v128.store(draws, second ? i8x16.add(c, one) : c, DRAWS + 2 * DRAWS_QUARTER);
  if (moves) v128.store(draws, i8x16.add(c, left), MOVES + 2 * DRAWS_QUARTER);
  const d = code(sums(row + 48, carry, wrap, base, change), left);
  v128.store(draws, second ? i8x16.add(d, one) : d, DRAWS + 3 * DRAWS_QUARTER);
  if (moves) v128.store(draws, i8x16.add(d, left), MOVES + 3 * DRAWS_QUARTER);
}

/** Computes the draws of the next 64 deals, one byte each, into DRAWS. */
export function nextDraws(): void {
  if (group == 0) {
    nextStates();
    nextRanks();
  }
  const one = v128.load(ONE);
  let low = noCarry, k: usize = 0, draws: usize = 0, row = LANES + group;
  for (; k < MEMORY_DRAWS; k += 2, low += 2, draws += 32, row += 2 * LANES_ROW) {
    drawOne(k, draws, row, low, one, true, true);
    drawOne(k + 1, draws + VECTOR_DEALS, row + LANES_ROW, low + 1, one, false, true);
  }
  for (; k < CARDS - 2; k += 2, low += 2, draws += 32, row += 2 * LANES_ROW) {
    drawOne(k, draws, row, low, one, true, false);
    drawOne(k + 1, draws + VECTOR_DEALS, row + LANES_ROW, low + 1, one, false, false);
  }
  drawOne(k, draws, row, low, one, true, false);
  if (group == 0) {
    group = LANES_GROUP;
  } else {
    group = 0;
    noCarry = (noCarry + 2 * GROUP_DEALS) & 0xffff;
  }
}
