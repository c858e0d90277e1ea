/**
 * Consecutive deal numbers -> draws: j = draw mod left of all 52 draws, for a group at a time.
 *
 * The state after draw k of deal n is (A*n + C) mod 2^32, with A and C constants of k. As n = origin + lane, this is
 * s + t:
 *
 *     s = A*origin + (C - C mod 64)    the same for all lanes of two groups; its bits 0..5 are 0
 *     t = A*lane + (C mod 64)          the same for all origins: tables.ts computes it once for 192 lanes
 *
 * The lanes of two groups are a window of these 192. It begins with the first deal, `windowLane` after the origin:
 *
 *     deal   origin           first                                              origin + 191
 *     lane   0 ............. | w ........... w+63 | w+64 ........ w+127 | ............... 191     ALL_LANES
 *                            |     one group      |      the next       |                         LANES, the window
 *
 * A draw is high(s + t) + addend. Here low is the bits 0..15 of a state and high is the 15 or 16 bits above them that
 * the regime reads. The upper half of a sum is the sum of the upper halves, plus 1 where the lower halves have a
 * carry, and minus 2^bits where the sum wraps. The remainder of a sum is the sum of the remainders, reduced. So j
 * takes no multiplication and no division per lane:
 *
 *     sum = base + REMAINDER + carry, + change where s + t wraps
 *     j - left = sum, or sum - left where sum is not negative
 *
 *     base        (high(s) + addend) mod left - left, so -left..-1             a byte of the draw
 *     change      (high(s) + addend - 2^bits) mod left - left - base           a byte of the draw
 *     REMAINDER   high(t) mod left                                             a byte of the lane
 *     carry       1 where low(s) + low(t) >= 2^16, which is CARRY_RANK > NO_CARRY
 *     wrap        1 where s + t >= 2^(16 + bits), with s and t modulo 2^(16 + bits), which is WRAP_RANK > NO_WRAP
 *     the ranks                                                                bytes of the lane
 *     NO_CARRY, NO_WRAP                                                        bytes of the draw
 *
 * Two draws of deal 617 as an example, of a run that begins with it: origin 576, lane 41, 15 bits, addend 0.
 *
 *                  draw 0        draw 2
 *     left             52            50
 *     s         125802496    3579387520
 *     t           8774536     755959746
 *     high(s)        1919         21849
 *     high(t)         133         11535
 *     low(s)        38912          7808
 *     low(t)        58248          1986
 *     base             -5            -1    1919 mod 52 - 52; 21849 mod 50 - 50
 *     change           -8           -18    (1919 - 32768) mod 52 - 52 = -13; (21849 - 32768) mod 50 - 50 = -19
 *     REMAINDER        29            35    133 mod 52; 11535 mod 50
 *     CARRY_RANK      171             7    lanes whose low(t) is smaller in its bits 6..15
 *     NO_CARRY         78           170
 *     carry             1             0    171 > 78: 38912 + 58248 = 97160
 *     WRAP_RANK        41            67    lanes with a smaller t
 *     NO_WRAP         191            60
 *     wrap              0             1    67 > 60: 3579387520 mod 2^31 + 755959746 = 2187863618
 *     sum              25            16    -5 + 29 + 1; -1 + 35 - 18
 *     j                25            16    of draw 0, card 25, which is 7D
 *
 * In both draws the sum is not negative, so j is the sum. A negative sum is j - left already.
 *
 * shuffle.ts takes codes: j - left, or one more. So this file computes j - left, and makes j of it only for decks.ts.
 *
 * NO_CARRY has a row for each of the 1,024 values that an origin has modulo 2^16. NO_WRAP is looked up once for two
 * groups. It comes from a threshold, the largest t without a wrap: the upper byte of the threshold says which four t
 * have to be compared. test/engine/draws-model.ts has the same formulas for one deal at a time, and a test that
 * compares them with dealCards and with this example.
 */
