// The memory of the SIMD kernel. The first 312 KiB are its own; the caller's records start at BUFFER.
//
// Words, each with one meaning in assembly/:
//
//     deal     52 cards in dealing order, chosen by a deal number
//     draw     the number that is read from a state of the generator; draw k, 0..51, chooses the k-th card dealt
//     left     the cards in the deck before a draw: 52 - k
//     place    an index into the deck; a draw takes the card at place j and puts the card of place left - 1 there
//     j        the draw mod left
//     position an index into the dealing order, 0..51
//     code     a place minus the odd left of a pair of draws, as a signed byte; shuffle.ts explains pairs
//     group    64 deals that are dealt together: consecutive ones, or 64 of a list
//     quarter  16 deals of a group; one byte of each fills a vector of 128 bits
//     origin   the largest multiple of 64 that is not above the first of two groups
//     lane     a deal number minus the origin, 0..191
//     window   the 128 lanes of two groups
//     rank     of a lane: the number of lanes with a smaller t, or, for carries, with smaller bits 6..15 of t; see tables.ts
//     row      the bytes of a table that belong to one index, which the map names: a draw, a card, a regime, an origin
//
// The map, in address order, with the files that use each part:
//
//       0  DECKS          16 x 64   a deck per deal of a quarter, 52 cards and padding         decks.ts
//    1024  static data of asc       the constant vectors and arrays of the sources
//    4096  LANES          52 x 416  the window: per draw two groups of 208 bytes               tables.ts, draws.ts
//   25728  STATE          256       per draw, u32: s, the part of the state that lanes share   draws.ts
//   25984  STEP           256       per draw, u32: from s to that of the next two groups       tables.ts
//   26240  RECIPROCAL     128       per draw, u16: 32768 / left, rounded                       tables.ts
//   26368  LEFT           128       per draw, u16                                              tables.ts
//   26496  HALF_MODULO    128       per draw, i16: 32768 mod left - left                       tables.ts
//   26624  SPLATS         52 x 16   per draw: four constants, each repeated in a word          tables.ts, gather.ts
//   27456  THRESHOLD      256       per draw, i32: the largest t without a wrap                draws.ts
//   27712  BASE           64        per draw, i8                                               draws.ts
//   27776  NO_WRAP        64        per draw, i8: the number of lanes without a wrap, minus 1  draws.ts
//   27840  CHANGE         64        per draw, i8                                               draws.ts
//   27904  WRAP           128       per draw, u16: -(2^bits) mod left                          tables.ts
//   30720  DRAWS          4 x 1152  per quarter: 52 rows of codes, then MOVES, 20 rows of j    draws.ts, gather.ts
//   35328  PLACES         4 x 128   per 8 of the last 32 cards: their places, 16 deals         shuffle.ts
//   35840  SCRATCH        64 x 52   a group that is not written whole; counts of fillCarries   deal.ts, tables.ts
//   39168  HEAD           64        a line of NDJSON up to its first card                      ndjson.ts
//   39232  BATCH          256 x 52  deals on their way to an encoder                           simd.ts
//   52544  NUMBERS        256 x 8   deal numbers of a list, f64, from the caller               simd.ts
//   54592  REGIMES        8 x 64    per regime: how to read a draw                             tables.ts
//   55104  DEAL_REGIMES   2 x 64    the same per deal, for 16 deals of a list                  gather.ts
//   55232  INVERSES       16 x 64   the position of each card, per deal                        parquet.ts
//   56256  CARD_ROWS      52 x 1088 a row per card dealt, a byte per deal                      parquet.ts, columns.ts
//  112832  POSITION_ROWS  52 x 1088 a row per card: its position, a byte per deal              parquet.ts, columns.ts
//  169408  ALL_LANES      52 x 576  per draw: three bytes for each of 192 lanes                tables.ts
//  199360  RANKS          52 x 1040 per draw: all t in order, with an index by upper byte      tables.ts
//  253440  NO_CARRY       1024 x 64 per origin: lanes without a carry minus 1, of each draw    tables.ts
//  318976  (unused)
//  319488  BUFFER         the caller's records, then SLACK
//
// The decks start at address 0 because binaryen moves only a constant below 1024 into the offset of a load, so that
// `card + 64 * deal` costs no instruction. Constant vectors are loads from static data because V8 13 (Node 24) builds any
// other constant vector anew at each use. docs/kernel.md has the measurements.

import { CARDS as CARD_COUNT } from '../src/game/constants';

/** Cards of a deck, typed for addresses. */
export const CARDS: usize = CARD_COUNT;
/** Bytes from one deck to the next. */
export const DECK_BYTES: usize = 64;
/** Deals of a quarter: one byte of each fills a vector. */
export const VECTOR_DEALS: usize = 16;
/** Deals of a group: four quarters. */
export const GROUP_DEALS: usize = 64;
/** Lanes that tables have: the first of the two groups may begin at any of the first 64. */
export const LANE_COUNT: usize = 3 * GROUP_DEALS;

