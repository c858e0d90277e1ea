/**
 * Consecutive deal numbers -> draws: for a group of 64 deals at a time, j = r mod left of all 52 draws.
 *
 * The state after draw k of deal n is A*n + C modulo 2^32, A and C constants of k. Deals are counted from the origin, a
 * multiple of 64: deal origin + lane has the state s + t, where s = A*origin + C - C mod 64 is the same for all lanes, and
 * t = A*lane + C mod 64 for all origins. Two groups share s. Their lanes are a window, which begins with the first deal:
 *
 *     deal   origin           first                                              origin + 191
 *     lane   0 ............. | o ........... o+63 | o+64 ........ o+127 | ............... 191     ALL_LANES
 *                            |     one group      |      the next       |                         LANES, the window
 *
 * The regime (below 2^31, from 2^31, from 2^32) reads 15, 15 or 16 bits of the upper half, and adds its offset to them. A
 * sum of upper halves has a carry from the lower ones, and wraps at 2^bits. No lane multiplies or divides:
 *
 *     j - left    = base + REMAINDER + carry, + change where it wraps, - left where that is not negative
 *
 *     base        (high(s) + offset) mod left - left, -left..-1                  a byte of the draw
 *     change      the base for 2^bits less, less the base                        a byte of the draw
 *     REMAINDER   high(t) mod left                                               a byte of the lane
 *     carry       low(s) + low(t) >= 2^16: CARRY_RANK > NO_CARRY                 of the lane > of the draw
 *     wrap        s + t >= 2^(16 + bits), of these bits: WRAP_RANK > NO_WRAP     of the lane > of the draw
 *
 * Carry and wrap say that t is above a threshold, and so is then its rank above the last rank that is not. s has 1,024 lower
 * halves, in turn, and NO_CARRY a row for each. NO_WRAP is looked up for each two groups: the threshold's upper byte says
 * which four t have to be compared with it.
 */
import { INCREMENT, MULTIPLIER } from '../../src/game/constants';
import {
  ALL, ALL_LANES, ALL_LANES_ROW, BASE, CARDS, CHANGE, DRAWS, DRAWS_QUARTER, GROUP_DEALS, LANES, LANES_GROUP, LANES_ROW,
  LEFT, MEMORY_DRAWS, MOVES, NO_CARRY, NO_WRAP, OFFSET, RANKS, REGIMES, REGIMES_ROW, RANKS_ROW, RECIPROCAL, STATE, STEP, THRESHOLD,
  VECTOR_DEALS, WRAP,
} from '../memory';
import { bitsOf } from '../regime';
import { modLeft, negative, REGIME_AFTER, REGIME_BEFORE, REGIME_MASK, upperHalves } from './modulo';
import { BUCKETS, CARRY_RANK, COMPARED, filledBits, fillTables, PARTS, rankByte, REMAINDER, SORTED, WRAP_RANK } from './tables';

const ONE = memory.data<u64>([0x0101010101010101, 0x0101010101010101], 16);

/** Lane that the window begins with. */
let offset: usize = 0;
/** The next group in LANES: 0, whose bytes of the draws are still to be computed, or LANES_GROUP, which shares them. */
let group: usize = 0;
/** The row of NO_CARRY for both groups, from the first row. */
let noCarryRow: usize = 0;
/** The regime of all deals until the next seek. */
let regime: i32 = 0;

/** Copies the window out of ALL_LANES to LANES, so that the lanes of a group stay in the nearest cache. */
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

/** Makes `first` the deal that the next `nextDraws` starts with. */
export function seek(first: u64, regimeOfFirst: i32): void {
  const origin = <u32>first & ~63;
  let multiplier: u32 = 1;
  let increment: u32 = 0;
  for (let k: usize = 0; k < CARDS; k++) {
    increment = increment * MULTIPLIER + INCREMENT;
    multiplier *= MULTIPLIER;
    store<u32>(STATE + 4 * k, multiplier * origin + (increment & ~63));
  }
  group = 0;
  noCarryRow = <usize>origin & 0xffff; // 64 bytes a row
  regime = regimeOfFirst;
  const bits = bitsOf(regime), newOffset = <usize>first & 63;
  if (bits == filledBits && newOffset == offset) return;
  if (bits != filledBits) fillTables(bits);
  offset = newOffset;
  copyLanes();
}

