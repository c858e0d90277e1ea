/**
 * Tables of the draws, each filled once. The constants of a draw serve lists too; the others serve consecutive deals, and
 * hold what depends on t alone. draws.ts explains s, t, carry and wrap.
 *
 * For draw k, t = A*lane + C mod 64 of 192 lanes. The rank of a lane is how many of all lanes have a smaller t. Whether t
 * is above a threshold is then a comparison of bytes: its rank with the last rank that is not above.
 *
 *     ALL_LANES   row k   | 192 CARRY_RANK | 192 WRAP_RANK | 192 REMAINDER |        a byte for each lane
 *     RANKS       row k   | 256 BUCKETS | 192 SORTED, 4 larger ones |               finds the last rank without a wrap
 *     NO_CARRY    row m   | the last rank without a carry, of each draw |           where s is that of deal 64*m
 */
import { DRAW_SHIFT, INCREMENT, MULTIPLIER } from '../../src/game/constants';
import {
  ALL, ALL_LANES, ALL_LANES_ROW, CARDS, DRAWS, DRAWS_QUARTER, GROUP_DEALS, LEFT, NO_CARRY, NO_CARRY_ROW,
  NO_CARRY_ROWS, OFFSET, RANKS, RANKS_ROW, RECIPROCAL, SCRATCH, SPLATS, SPLATS_ROW, STEP, VECTOR_DEALS, WRAP,
} from '../memory';

// Parts of a row of ALL_LANES, and of a group in LANES.
export const CARRY_RANK: usize = 0; // by low(t)
export const WRAP_RANK: usize = 1; // by t
export const REMAINDER: usize = 2; // high(t) mod left
export const PARTS: usize = 3;
// Parts of a row of RANKS. Its t are shifted up to 32 bits and have their sign flipped for the signed compare.
/** t with the same upper byte are at most so many, except in draw 0. */
export const COMPARED: usize = 4;
export const BUCKETS: usize = 0; // u8, for each upper byte: the rank of the last of the t that are compared
export const SORTED: usize = 256; // i32: all t in order, then as many larger ones as are compared

// Words of a row of SPLATS: a draw's constants, each as often as it fits, as one load brings a word to all lanes.
export const SPLAT_RECIPROCAL: usize = 0;
export const SPLAT_LEFT: usize = 4;
export const SPLAT_OFFSET: usize = 8;
export const SPLAT_CODE: usize = 12;
/** Times a u16: a word that holds it twice. */
export const TWICE: u32 = 0x00010001;

/** Bits of an upper half that the tables are filled for, 15 or 16; 0: they are not filled yet. */
export let filledBits: u32 = 0;

/** A rank, -1..191, as a byte for the signed compare. */
@inline
export function rankByte(rank: u32): u32 {
  return rank - 96;
}

/** Fills the constants of the draws; runs when the module starts. */
export function fillConstants(): void {
  let multiplier: u32 = 1;
  for (let k: usize = 0; k < CARDS; k++) {
    const left = <u32>(CARDS - k);
    multiplier *= MULTIPLIER;
    store<u32>(STEP + 4 * k, multiplier * 2 * <u32>GROUP_DEALS);

    const reciprocal: u32 = (65536 + left) / (2 * left); // 32768 / left, rounded
    const offset: u32 = (32768 % left) - left;
    const code = (left - 1) | 1; // an even left is the second of a pair in shuffle.ts: code j - left + 1
    store<u16>(RECIPROCAL + 2 * k, reciprocal);
    store<u16>(LEFT + 2 * k, left);
    store<u16>(OFFSET + 2 * k, offset);
    const splats = SPLATS + SPLATS_ROW * k;
    store<u32>(splats, reciprocal * TWICE, SPLAT_RECIPROCAL);
    store<u32>(splats, left * TWICE, SPLAT_LEFT);
    store<u32>(splats, (offset & 0xffff) * TWICE, SPLAT_OFFSET);
    store<u32>(splats, code * 0x01010101, SPLAT_CODE);
  }
  // The last draw is always 0, and never computed: its code is 0 - left.
  for (let quarter: usize = 0; quarter < 4; quarter++) {
    v128.store(DRAWS + quarter * DRAWS_QUARTER + (CARDS - 1) * VECTOR_DEALS, i8x16.splat(-1));
  }
}

