/**
 * Consecutive deal numbers -> draws: for a group of 64 deals at a time, j = r mod left of all 52 draws.
 *
 * The state after draw k of deal n is A*n + C modulo 2^32, A and C constants of k. Deals are counted from a multiple of 64,
 * the origin: deal origin + lane has the state s + t. s = A*origin + C - C mod 64 is the same for all lanes, and
 * t = A*lane + C mod 64 for all origins: so tables.ts holds what depends on t. Two groups share s, and start at any lane:
 *
 *     deal   origin           first                                                origin + 191
 *     lane   0 ............. | o ............ o+63 | o+64 .......... o+127 | ............... 191     ALL_LANES
 *                            |     first group     |     second group      |                         LANES, a copy
 *
 * Neither a multiplication nor a division is left for a lane:
 *
 *     high(s + t)      = high(s) + high(t) + carry                      carry: low(s) + low(t) >= 2^16
 *     high mod left    = high(s) mod left + high(t) mod left + carry - wrap*(2^bits mod left), modulo left
 *                                                                       wrap: s + t >= 2^(16 + bits), of these bits
 *     j - left         = base + (wrap: change) + REMAINDER + carry, less left if that is not negative
 *
 * bits is 15 where the rule cuts the top bit off and 16 in the third regime. What a regime adds to r is added to
 * high(s) mod left: that is the base, -left..-1, so all regimes run the same code. Base and change are bytes of a draw, the
 * same for all lanes. Carry and wrap say that t is above a threshold: a lane has one where its rank is above the last
 * rank without one, again a byte of a draw. s has 1,024 lower halves, in turn, so that byte is in NO_CARRY; for the wrap, the
 * upper byte of the threshold tells which four t have to be compared with it.
 */
import { FIRST_HIGH_DEAL, FIRST_WIDE_DEAL, INCREMENT, MULTIPLIER } from '../../src/game/constants';
import {
  ALL, ALL_LANES, ALL_LANES_ROW, BASE, CARDS, CHANGE, DRAWS, DRAWS_QUARTER, GROUP_DEALS, LANES, LANES_GROUP, LANES_ROW,
  LEFT, MEMORY_DRAWS, MOVES, NO_CARRY, NO_WRAP, OFFSET, RANKS, RANKS_ROW, RECIPROCAL, REGIME_ROW, STATE, STEP,
  THRESHOLD, TOP_OFFSET, VECTOR_DEALS, WRAP,
} from '../memory';
import { modLeft, negative, upperHalves } from './modulo';
import {
  BUCKETS, CARRY_RANK, COMPARED, filledBits, fillTables, PARTS, rankByte, REMAINDER, SORTED, WRAP_RANK,
} from './tables';

const ONE = memory.data<u64>([0x0101010101010101, 0x0101010101010101], 16);

/** Lane of ALL_LANES that LANES begins with. */
let offset: usize = 0;
/** The next group in LANES: 0, whose states and ranks are still to be computed, or LANES_GROUP, which shares them. */
let group: usize = 0;
/** Where the groups' row of NO_CARRY lies, from the first one. */
let noCarry: usize = 0;
/** Where the regime's rows of OFFSET and TOP_OFFSET lie, from the first regime's. */
let regimeRow: usize = 0;

/** Copies the window of both groups out of ALL_LANES to LANES, so that what a group needs stays in the nearest cache. */
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
export function seek(first: u64): void {
  const origin = <u32>first & ~63;
  let multiplier: u32 = 1;
  let increment: u32 = 0;
  for (let k: usize = 0; k < CARDS; k++) {
    increment = increment * MULTIPLIER + INCREMENT;
    multiplier *= MULTIPLIER;
    store<u32>(STATE + 4 * k, multiplier * origin + (increment & ~63));
  }
  group = 0;
  noCarry = <usize>origin & 0xffff; // 64 bytes a row
  const third = first >= <u64>FIRST_WIDE_DEAL;
  regimeRow = third ? 2 * REGIME_ROW : first >= <u64>FIRST_HIGH_DEAL ? REGIME_ROW : 0;
  const bits: u32 = third ? 16 : 15, newOffset = <usize>first & 63;
  if (bits == filledBits && newOffset == offset) return;
  if (bits != filledBits) fillTables(bits);
  offset = newOffset;
  copyLanes();
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

  const high = v128.and(upperHalves(a, b), mask);
  const left = v128.load(row, LEFT);
  const remainder = modLeft(high, v128.load(row, RECIPROCAL), left);
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
  const mask = i16x8.splat(filledBits == 16 ? -1 : 0x7fff);
  const shift = 16 - filledBits;
  for (let k: usize = 0; k < CARDS; k += 16) {
    const a = nextEight(k, mask, flip, shift, regimeRow), b = nextEight(k + 8, mask, flip, shift, regimeRow);
    v128.store(k, i8x16.narrow_i16x8_s(a, b), BASE);
    v128.store(k, i8x16.narrow_i16x8_s(changeOf(a, 2 * k), changeOf(b, 2 * k + 16)), CHANGE);
  }
}

