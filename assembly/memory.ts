// The memory of a kernel: the first 312 KiB are its own, a caller's records start at BUFFER.
//
//       0 +-----------------------------------------------------+
//         | DECKS       16 decks of 64 bytes, 54 of them used   | simd/decks.ts; scalar/deal.ts uses one
//    1024 +-----------------------------------------------------+
//         | asc's static data: constant vectors, letters        | wherever memory.data stands
//    4096 +-----------------------------------------------------+
//         | LANES       52 rows of two groups, 208 bytes each   | simd/draws.ts, simd/tables.ts
//         | STATE, STEP, THRESHOLD  52 u32 each, padded         |
//         | RECIPROCAL, LEFT, OFFSET    52 u16 each, padded     |
//         | SPLATS      52 rows of four words                   | simd/tables.ts, simd/gather.ts
//         | BASE, NO_WRAP, CHANGE       52 bytes each, padded   |
//         | WRAP        52 u16, padded                          |
//         +-----------------------------------------------------+
//         | DRAWS       4 quarters x (52 rows, 20 rows MOVES)   | simd/draws.ts, simd/gather.ts
//         |             x 16 deals                              |   -> simd/shuffle.ts, simd/decks.ts
//         | PLACES      4 x 16 deals x 8 bytes                  | simd/shuffle.ts
//         | SCRATCH     64 deals of 52 bytes                    | simd/deal.ts, simd/tables.ts
//         | HEAD        a line up to its first card             | simd/ndjson.ts
//         | BATCH       256 deals on their way to an encoder    | simd.ts
//         | NUMBERS     their numbers, f64, where not in a row  | simd.ts, written by the caller
//         | REGIMES     2 rows of three vectors                 | simd/gather.ts
//         | INVERSES    16 x 64 bytes, 52 of them used          | simd/parquet.ts
//         | CARD_ROWS, POSITION_ROWS  52 rows x 1024 deals each | parquet.ts, columns.ts of simd and scalar
//         | ALL_LANES   52 rows of 192 lanes in 3 parts         | simd/tables.ts
//         | RANKS       52 rows of 1040 bytes                   |
//         | NO_CARRY    1024 rows of 64 bytes, 52 of them used  |
//  319488 +-----------------------------------------------------+
//         | BUFFER      records, then SLACK                     |
//
// The decks lie at address 0 because binaryen moves a constant below 1024 into a load's offset, and no other: so
// `card + 64 * deal` costs no instruction. Constant vectors are loaded out of static data because V8 13 (Node 24) builds any
// other anew at each use. docs/kernel.md has the measurements.

import { CARDS as CARD_COUNT } from '../src/game/constants';

/** Cards of a deck, typed for addresses. */
export const CARDS: usize = CARD_COUNT;
/** Bytes from one deck to the next. */
export const DECK_BYTES: usize = 64;
/** Deals in one vector of bytes. */
export const VECTOR_DEALS: usize = 16;
/** Deals that are dealt together: four quarters, a vector each. */
export const GROUP_DEALS: usize = 64;

/** Bytes of a group in a row of LANES: the three parts that simd/tables.ts lists, then 16 times left. */
export const LANES_GROUP: usize = 208;
export const LANES_ROW: usize = 2 * LANES_GROUP;
/** One value a draw, as u16 or u32, with room for whole vectors. */
const U16_ROW: usize = 128;
const U32_ROW: usize = 256;

export const DECKS: usize = 0;
export const LANES: usize = 4096;
export const STATE: usize = LANES + CARDS * LANES_ROW;
export const STEP: usize = STATE + U32_ROW;
export const RECIPROCAL: usize = STEP + U32_ROW;
export const LEFT: usize = RECIPROCAL + U16_ROW;
export const OFFSET: usize = LEFT + U16_ROW;
export const SPLATS: usize = OFFSET + U16_ROW;
export const SPLATS_ROW: usize = 16;
export const THRESHOLD: usize = SPLATS + CARDS * SPLATS_ROW;
export const BASE: usize = THRESHOLD + U32_ROW;
export const NO_WRAP: usize = BASE + 64;
export const CHANGE: usize = NO_WRAP + 64;
export const WRAP: usize = CHANGE + 64;

