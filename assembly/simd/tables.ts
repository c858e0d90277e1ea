/**
 * Fills the tables of the draws, each once. draws.ts explains s, t, carry and wrap.
 *
 * The constants of the draws and of the regimes serve all deals; they are filled when the module starts. The other
 * tables serve consecutive deals and depend on t alone. For draw k, t = A*lane + (C mod 64), for 192 lanes.
 *
 *     ALL_LANES   row k   | 192 CARRY_RANK | 192 WRAP_RANK | 192 REMAINDER |   a byte per lane
 *     RANKS       row k   | 256 BUCKETS | 192 t in order, 4 FILLER |           for finding the last rank without a wrap
 *     NO_CARRY    row m   | lanes without a carry minus 1, per draw |          for origins that are 64*m modulo 2^16
 *
 * The kernel has to know which lanes have a t above a threshold. It compares ranks instead of t, because ranks fit a
 * byte. The rank of a lane is the number of lanes with a smaller t. Let `last` be the number of lanes whose t is not
 * above the threshold, minus 1. Then t is above the threshold if and only if its rank is above `last`. For example:
 *
 *     lane            0    1    2    3
 *     t              70   10   40   20
 *     rank            3    0    2    1
 *     above 30?     yes   no  yes   no      two t are not above 30, so last = 1; ranks 3 and 2 are above 1
 */
import { DRAW_SHIFT, INCREMENT, MULTIPLIER } from '../../src/game/constants';
import {
  ALL_LANES, ALL_LANES_ROW, CARDS, DRAWS, DRAWS_QUARTER, GROUP_DEALS, HALF_MODULO, LANE_COUNT, LEFT, MAX_REGIMES,
  NO_CARRY, NO_CARRY_ROW, NO_CARRY_ROWS, RANKS, RANKS_ROW, RECIPROCAL, REGIMES, REGIMES_ROW, SCRATCH, SPLATS,
  SPLATS_ROW, STEP, VECTOR_DEALS, WRAP,
} from '../memory';
import { addendOf, excessOf, firstDeal, maskOf, regimeCount } from '../regime';

// A row of ALL_LANES has these three parts, LANE_COUNT bytes each. A group in LANES has the same parts, GROUP_DEALS
// bytes each, and then a vector with 16 times left.
export const CARRY_RANK: usize = 0; // by bits 6..15 of t
export const WRAP_RANK: usize = 1; // by t
export const REMAINDER: usize = 2; // high(t) mod left
export const LANE_PARTS: usize = 3;
export const LANES_LEFT: usize = LANE_PARTS * GROUP_DEALS;

// A row of RANKS. Its t are shifted up until they fill 32 bits, and their sign is flipped for the signed compare.
export const COMPARED: usize = 4; // at most this many t have the same upper byte, except in draw 0
/** Byte b: the rank that the first t with the upper byte b has, or would have, plus COMPARED - 1 (nextRanks). */
export const BUCKETS: usize = 0;
export const SORTED: usize = 256; // all t in order, i32, then COMPARED times FILLER
const FILLER: i32 = i32.MAX_VALUE; // larger than every t and every threshold

// A row of REGIMES: four vectors.
export const REGIME_FIRST: usize = 0; // the first deal, twice as f64
export const REGIME_MASK: usize = 16; // eight times as u16, as the next two
export const REGIME_ADDEND: usize = 32; // the addend without the excess, minus HALF
export const REGIME_EXCESS: usize = 48;

// A row of SPLATS: a draw's constants, each repeated in a word, because one load fills a vector with a word.
export const SPLAT_RECIPROCAL: usize = 0;
export const SPLAT_LEFT: usize = 4;
export const SPLAT_HALF_MODULO: usize = 8;
export const SPLAT_ODD_LEFT: usize = 12;
const TWICE: u32 = 0x00010001; // a u16 times this is a word that holds the u16 twice

/** Half the range of 16 bits. Draws of 16 bits are reduced as signed numbers: minus HALF. */
const HALF: u32 = 32768;

// SCRATCH, while the tables of a draw are filled.
const T: usize = SCRATCH; // the t of all lanes, u32; later as SORTED has them
const COUNTS: usize = T + 4 * LANE_COUNT; // for i in 0..1024, the number of lanes with middle(t) < i

export let filledBits: u32 = 0; // the bits of a draw that the tables are filled for; 0 before they are filled

/** A rank, -1..191, as a byte for the signed compare. */
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
    v128.store(row, i16x8.splat(<i16>(addendOf(regime) - excessOf(regime) - HALF)), REGIME_ADDEND);
    v128.store(row, i16x8.splat(<i16>excessOf(regime)), REGIME_EXCESS);
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
 * Fills the tables of consecutive deals for regimes with draws of `bits` bits. Takes a few milliseconds, so the
 * kernel does it before it first deals consecutive deals, not when it starts: lists do without. Carries do not depend
 * on `bits`.
 */