/** Finds the last rank without a wrap in draw k; the parameters are those of draw k. */
@inline
function rankOne(k: usize, threshold: usize, ranks: usize): void {
  const last = <usize>load<u8>(ranks + <usize>load<u8>(threshold, 3), BUCKETS);
  const compared = v128.load(ranks + 4 * last, SORTED - 4 * (COMPARED - 1));
  const above = i32x4.gt_s(compared, v128.load32_splat(threshold));
  store<u8>(k, rankByte(<u32>last - popcnt(i32x4.bitmask(above))), NO_WRAP);
}

/** The same rank in draw 0: its t are too close to one another for buckets, but hardly ever near the threshold. */
function firstRank(threshold: i32): u32 {
  if (load<i32>(RANKS + SORTED + 4 * (ALL - 1)) <= threshold) return <u32>ALL - 1;
  let count: u32 = 0;
  while (load<i32>(RANKS + SORTED + 4 * count) <= threshold) count++;
  return count - 1;
}

/** Does this for all draws. */
function nextRanks(): void {
  store<u8>(NO_WRAP, rankByte(firstRank(load<i32>(THRESHOLD))));
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

/** j - left of the 16 lanes of a quarter, whose lanes begin at `row`; the other parameters are bytes of the draw. */
@inline
function codes(row: usize, noCarry: v128, noWrap: v128, base: v128, change: v128, left: v128): v128 {
  const carry = i8x16.gt_s(v128.load(row, GROUP_DEALS * CARRY_RANK), noCarry); // -1 where there is one
  const wrap = v128.and(i8x16.gt_s(v128.load(row, GROUP_DEALS * WRAP_RANK), noWrap), change);
  const sum = i8x16.add(i8x16.add(base, wrap), i8x16.sub(v128.load(row, GROUP_DEALS * REMAINDER), carry)); // -left..left-1
  return i8x16.max_u(sum, i8x16.sub(sum, left));
}

/**
 * Draw k of 64 deals: codes, higher by 1 for the second of a pair, and j too if it is made in memory as well (both constant).
 * A constant below 1024 that is added to an address costs no instruction.
 */
@inline
function drawOne(k: usize, draws: usize, row: usize, noCarry: usize, one: v128, second: bool, moves: bool): void {
  const carry = v128.load8_splat(noCarry, NO_CARRY);
  const wrap = v128.load8_splat(k, NO_WRAP);
  const base = v128.load8_splat(k, BASE);
  const change = v128.load8_splat(k, CHANGE);
  const left = v128.load(row, GROUP_DEALS * PARTS);
  const a = codes(row, carry, wrap, base, change, left);
  v128.store(draws, second ? i8x16.add(a, one) : a, DRAWS);
  if (moves) v128.store(draws, i8x16.add(a, left), MOVES);
  const b = codes(row + 16, carry, wrap, base, change, left);
  v128.store(draws, second ? i8x16.add(b, one) : b, DRAWS + DRAWS_QUARTER);
  if (moves) v128.store(draws, i8x16.add(b, left), MOVES + DRAWS_QUARTER);
  const c = codes(row + 32, carry, wrap, base, change, left);
  v128.store(draws, second ? i8x16.add(c, one) : c, DRAWS + 2 * DRAWS_QUARTER);
  if (moves) v128.store(draws, i8x16.add(c, left), MOVES + 2 * DRAWS_QUARTER);
  const d = codes(row + 48, carry, wrap, base, change, left);
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