/** Draws of each deal that simd/decks.ts makes in memory. */
export const MEMORY_DRAWS: usize = 20;
/** Row k of a quarter is draw k (left = 52 - k) of 16 deals, as a code of simd/shuffle.ts; row k of MOVES is its j. */
export const DRAWS: usize = ((WRAP + U16_ROW + 4095) & ~4095) + 2048;
export const MOVES: usize = DRAWS + CARDS * VECTOR_DEALS;
export const DRAWS_QUARTER: usize = (CARDS + MEMORY_DRAWS) * VECTOR_DEALS;
/** Places in a deck of 32: eight of each of 16 deals, then the next eight. */
export const PLACES: usize = DRAWS + 4 * DRAWS_QUARTER;
export const PLACES_EIGHT: usize = 8 * VECTOR_DEALS;
export const SCRATCH: usize = PLACES + 4 * PLACES_EIGHT;
export const HEAD: usize = SCRATCH + GROUP_DEALS * CARDS;

/** So few deals that their cards stay in the nearest cache. */
export const BATCH_DEALS: u32 = 256;
export const BATCH: usize = HEAD + 64;
export const NUMBERS: usize = BATCH + <usize>BATCH_DEALS * CARDS;
/** How eight deals of a list read an upper half: three vectors of u16. */
export const REGIMES: usize = (NUMBERS + <usize>BATCH_DEALS * 8 + 63) & ~63;
export const REGIMES_ROW: usize = 64;
export const LANE_REGIMES: usize = REGIMES + 8 * REGIMES_ROW;

/** Where each card of a deal was dealt, a line of the cache for each of 16 deals. */
export const INVERSE_BYTES: usize = 64;
export const INVERSES: usize = (LANE_REGIMES + 2 * REGIMES_ROW + INVERSE_BYTES - 1) & ~(INVERSE_BYTES - 1);
/** Deals whose columns are packed at a time: the more, the longer each write; twice as many no longer fit the second cache. */
export const ROW_DEALS: u32 = 1024;
/** A byte for each of these deals; a line more, or the rows would compete for the same lines of the cache. */
export const ROW_BYTES: usize = <usize>ROW_DEALS + 64;
export const CARD_ROWS: usize = INVERSES + VECTOR_DEALS * INVERSE_BYTES;
export const POSITION_ROWS: usize = CARD_ROWS + CARDS * ROW_BYTES;

// Source tables of simd/draws.ts; simd/tables.ts documents their rows.
/** Lanes of a row of ALL_LANES: the first of two groups may begin at any of the first 64. */
export const ALL: usize = 3 * GROUP_DEALS;
export const ALL_LANES_ROW: usize = 3 * ALL;
export const ALL_LANES: usize = POSITION_ROWS + CARDS * ROW_BYTES;
export const RANKS_ROW: usize = 256 + 4 * (ALL + 4);
export const RANKS: usize = ALL_LANES + CARDS * ALL_LANES_ROW;
/** A row for each of the 1,024 lower halves of a state that are multiples of 64. */
export const NO_CARRY_ROW: usize = 64;
export const NO_CARRY_ROWS: usize = 1024;
export const NO_CARRY: usize = (RANKS + CARDS * RANKS_ROW + 63) & ~63;

/** End of all this; simd.ts checks that it is not beyond BUFFER. */
export const TABLES_END: usize = NO_CARRY + NO_CARRY_ROWS * NO_CARRY_ROW;

export const BUFFER: usize = 319488;
/** Encoders may write up to this many bytes beyond the last record, so that they can store whole words. */
export const SLACK: usize = 64;