export function fillTables(bits: u32): void {
  const range = (<u32>1) << bits;
  let multiplier: u32 = 1, increment: u32 = 0;
  for (let k: usize = 0; k < CARDS; k++) {
    increment = increment * MULTIPLIER + INCREMENT;
    multiplier *= MULTIPLIER;
    const left = <u32>(CARDS - k), row = ALL_LANES + k * ALL_LANES_ROW;
    store<u16>(WRAP + 2 * k, (left - (range % left)) % left);
    for (let lane: usize = 0; lane < LANE_COUNT; lane++) {
      const t = multiplier * <u32>lane + (increment & 63);
      store<u32>(T + 4 * lane, t);
      store<u8>(row + lane, ((t >> DRAW_SHIFT) & (range - 1)) % left, LANE_COUNT * REMAINDER);
    }
    if (filledBits == 0) fillCarries(k, row, multiplier, increment);
    fillWraps(k, row, 16 - bits);
  }
  filledBits = bits;
}

/** Bits 6..15. s has no bits 0..5, so the others decide whether the lower halves of s and t have a carry. */
function middle(t: u32): u32 {
  return t >> 6 & 1023;
}

/**
 * Fills draw k of NO_CARRY, and its carry ranks. There is a carry if middle(s) + middle(t) >= 1024. In row m, the
 * origin is 64*m modulo 2^16 and middle(s) = middle(C + 64*A*m).
 */
function fillCarries(k: usize, row: usize, multiplier: u32, increment: u32): void {
  memory.fill(COUNTS, 0, NO_CARRY_ROWS + 1);
  for (let lane: usize = 0; lane < LANE_COUNT; lane++) {
    const count = COUNTS + middle(load<u32>(T + 4 * lane));
    store<u8>(count, load<u8>(count, 1) + 1, 1);
  }
  for (let count = COUNTS; count < COUNTS + NO_CARRY_ROWS; count++) {
    store<u8>(count, load<u8>(count) + load<u8>(count, 1), 1);
  }
  for (let lane: usize = 0; lane < LANE_COUNT; lane++) {
    store<u8>(row + lane, rankByte(load<u8>(COUNTS + middle(load<u32>(T + 4 * lane)))), LANE_COUNT * CARRY_RANK);
  }
  for (let m: u32 = 0; m < <u32>NO_CARRY_ROWS; m++) {
    const noCarry = load<u8>(COUNTS + 1024 - middle(increment + 64 * multiplier * m));
    store<u8>(NO_CARRY + NO_CARRY_ROW * m + k, rankByte(noCarry - 1));
  }
}

/** The address, minus SORTED, of the smallest t with the upper byte of the one at `t`. */
function firstLike(t: usize, ranks: usize): usize {
  return ranks + 4 * (<usize>load<u8>(ranks + <usize>load<u8>(t, 3), BUCKETS) - (COMPARED - 1));
}

/**
 * Fills a row of RANKS, and the wrap ranks of the draw. Bits 0..5 of t are dropped: s has none, so they decide
 * nothing. Each t is inserted among those of its upper byte. An insertion ends at the first FILLER: each byte has one
 * for each of its t that is still to come.
 */
function fillWraps(k: usize, row: usize, shift: u32): void {
  const ranks = RANKS + k * RANKS_ROW;
  memory.fill(ranks + BUCKETS, 0, 256);
  for (let i: usize = 0; i < LANE_COUNT + COMPARED; i++) store<i32>(ranks + 4 * i, FILLER, SORTED);
  for (let t = T; t < T + 4 * LANE_COUNT; t += 4) {
    store<u32>(t, ((load<u32>(t) & ~63) << shift) ^ 0x80000000);
    const bucket = ranks + <usize>load<u8>(t, 3);
    store<u8>(bucket, load<u8>(bucket, BUCKETS) + 1, BUCKETS);
  }
  let fourth = <u32>COMPARED - 1;
  for (let b: usize = 128; b < 256 + 128; b++) { // negative numbers first
    const bucket = ranks + (b & 255), count = load<u8>(bucket, BUCKETS);
    assert(count <= <u8>COMPARED || k == 0);
    store<u8>(bucket, fourth, BUCKETS);
    fourth += count;
  }
  for (let t = T; t < T + 4 * LANE_COUNT; t += 4) {
    let inserted = load<i32>(t);
    for (let to = firstLike(t, ranks); inserted != FILLER; to += 4) {
      const other = load<i32>(to, SORTED);
      if (inserted >= other) continue;
      store<i32>(to, inserted, SORTED);
      inserted = other;
    }
  }
  for (let lane: usize = 0; lane < LANE_COUNT; lane++) {
    const t = T + 4 * lane;
    let place = firstLike(t, ranks);
    while (load<i32>(place, SORTED) < load<i32>(t)) place += 4;
    store<u8>(row + lane, rankByte(<u32>(place - ranks) / 4), LANE_COUNT * WRAP_RANK);
  }
}