/** Steps the states of the draws k..k+7, and stores their thresholds; returns their bases as i16. */
@inline
function nextEight(k: usize, thresholdFlip: v128, shift: u32, mask: v128, before: v128, after: v128): v128 {
  const k4: usize = 4 * k, row: usize = 2 * k;
  const a = v128.load(k4, STATE), b = v128.load(k4, STATE + 16);
  v128.store(k4, i32x4.add(a, v128.load(k4, STEP)), STATE);
  v128.store(k4, i32x4.add(b, v128.load(k4, STEP + 16)), STATE + 16);
  v128.store(k4, v128.xor(i32x4.shl(a, shift), thresholdFlip), THRESHOLD);
  v128.store(k4, v128.xor(i32x4.shl(b, shift), thresholdFlip), THRESHOLD + 16);

  const signed = i16x8.add(v128.and(upperHalves(a, b), mask), before);
  const left = v128.load(row, LEFT);
  const remainder = modLeft(signed, v128.load(row, RECIPROCAL), left);
  return negative(i16x8.add(i16x8.add(remainder, v128.load(row, OFFSET)), after), left);
}

/** The change of eight bases, whose draws have their values at `row` in rows of u16: all stay within -left..-1. */
@inline
function changeOf(base: v128, row: usize): v128 {
  return i16x8.sub(negative(i16x8.add(base, v128.load(row, WRAP)), v128.load(row, LEFT)), base);
}

/** Computes the base, the change and the wrap's threshold of all draws for two groups, and steps s to the next two. */
function nextStates(): void {
  const below = i32x4.splat(0x7ffffffe); // 2^32 - 1 - s with its sign flipped, and below what ends SORTED
  const row = REGIMES + <usize>regime * REGIMES_ROW, shift = 16 - bitsOf(regime);
  const mask = v128.load(row, REGIME_MASK), before = v128.load(row, REGIME_BEFORE), after = v128.load(row, REGIME_AFTER);
  for (let k: usize = 0; k < CARDS; k += 16) {
    const a = nextEight(k, below, shift, mask, before, after), b = nextEight(k + 8, below, shift, mask, before, after);
    v128.store(k, i8x16.narrow_i16x8_s(a, b), BASE);
    v128.store(k, i8x16.narrow_i16x8_s(changeOf(a, 2 * k), changeOf(b, 2 * k + 16)), CHANGE);
  }
}

/** Looks NO_WRAP of draw k up; the parameters are those of draw k. */
@inline
function rankOne(k: usize, threshold: usize, ranks: usize): void {
  const last = <usize>load<u8>(ranks + <usize>load<u8>(threshold, 3), BUCKETS);
  const compared = v128.load(ranks + 4 * last, SORTED - 4 * (COMPARED - 1));
  const above = i32x4.gt_s(compared, v128.load32_splat(threshold));
  store<u8>(k, rankByte(<u32>last - popcnt(i32x4.bitmask(above))), NO_WRAP);
}

/** The last rank without a wrap in draw 0: its t are too close for buckets, but hardly ever near the threshold. */
function noWrapOfFirst(threshold: i32): u32 {
  if (load<i32>(RANKS + SORTED + 4 * (ALL - 1)) <= threshold) return <u32>ALL - 1;
  let count: u32 = 0;
  while (load<i32>(RANKS + SORTED + 4 * count) <= threshold) count++;
  return count - 1;
}

/** Looks NO_WRAP of all draws up. */
function nextRanks(): void {
  store<u8>(NO_WRAP, rankByte(noWrapOfFirst(load<i32>(THRESHOLD))));
  let ranks = RANKS + RANKS_ROW, threshold = THRESHOLD + 4;
  for (let k: usize = 1; k < CARDS - 1; threshold += 20, ranks += 5 * RANKS_ROW, k += 5) {
    rankOne(k, threshold, ranks);
    rankOne(k + 1, threshold + 4, ranks + RANKS_ROW);
    rankOne(k + 2, threshold + 8, ranks + 2 * RANKS_ROW);
    rankOne(k + 3, threshold + 12, ranks + 3 * RANKS_ROW);
    rankOne(k + 4, threshold + 16, ranks + 4 * RANKS_ROW);
  }
}

