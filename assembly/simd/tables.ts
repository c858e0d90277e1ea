/**
 * Fills the tables of the draws, each once. draws.ts explains s, t, carry and wrap.
 *
 * The constants of the draws and of the regimes serve all deals; they are filled when the module starts. The other tables
 * serve consecutive deals and depend on t alone. For draw k, t = A*lane + (C mod 64), for 192 lanes.
 *
 *     ALL_LANES   row k   | 192 CARRY_RANK | 192 WRAP_RANK | 192 REMAINDER |   a byte per lane
 *     RANKS       row k   | 256 BUCKETS | 192 t in order, 4 FILLER |           for finding the last rank without a wrap
 *     NO_CARRY    row m   | lanes without a carry minus 1, per draw |          for origins that are 64*m modulo 2^16
 *
 * The kernel has to know which lanes have a t above a threshold. It compares ranks instead of t, because ranks fit a byte.
 * The rank of a lane is the number of lanes with a smaller t. Let `last` be the number of lanes whose t is not above the
 * threshold, minus 1. Then t is above the threshold if and only if its rank is above `last`. For example:
 *
 *     lane            0    1    2    3
 *     t              70   10   40   20
 *     rank            3    0    2    1
 *     above 30?     yes   no  yes   no      two t are not above 30, so last = 1; ranks 3 and 2 are above 1
 */
import { DRAW_SHIFT, INCREMENT, MULTIPLIER } from '../../src/game/constants';
import {
  ALL_LANES, ALL_LANES_ROW, CARDS, DRAWS, DRAWS_QUARTER, GROUP_DEALS, HALF_MODULO, LANE_COUNT, LEFT, MAX_REGIMES, NO_CARRY,
  NO_CARRY_ROW, NO_CARRY_ROWS, RANKS, RANKS_ROW, RECIPROCAL, REGIMES, REGIMES_ROW, SCRATCH, SPLATS, SPLATS_ROW, STEP,
  VECTOR_DEALS, WRAP,
} from '../memory';
import { addendAfter, addendBefore, firstDeal, maskOf, regimeCount } from '../regime';

// A row of ALL_LANES has these three parts, LANE_COUNT bytes each. A group in LANES has the same parts, GROUP_DEALS bytes each,
// and then a vector with 16 times left.
export const CARRY_RANK: usize = 0; // by bits 6..15 of t
export const WRAP_RANK: usize = 1; // by t
export const REMAINDER: usize = 2; // high(t) mod left
export const LANE_PARTS: usize = 3;
export const LANES_LEFT: usize = LANE_PARTS * GROUP_DEALS;

// A row of RANKS. Its t are shifted up until they fill 32 bits, and their sign is flipped for the signed compare.
/** At most this many t have the same upper byte, except in draw 0. */
export const COMPARED: usize = 4;
/** Byte b: the rank that the first t with the upper byte b has, or would have, plus COMPARED - 1 (see rankOne in draws.ts). */
export const BUCKETS: usize = 0;
/** All t in order, i32, then COMPARED times FILLER. */
export const SORTED: usize = 256;
/** Larger than every t and every threshold. */
const FILLER: i32 = i32.MAX_VALUE;

// A row of REGIMES: four vectors.
export const REGIME_FIRST: usize = 0; // the first deal, twice as f64
export const REGIME_MASK: usize = 16; // eight times as u16, as the next two
export const REGIME_BEFORE: usize = 32; // addendBefore - HALF
export const REGIME_AFTER: usize = 48; // addendAfter

// A row of SPLATS: a draw's constants, each as often as it fits into a word, because one load
// fills a vector with a word.
export const SPLAT_RECIPROCAL: usize = 0;
export const SPLAT_LEFT: usize = 4;
export const SPLAT_HALF_MODULO: usize = 8;
export const SPLAT_ODD_LEFT: usize = 12;
/** A u16 times this is a word that holds the u16 twice. */
const TWICE: u32 = 0x00010001;

/** Half the range of 16 bits. Draws of 16 bits are reduced as signed numbers: minus HALF. */
const HALF: u32 = 32768;

/** The bits of a draw that the tables are filled for; 0 before they are filled. */
export let filledBits: u32 = 0;

/** A rank, -1..191, as a byte for the signed compare. */
@inline
export function rankByte(rank: u32): u32 {
  return rank - 96;
}