import { INCREMENT, MULTIPLIER } from '../../src/game/constants';
import {
  ALL_LANES, ALL_LANES_ROW, BASE, CARDS, CHANGE, DRAWS, DRAWS_QUARTER, GROUP_DEALS, HALF_MODULO, LANE_COUNT, LANES,
  LANES_GROUP, LANES_ROW, LEFT, MEMORY_DRAWS, MOVES, NO_CARRY, NO_WRAP, RANKS, RANKS_ROW, RECIPROCAL, REGIMES,
  REGIMES_ROW, STATE, STEP, THRESHOLD, VECTOR_DEALS, WRAP,
} from '../memory';
import { bitsOf, endOfRegime, firstDeal } from '../regime';
import { drawsModLeft, negative, upperHalves } from './modulo';
import {
  BUCKETS, CARRY_RANK, COMPARED, filledBits, fillTables, LANE_PARTS, LANES_LEFT, rankByte, REMAINDER, SORTED, WRAP_RANK,
} from './tables';

const ONE = memory.data<u64>([0x0101010101010101, 0x0101010101010101], 16);

let origin: u32 = 0; // the origin of the next group, mod 2^32
let windowLane: usize = 0; // the lane that the window begins with
/** Whether the next group is the second of the window: then the bytes of the draws are those of the first. */
let isSecond: bool = false;
let regimeRow: usize = 0; // the row of REGIMES for all deals until the next seek

/** Copies the window out of ALL_LANES to LANES, so that the lanes of a group stay in the L1 cache. */
function copyLanes(): void {
  for (let k: usize = 0; k < CARDS; k++) {
    for (let second: usize = 0; second < 2; second++) {
      const from = ALL_LANES + k * ALL_LANES_ROW + windowLane + second * GROUP_DEALS;
      const to = LANES + k * LANES_ROW + second * LANES_GROUP;
      for (let part: usize = 0; part < LANE_PARTS; part++) {
        const lanes = from + LANE_COUNT * part, copies = to + GROUP_DEALS * part;
        v128.store(copies, v128.load(lanes));
        v128.store(copies, v128.load(lanes, 16), 16);
        v128.store(copies, v128.load(lanes, 32), 32);
        v128.store(copies, v128.load(lanes, 48), 48);
      }
      v128.store(to + LANES_LEFT, i8x16.splat(<i8>(CARDS - k)));
    }
  }
}

/**
 * Makes `first` the deal that the next `nextDraws` starts with. All deals until the next seek are of its regime, and
 * of each only the first `depth` draws are computed.
 */
export function seek(first: u64, regime: i32, depth: usize): void {
  assert(first >= firstDeal(regime) && first < endOfRegime(regime));
  origin = <u32>first & ~63;
  isSecond = false;
  regimeRow = REGIMES + <usize>regime * REGIMES_ROW;
  let multiplier: u32 = 1;
  let increment: u32 = 0;
  for (let k: usize = 0; k < depth; k++) {
    increment = increment * MULTIPLIER + INCREMENT;
    multiplier *= MULTIPLIER;
    store<u32>(STATE + 4 * k, multiplier * origin + (increment & ~63));
  }
  const bits = bitsOf(regime), lane = <usize>first & 63;
  if (bits == filledBits && lane == windowLane) return;
  if (bits != filledBits) fillTables(bits);
  windowLane = lane;
  copyLanes();
}

/**
 * For s = 0, the largest t without a wrap is 2^32 - 1, with s and t shifted up until they fill 32 bits. For any s it
 * is 2^32 - 1 - s, which is s with all bits flipped. SORTED has bit 31 of t flipped once more, so bit 31 stays that
 * of s. The threshold of any s is therefore s xor this. Bit 0 stays 0, so that every threshold is below the FILLER
 * after the t; bits 0..5 decide nothing.
 */
const THRESHOLD_OF_ZERO: i32 = 0x7ffffffe;