/**
 * Fills the tables of consecutive deals for a regime that reads so many bits; not when the module starts, as lists need
 * not wait for them. All but the carries depend on the bits.
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
    for (let lane: u32 = 0; lane < <u32>ALL; lane++) {
      const t = multiplier * lane + c;
      const high = (t >> DRAW_SHIFT) & (range - 1);
      const x = sortable(t, shift);
      let rank = rankOfBucket(ranks, x);
      while (load<i32>(ranks + SORTED + 4 * rank) < x) rank++;
      store<u8>(row + lane + ALL * WRAP_RANK, rankByte(<u32>rank));
      store<u8>(row + lane + ALL * REMAINDER, high % left);
    }
    row += ALL_LANES_ROW;
    ranks += RANKS_ROW;
  }
}

/** A t as SORTED holds it: without the bits that no threshold has. */
@inline
function sortable(t: u32, shift: u32): i32 {
  return <i32>(((t & ~63) << shift) ^ 0x80000000);
}

/** The rank of the first t with the upper byte of t: BUCKETS holds that of the last one that is compared. */
@inline
function rankOfBucket(ranks: usize, t: i32): usize {
  return <usize>load<u8>(ranks + BUCKETS + (<u32>t >> 24)) - (COMPARED - 1);
}

/** Fills a row of RANKS with t = multiplier * lane + c of all lanes: counts each bucket, then puts each t into its own. */
function sortLanes(ranks: usize, multiplier: u32, c: u32, shift: u32): void {
  memory.fill(ranks + BUCKETS, 0, 256);
  for (let i: usize = 0; i < ALL + COMPARED; i++) store<i32>(ranks + SORTED + 4 * i, i32.MAX_VALUE);
  for (let lane: u32 = 0; lane < <u32>ALL; lane++) {
    const bucket = ranks + BUCKETS + (<u32>sortable(multiplier * lane + c, shift) >> 24);
    store<u8>(bucket, load<u8>(bucket) + 1);
  }
  let last = <u32>COMPARED - 1;
  for (let b: u32 = 128; b < 256 + 128; b++) {
    const bucket = ranks + BUCKETS + (b & 255);
    const some = load<u8>(bucket);
    store<u8>(bucket, last);
    last += some;
  }
  for (let lane: u32 = 0; lane < <u32>ALL; lane++) {
    let t = sortable(multiplier * lane + c, shift);
    for (let at = ranks + SORTED + 4 * rankOfBucket(ranks, t); t != i32.MAX_VALUE; at += 4) {
      const other = load<i32>(at);
      if (t >= other) continue;
      store<i32>(at, t);
      t = other;
    }
  }
}

/** Fills NO_CARRY and the carry ranks of ALL_LANES: they depend on the bits 6..15 of s and t alone. */
function fillCarries(): void {
  let row = ALL_LANES;
  let multiplier: u32 = 1, increment: u32 = 0;
  for (let k: usize = 0; k < CARDS; k++) {
    increment = increment * MULTIPLIER + INCREMENT;
    multiplier *= MULTIPLIER;
    const c = increment & 63;
    memory.fill(SCRATCH, 0, NO_CARRY_ROWS);
    for (let lane: u32 = 0; lane < <u32>ALL; lane++) {
      const count = SCRATCH + middle(multiplier * lane + c);
      store<u8>(count, load<u8>(count) + 1);
    }
    // Up to middle(t) = i is no carry where middle(s) = 1023 - i; in row m, middle(s) = (increment >> 6) + multiplier * m.
    const inverse = inverseModulo1024(multiplier);
    let m = (1023 - (increment >> 6)) * inverse;
    let upTo: u32 = 0;
    for (let i: usize = 0; i < NO_CARRY_ROWS; i++, m -= inverse) {
      upTo += load<u8>(SCRATCH + i);
      store<u8>(SCRATCH + i, upTo);
      store<u8>(NO_CARRY + NO_CARRY_ROW * (m & 1023) + k, rankByte(upTo - 1));
    }
    for (let lane: u32 = 0; lane < <u32>ALL; lane++) {
      const i = middle(multiplier * lane + c);
      const rank = i == 0 ? 0 : <u32>load<u8>(SCRATCH + i - 1);
      store<u8>(row + lane + ALL * CARRY_RANK, rankByte(rank));
    }
    row += ALL_LANES_ROW;
  }
}

/** Bits 6..15. */
@inline
function middle(t: u32): u32 {
  return t >> 6 & 1023;
}

/** Of an odd number, which is its own inverse modulo 8: each step doubles the bits that are right. */
@inline
function inverseModulo1024(odd: u32): u32 {
  let inverse = odd;
  inverse *= 2 - odd * inverse;
  inverse *= 2 - odd * inverse;
  return inverse;
}