/** Fills the constants of the regimes and of the draws. */
export function fillConstants(): void {
  if (regimeCount() > MAX_REGIMES) unreachable(); // REGIMES has no room for more
  for (let regime = 0; regime < regimeCount(); regime++) {
    const row = REGIMES + <usize>regime * REGIMES_ROW;
    v128.store(row, f64x2.splat(<f64>firstDeal(regime)), REGIME_FIRST);
    v128.store(row, i16x8.splat(<i16>maskOf(regime)), REGIME_MASK);
    v128.store(row, i16x8.splat(<i16>(addendBefore(regime) - HALF)), REGIME_BEFORE);
    v128.store(row, i16x8.splat(<i16>addendAfter(regime)), REGIME_AFTER);
  }
  let multiplier: u32 = 1;
  for (let k: usize = 0; k < CARDS; k++) {
    const left = <u32>(CARDS - k);
    multiplier *= MULTIPLIER;
    store<u32>(STEP + 4 * k, multiplier * 2 * <u32>GROUP_DEALS);

    const reciprocal: u32 = (2 * HALF + left) / (2 * left); // HALF / left, rounded
    const halfModulo: u32 = (HALF % left) - left;
    const oddLeft = (left - 1) | 1; // left of the pair; code = j - oddLeft
    store<u16>(RECIPROCAL + 2 * k, reciprocal);
    store<u16>(LEFT + 2 * k, left);
    store<u16>(HALF_MODULO + 2 * k, halfModulo);
    const splats = SPLATS + SPLATS_ROW * k;
    store<u32>(splats, reciprocal * TWICE, SPLAT_RECIPROCAL);
    store<u32>(splats, left * TWICE, SPLAT_LEFT);
    store<u32>(splats, (halfModulo & 0xffff) * TWICE, SPLAT_HALF_MODULO);
    store<u32>(splats, oddLeft * 0x01010101, SPLAT_ODD_LEFT);
  }
  // The last draw takes the only card left. Its code, 0 - 1, is stored here and never computed.
  for (let quarter: usize = 0; quarter < 4; quarter++) {
    v128.store(DRAWS + quarter * DRAWS_QUARTER + (CARDS - 1) * VECTOR_DEALS, i8x16.splat(-1));
  }
}

/**
 * Fills the tables of consecutive deals for regimes with draws of `bits` bits. Takes a few milliseconds, so the kernel does
 * it before it first deals consecutive deals, not when it starts: lists do without. Carries do not depend on `bits`.
 */
export function fillTables(bits: u32): void {
  if (filledBits == 0) fillCarries();
  filledBits = bits;
  const range = (<u32>1) << bits;
  const shift = 16 - bits;
  let row = ALL_LANES, ranks = RANKS;
  let multiplier: u32 = 1, increment: u32 = 0;
  for (let left: u32 = <u32>CARDS; left > 0; left--) {
    increment = increment * MULTIPLIER + INCREMENT;
    multiplier *= MULTIPLIER;
    store<u16>(WRAP + 2 * (<usize>CARDS - left), (left - (range % left)) % left);
    const c = increment & 63;
    sortLanes(ranks, multiplier, c, shift);
    for (let lane: u32 = 0; lane < <u32>LANE_COUNT; lane++) {
      const t = multiplier * lane + c;
      const high = (t >> DRAW_SHIFT) & (range - 1);
      const x = sortable(t, shift);
      let rank = firstRank(ranks, x);
      while (load<i32>(ranks + SORTED + 4 * rank) < x) rank++;
      store<u8>(row + lane + LANE_COUNT * WRAP_RANK, rankByte(<u32>rank));
      store<u8>(row + lane + LANE_COUNT * REMAINDER, high % left);
    }
    row += ALL_LANES_ROW;
    ranks += RANKS_ROW;
  }
}

/** A t as SORTED holds it. Bits 0..5 are dropped: s has none, so they decide nothing. */
@inline
function sortable(t: u32, shift: u32): i32 {
  return <i32>(((t & ~63) << shift) ^ 0x80000000);
}

/** The rank of the smallest t with the same upper byte. */
@inline
function firstRank(ranks: usize, t: i32): usize {
  return <usize>load<u8>(ranks + BUCKETS + (<u32>t >> 24)) - (COMPARED - 1);
}

/**
 * Fills a row of RANKS with t = multiplier * lane + c: counts the t of each upper byte, then inserts each t in order among those
 * of its byte. An insertion ends at the first FILLER: each byte has one for each of its t that is still to come.
 */