/** Stores the thresholds of the draws k..k+7, returns their bases as i16, and steps s to the next two groups. */
@inline
function nextEight(k: usize, thresholdOfZero: v128, shift: u32): v128 {
  const k4: usize = 4 * k, k2: usize = 2 * k;
  const a = v128.load(k4, STATE), b = v128.load(k4, STATE + 16);
  v128.store(k4, i32x4.add(a, v128.load(k4, STEP)), STATE);
  v128.store(k4, i32x4.add(b, v128.load(k4, STEP + 16)), STATE + 16);
  v128.store(k4, v128.xor(i32x4.shl(a, shift), thresholdOfZero), THRESHOLD);
  v128.store(k4, v128.xor(i32x4.shl(b, shift), thresholdOfZero), THRESHOLD + 16);
  const left = v128.load(k2, LEFT);
  const reciprocal = v128.load(k2, RECIPROCAL), halfModulo = v128.load(k2, HALF_MODULO);
  return negative(drawsModLeft(upperHalves(a, b), regimeRow, reciprocal, left, halfModulo), left);
}

/** The changes of the bases of the draws k..k+7, as i16. */
@inline
function changesOf(k: usize, base: v128): v128 {
  const k2: usize = 2 * k;
  return i16x8.sub(negative(i16x8.add(base, v128.load(k2, WRAP)), v128.load(k2, LEFT)), base);
}

/** Computes base, change and threshold of the first `depth` draws for two groups, and steps s to the next two. */
function nextStates(depth: usize): void {
  const thresholdOfZero = i32x4.splat(THRESHOLD_OF_ZERO), shift = 16 - filledBits;
  for (let k: usize = 0; k < depth; k += 16) {
    const a = nextEight(k, thresholdOfZero, shift), b = nextEight(k + 8, thresholdOfZero, shift);
    v128.store(k, i8x16.narrow_i16x8_s(a, b), BASE);
    v128.store(k, i8x16.narrow_i16x8_s(changesOf(k, a), changesOf(k + 8, b)), CHANGE);
  }
}

/**
 * NO_WRAP of draw 0, as a rank. All of its 192 t are below 2^26, so more than four have the same upper byte. The
 * first line nearly always returns, because such a small t is rarely above a threshold.
 */
function noWrapOfFirst(threshold: i32): u32 {
  if (load<i32>(RANKS + SORTED + 4 * (LANE_COUNT - 1)) <= threshold) return <u32>LANE_COUNT - 1;
  let count: u32 = 0;
  while (load<i32>(RANKS + SORTED + 4 * count) <= threshold) count++;
  return count - 1;
}

/**
 * Looks up NO_WRAP of the first `depth` draws: the rank of the largest t that is not above the threshold. Only t with
 * the upper byte of the threshold have to be compared with it. BUCKETS has the index of the fourth, and the four are
 * compared. All t before the four are below the threshold, all t after them are above. So NO_WRAP is the index of the
 * fourth minus the number above. The last draw, 51, needs none, because it is never computed.
 */
function nextRanks(depth: usize): void {
  store<u8>(NO_WRAP, rankByte(noWrapOfFirst(load<i32>(THRESHOLD))));
  for (let k: usize = 1; k < min(depth, CARDS - 1); k++) {
    const threshold = THRESHOLD + 4 * k, ranks = RANKS + k * RANKS_ROW;
    const fourth = <usize>load<u8>(ranks + <usize>load<u8>(threshold, 3), BUCKETS);
    const compared = v128.load(ranks + 4 * fourth, SORTED - 4 * (COMPARED - 1));
    const above = i32x4.gt_s(compared, v128.load32_splat(threshold));
    store<u8>(k, rankByte(<u32>fourth - popcnt(i32x4.bitmask(above))), NO_WRAP);
  }
}