/** A value per draw as u16 or u32, with room for whole vectors. */
const U16_ROW: usize = 128;
const U32_ROW: usize = 256;

export const DECKS: usize = 0;
/** A row has two groups; tables.ts says what is in them. */
export const LANES: usize = 4096;
export const LANES_GROUP: usize = 3 * GROUP_DEALS + VECTOR_DEALS;
export const LANES_ROW: usize = 2 * LANES_GROUP;
export const STATE: usize = LANES + CARDS * LANES_ROW;
export const STEP: usize = STATE + U32_ROW;
export const RECIPROCAL: usize = STEP + U32_ROW;
export const LEFT: usize = RECIPROCAL + U16_ROW;
export const HALF_MODULO: usize = LEFT + U16_ROW;
export const SPLATS: usize = HALF_MODULO + U16_ROW;
export const SPLATS_ROW: usize = 16;
export const THRESHOLD: usize = SPLATS + CARDS * SPLATS_ROW;
export const BASE: usize = THRESHOLD + U32_ROW;
export const NO_WRAP: usize = BASE + 64;
export const CHANGE: usize = NO_WRAP + 64;
export const WRAP: usize = CHANGE + 64;

/** Draws of each deal that decks.ts makes in memory. */
export const MEMORY_DRAWS: usize = 20;
/** The codes of a quarter: row k has draw k of 16 deals. Half a page from DECKS, so that their cache lines differ. */
export const DRAWS: usize = ((WRAP + U16_ROW + 4095) & ~4095) + 2048;
/** Row k has j of draw k, for the draws that decks.ts makes. */
export const MOVES: usize = DRAWS + CARDS * VECTOR_DEALS;
export const DRAWS_QUARTER: usize = (CARDS + MEMORY_DRAWS) * VECTOR_DEALS;
export const PLACES: usize = DRAWS + 4 * DRAWS_QUARTER;
export const PLACES_EIGHT: usize = 8 * VECTOR_DEALS;
export const SCRATCH: usize = PLACES + 4 * PLACES_EIGHT;
export const HEAD: usize = SCRATCH + GROUP_DEALS * CARDS;

/** Few enough deals that their cards stay in the L1 cache. */
export const BATCH_DEALS: u32 = 256;
export const BATCH: usize = HEAD + 64;
export const NUMBERS: usize = BATCH + <usize>BATCH_DEALS * CARDS;
/** A row per regime; tables.ts says what is in it. */
export const REGIMES: usize = NUMBERS + <usize>BATCH_DEALS * 8;
export const REGIMES_ROW: usize = 64;
/** Regimes that REGIMES has room for. */
export const MAX_REGIMES: i32 = 8;
/** A row for each eight deals of a list, as in REGIMES. */
export const DEAL_REGIMES: usize = REGIMES + <usize>MAX_REGIMES * REGIMES_ROW;

/** The positions of the cards of a deal, one cache line. */
export const INVERSE_BYTES: usize = 64;
export const INVERSES: usize = DEAL_REGIMES + 2 * REGIMES_ROW;
/** Deals whose columns are packed at a time. More deals make longer writes; 2,048 deals would not fit in the L2 cache. */
export const ROW_DEALS: u32 = 1024;
/** A byte per deal, and a cache line: rows 1,024 bytes apart would compete for the same lines of the cache. */
export const ROW_BYTES: usize = <usize>ROW_DEALS + 64;
export const CARD_ROWS: usize = INVERSES + VECTOR_DEALS * INVERSE_BYTES;
export const POSITION_ROWS: usize = CARD_ROWS + CARDS * ROW_BYTES;

// Source tables of draws.ts; tables.ts says what is in their rows.
export const ALL_LANES_ROW: usize = 3 * LANE_COUNT;
export const ALL_LANES: usize = POSITION_ROWS + CARDS * ROW_BYTES;
export const RANKS_ROW: usize = 256 + 4 * (LANE_COUNT + 4);
export const RANKS: usize = ALL_LANES + CARDS * ALL_LANES_ROW;
/** A row for each of the 1,024 origins whose s have different lower halves. */
export const NO_CARRY_ROW: usize = 64;
export const NO_CARRY_ROWS: usize = 1024;
export const NO_CARRY: usize = (RANKS + CARDS * RANKS_ROW + 63) & ~63;

/** End of the tables; simd.ts checks that it is not beyond BUFFER. */
export const TABLES_END: usize = NO_CARRY + NO_CARRY_ROWS * NO_CARRY_ROW;

export const BUFFER: usize = 319488;
/** Bytes after the last record that encoders may overwrite, so that they can store whole words. */
export const SLACK: usize = 64;

/** Whether there is room at `out` for records, of at least `bytes` each: in the caller's memory, or for a batch at BATCH. */
export function hasRoom(count: u32, bytes: usize, out: usize): bool {
  if (out == BATCH) return count <= BATCH_DEALS && bytes <= CARDS;
  return out >= BUFFER && <u64>out + <u64>count * bytes + SLACK <= <u64>memory.size() << 16;
}