function sortLanes(ranks: usize, multiplier: u32, c: u32, shift: u32): void {
  memory.fill(ranks + BUCKETS, 0, 256);
  for (let i: usize = 0; i < LANE_COUNT + COMPARED; i++) store<i32>(ranks + SORTED + 4 * i, FILLER);
  for (let lane: u32 = 0; lane < <u32>LANE_COUNT; lane++) {
    const bucket = ranks + BUCKETS + (<u32>sortable(multiplier * lane + c, shift) >> 24);
    store<u8>(bucket, load<u8>(bucket) + 1);
  }
  let fourth = <u32>COMPARED - 1;
  for (let b: u32 = 128; b < 256 + 128; b++) { // negative numbers first
    const bucket = ranks + BUCKETS + (b & 255);
    const count = load<u8>(bucket);
    assert(count <= <u8>COMPARED || ranks == RANKS);
    store<u8>(bucket, fourth);
    fourth += count;
  }
  for (let lane: u32 = 0; lane < <u32>LANE_COUNT; lane++) {
    let t = sortable(multiplier * lane + c, shift);
    for (let to = ranks + SORTED + 4 * firstRank(ranks, t); t != FILLER; to += 4) {
      const other = load<i32>(to);
      if (t >= other) continue;
      store<i32>(to, t);
      t = other;
    }
  }
}

/**
 * Fills NO_CARRY and the carry ranks of ALL_LANES.
 *
 * s has no bits 0..5. So whether the lower halves of s and t have a carry depends on their bits 6..15 alone: there is one if
 * middle(s) + middle(t) >= 1024. Where middle(s) = 1023 - i, the lanes with middle(t) <= i have none.
 *
 * In row m of NO_CARRY, the origin is 64*m modulo 2^16 and middle(s) = ((C >> 6) + A*m) mod 1024. The loop goes through
 * i = 0, 1, .. and has to find the row with middle(s) = 1023 - i. As i rises by 1, m falls by the inverse of A modulo 1024. For
 * draw 0, (C >> 6) mod 1024 = 635, A mod 1024 = 1021, and its inverse is 341, because 1021 * 341 mod 1024 = 1:
 *
 *     i    middle(s)    m
 *     0    1023         (1023 - 635) * 341 mod 1024 = 212      635 + 1021 * 212 mod 1024 = 1023
 *     1    1022         212 - 341 mod 1024 = 895               635 + 1021 * 895 mod 1024 = 1022
 *     2    1021         895 - 341 mod 1024 = 554
 */
function fillCarries(): void {
  let row = ALL_LANES;
  let multiplier: u32 = 1, increment: u32 = 0;
  for (let k: usize = 0; k < CARDS; k++) {
    increment = increment * MULTIPLIER + INCREMENT;
    multiplier *= MULTIPLIER;
    const c = increment & 63;
    memory.fill(SCRATCH, 0, NO_CARRY_ROWS);
    for (let lane: u32 = 0; lane < <u32>LANE_COUNT; lane++) {
      const count = SCRATCH + middle(multiplier * lane + c);
      store<u8>(count, load<u8>(count) + 1);
    }
    const inverse = inverseModulo1024(multiplier);
    let m = (1023 - (increment >> 6)) * inverse;
    let upTo: u32 = 0; // lanes with middle(t) <= i
    for (let i: usize = 0; i < NO_CARRY_ROWS; i++, m -= inverse) {
      upTo += load<u8>(SCRATCH + i);
      store<u8>(SCRATCH + i, upTo);
      store<u8>(NO_CARRY + NO_CARRY_ROW * (m & 1023) + k, rankByte(upTo - 1));
    }
    for (let lane: u32 = 0; lane < <u32>LANE_COUNT; lane++) {
      const i = middle(multiplier * lane + c);
      const rank = i == 0 ? 0 : <u32>load<u8>(SCRATCH + i - 1);
      store<u8>(row + lane + LANE_COUNT * CARRY_RANK, rankByte(rank));
    }
    row += ALL_LANES_ROW;
  }
}

/** Bits 6..15. */
@inline
function middle(t: u32): u32 {
  return t >> 6 & 1023;
}

/** The inverse of an odd number, which is its own inverse modulo 8. Each step doubles the number of correct bits. */
@inline
function inverseModulo1024(odd: u32): u32 {
  let inverse = odd;
  inverse *= 2 - odd * inverse;
  inverse *= 2 - odd * inverse;
  return inverse;
}