/** j - left of 16 lanes, whose bytes begin at `row`. The other parameters are bytes of the draw, 16 times each. */
@inline
function minusLeft(row: usize, noCarry: v128, noWrap: v128, base: v128, change: v128, left: v128): v128 {
  const minusCarry = i8x16.gt_s(v128.load(row, GROUP_DEALS * CARRY_RANK), noCarry); // -1 where there is a carry
  const wrap = v128.and(i8x16.gt_s(v128.load(row, GROUP_DEALS * WRAP_RANK), noWrap), change);
  const sum = i8x16.add(i8x16.add(base, wrap), i8x16.sub(v128.load(row, GROUP_DEALS * REMAINDER), minusCarry));
  return i8x16.max_u(sum, i8x16.sub(sum, left)); // as negative of modulo.ts
}

/**
 * Stores draw k of a group: its codes, which are j - left, plus 1 in the second draw of a pair, and j too in the
 * draws that decks.ts makes. Pairs go backwards (shuffle.ts): draw k + 1, of odd left, is the first of its pair, and
 * draw k the second. `isSecondOfPair` and `inMemory` are constants.
 */
@inline
function drawOne(
  k: usize, draws: usize, row: usize, noCarryRow: usize, one: v128, isSecondOfPair: bool, inMemory: bool,
): void {
  const noCarry = v128.load8_splat(noCarryRow, NO_CARRY);
  const noWrap = v128.load8_splat(k, NO_WRAP);
  const base = v128.load8_splat(k, BASE);
  const change = v128.load8_splat(k, CHANGE);
  const left = v128.load(row, LANES_LEFT);
  const a = minusLeft(row, noCarry, noWrap, base, change, left);
  v128.store(draws, isSecondOfPair ? i8x16.add(a, one) : a, DRAWS);
  if (inMemory) v128.store(draws, i8x16.add(a, left), MOVES);
  const b = minusLeft(row + 16, noCarry, noWrap, base, change, left);
  v128.store(draws, isSecondOfPair ? i8x16.add(b, one) : b, DRAWS + DRAWS_QUARTER);
  if (inMemory) v128.store(draws, i8x16.add(b, left), MOVES + DRAWS_QUARTER);
  const c = minusLeft(row + 32, noCarry, noWrap, base, change, left);
  v128.store(draws, isSecondOfPair ? i8x16.add(c, one) : c, DRAWS + 2 * DRAWS_QUARTER);
  if (inMemory) v128.store(draws, i8x16.add(c, left), MOVES + 2 * DRAWS_QUARTER);
  const d = minusLeft(row + 48, noCarry, noWrap, base, change, left);
  v128.store(draws, isSecondOfPair ? i8x16.add(d, one) : d, DRAWS + 3 * DRAWS_QUARTER);
  if (inMemory) v128.store(draws, i8x16.add(d, left), MOVES + 3 * DRAWS_QUARTER);
}

/** Computes the first `depth` draws of the next group into DRAWS, and where these are all, j of some into MOVES. */
export function nextDraws(depth: usize): void {
  if (!isSecond) {
    nextStates(depth);
    nextRanks(depth);
  }
  const one = v128.load(ONE), isWhole = depth == CARDS;
  // the origin is the offset of its row: rows of NO_CARRY take 64 bytes, and origins are multiples of 64
  let k: usize = 0, noCarry = <usize>origin & 0xffff, draws: usize = 0, row = LANES + (isSecond ? LANES_GROUP : 0);
  for (const end = isWhole ? MEMORY_DRAWS : 0; k < end; k += 2, noCarry += 2, draws += 32, row += 2 * LANES_ROW) {
    drawOne(k, draws, row, noCarry, one, true, true);
    drawOne(k + 1, draws + VECTOR_DEALS, row + LANES_ROW, noCarry + 1, one, false, true);
  }
  for (const end = min(depth, CARDS - 2); k < end; k += 2, noCarry += 2, draws += 32, row += 2 * LANES_ROW) {
    drawOne(k, draws, row, noCarry, one, true, false);
    drawOne(k + 1, draws + VECTOR_DEALS, row + LANES_ROW, noCarry + 1, one, false, false);
  }
  if (isWhole) drawOne(k, draws, row, noCarry, one, true, false);
  if (isSecond) origin += 2 * <u32>GROUP_DEALS;
  isSecond = !isSecond;
}