/** j - left of 16 lanes: `row` has their bytes, the others are bytes of the draw. */
@inline
function codes(row: usize, noCarry: v128, noWrap: v128, base: v128, change: v128, left: v128): v128 {
  const carry = i8x16.gt_s(v128.load(row, GROUP_DEALS * CARRY_RANK), noCarry); // -1 where there is one
  const wrap = v128.and(i8x16.gt_s(v128.load(row, GROUP_DEALS * WRAP_RANK), noWrap), change);
  const sum = i8x16.add(i8x16.add(base, wrap), i8x16.sub(v128.load(row, GROUP_DEALS * REMAINDER), carry));
  return i8x16.max_u(sum, i8x16.sub(sum, left)); // -left..left-1 -> -left..-1
}

/**
 * Draw k of 64 deals: codes, higher by 1 if isSecond (of a pair), and j too if the draw is also made inMemory; both are
 * constant. A constant below 1024 that is added to an address costs no instruction.
 */
@inline
function drawOne(k: usize, draws: usize, row: usize, noCarryAt: usize, one: v128, isSecond: bool, inMemory: bool): void {
  const noCarry = v128.load8_splat(noCarryAt, NO_CARRY);
  const noWrap = v128.load8_splat(k, NO_WRAP);
  const base = v128.load8_splat(k, BASE);
  const change = v128.load8_splat(k, CHANGE);
  const left = v128.load(row, GROUP_DEALS * PARTS);
  const a = codes(row, noCarry, noWrap, base, change, left);
  v128.store(draws, isSecond ? i8x16.add(a, one) : a, DRAWS);
  if (inMemory) v128.store(draws, i8x16.add(a, left), MOVES);
  const b = codes(row + 16, noCarry, noWrap, base, change, left);
  v128.store(draws, isSecond ? i8x16.add(b, one) : b, DRAWS + DRAWS_QUARTER);
  if (inMemory) v128.store(draws, i8x16.add(b, left), MOVES + DRAWS_QUARTER);
  const c = codes(row + 32, noCarry, noWrap, base, change, left);
  v128.store(draws, isSecond ? i8x16.add(c, one) : c, DRAWS + 2 * DRAWS_QUARTER);
  if (inMemory) v128.store(draws, i8x16.add(c, left), MOVES + 2 * DRAWS_QUARTER);
  const d = codes(row + 48, noCarry, noWrap, base, change, left);
  v128.store(draws, isSecond ? i8x16.add(d, one) : d, DRAWS + 3 * DRAWS_QUARTER);
  if (inMemory) v128.store(draws, i8x16.add(d, left), MOVES + 3 * DRAWS_QUARTER);
}

/** Computes the draws of the next 64 deals, one byte each, into DRAWS. */
export function nextDraws(): void {
  if (group == 0) {
    nextStates();
    nextRanks();
  }
  const one = v128.load(ONE);
  let k: usize = 0, at = noCarryRow, draws: usize = 0, row = LANES + group;
  for (; k < MEMORY_DRAWS; k += 2, at += 2, draws += 32, row += 2 * LANES_ROW) {
    drawOne(k, draws, row, at, one, true, true);
    drawOne(k + 1, draws + VECTOR_DEALS, row + LANES_ROW, at + 1, one, false, true);
  }
  for (; k < CARDS - 2; k += 2, at += 2, draws += 32, row += 2 * LANES_ROW) {
    drawOne(k, draws, row, at, one, true, false);
    drawOne(k + 1, draws + VECTOR_DEALS, row + LANES_ROW, at + 1, one, false, false);
  }
  drawOne(k, draws, row, at, one, true, false);
  if (group == 0) {
    group = LANES_GROUP;
  } else {
    group = 0;
    noCarryRow = (noCarryRow + 2 * GROUP_DEALS) & 0xffff;
  }
}
