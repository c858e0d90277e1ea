// The memory of the SIMD kernel. The first 432 KiB are its own; the caller's records start at BUFFER.
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
//     rank     of a lane: the number of lanes with a smaller t; for carries, of its bits 6..15 (tables.ts)
//     row      the bytes of a table that belong to one index: a draw, a card, a regime, an origin
//
// The decks start at address 0 because binaryen moves only a constant below 1024 into the offset of a load, so that
// `card + 64 * deal` costs no instruction. Constant vectors are loads from static data because V8 13 (Node 24) builds
// any other constant vector anew at each use. docs/kernel.md has the measurements.

import { CARDS as CARD_COUNT } from '../src/game/constants';

export const CARDS: usize = CARD_COUNT; // cards of a deck, typed for addresses
export const VECTOR_DEALS: usize = 16; // deals of a quarter: one byte of each fills a vector
export const GROUP_DEALS: usize = 64; // deals of a group: four quarters
/** Lanes that tables have: the first of the two groups may begin at any of the first 64. */
export const LANE_COUNT: usize = 3 * GROUP_DEALS;

const U16_ROW: usize = 128; // a value per draw as u16 or u32, with room for whole vectors
const U32_ROW: usize = 256;

// In address order. asc's static data, the constant vectors and arrays of the sources, is between DECKS and LANES.

export const DECKS: usize = 0; // a deck per deal of a quarter, 52 cards and padding (decks.ts)
export const DECK_BYTES: usize = 64; // bytes from one deck to the next

export const LANES: usize = 4096; // the window: per draw two groups, whose parts tables.ts names
export const LANES_GROUP: usize = 3 * GROUP_DEALS + VECTOR_DEALS;
export const LANES_ROW: usize = 2 * LANES_GROUP;

// Values per draw: of s for two groups (draws.ts), and constants (tables.ts)
export const STATE: usize = LANES + CARDS * LANES_ROW; // u32: s, the part of the state that lanes share
export const STEP: usize = STATE + U32_ROW; // u32: from s to that of the next two groups
export const RECIPROCAL: usize = STEP + U32_ROW; // u16: 32768 / left, rounded
export const LEFT: usize = RECIPROCAL + U16_ROW; // u16
export const HALF_MODULO: usize = LEFT + U16_ROW; // i16: 32768 mod left - left
export const SPLATS: usize = HALF_MODULO + U16_ROW; // four constants, each repeated in a word
export const SPLATS_ROW: usize = 16;
export const THRESHOLD: usize = SPLATS + CARDS * SPLATS_ROW; // i32: the largest t without a wrap
export const BASE: usize = THRESHOLD + U32_ROW; // i8
export const NO_WRAP: usize = BASE + 64; // i8: the number of lanes without a wrap, minus 1
export const CHANGE: usize = NO_WRAP + 64; // i8
export const WRAP: usize = CHANGE + 64; // u16: -(2^bits) mod left

export const MEMORY_DRAWS: usize = 20; // draws of each deal that decks.ts makes in memory
/** The codes of a quarter: row k has draw k of 16 deals. Half a page from DECKS, so that their cache lines differ. */
export const DRAWS: usize = ((WRAP + U16_ROW + 4095) & ~4095) + 2048;
/** Row k has j of draw k, for the draws that decks.ts makes. */
export const MOVES: usize = DRAWS + CARDS * VECTOR_DEALS;
export const DRAWS_QUARTER: usize = (CARDS + MEMORY_DRAWS) * VECTOR_DEALS;
/** Per eight of the last 32 cards: their places, of 16 deals (shuffle.ts). A transposition half done (columns.ts). */
export const PLACES: usize = DRAWS + 4 * DRAWS_QUARTER;
export const PLACES_EIGHT: usize = 8 * VECTOR_DEALS;
/** A group that is not written at once (simd.ts); values of lanes while tables are filled (tables.ts). */
export const SCRATCH: usize = PLACES + 4 * PLACES_EIGHT;

export const BATCH_DEALS: u32 = 256; // few enough deals that their cards stay in the L1 cache
/** The cards of deals on their way to an encoder. */
export const BATCH: usize = (SCRATCH + GROUP_DEALS * CARDS + 63) & ~63;
/** Deals of a list, and of a row. All 104 rows take 215 KiB of the L2 cache, eight take 17 KiB of the L1 cache. */
export const ROW_DEALS: u32 = 2048;
/** The deal numbers of a list, f64, from the caller. */
export const NUMBERS: usize = BATCH + <usize>BATCH_DEALS * CARDS;
/** Per regime, how to read a draw; tables.ts says what is in a row. */
export const REGIMES: usize = NUMBERS + <usize>ROW_DEALS * 8;
export const REGIMES_ROW: usize = 64;
export const MAX_REGIMES: i32 = 8; // regimes that REGIMES has room for
/** The same per deal: a row for each eight deals of a list (gather.ts). */
export const DEAL_REGIMES: usize = REGIMES + <usize>MAX_REGIMES * REGIMES_ROW;

/** The positions of the cards of 16 deals, a cache line each (columns.ts). */
export const INVERSES: usize = DEAL_REGIMES + 2 * REGIMES_ROW;
export const INVERSE_BYTES: usize = 64;
/** A byte per deal, and a cache line: rows 2,048 bytes apart would compete for the same lines of the cache. */
export const ROW_BYTES: usize = <usize>ROW_DEALS + 64;
export const CARD_ROWS: usize = INVERSES + VECTOR_DEALS * INVERSE_BYTES; // a row per card dealt
export const POSITION_ROWS: usize = CARD_ROWS + CARDS * ROW_BYTES; // a row per card: its position
/** A row: the deals that keepAmong has kept, a byte each, 0xff or 0. */
export const KEPT: usize = POSITION_ROWS + CARDS * ROW_BYTES;

// Source tables of draws.ts, a row per draw; tables.ts says what is in it
export const ALL_LANES: usize = KEPT + ROW_BYTES; // three bytes for each lane
export const ALL_LANES_ROW: usize = 3 * LANE_COUNT;
export const RANKS: usize = ALL_LANES + CARDS * ALL_LANES_ROW; // all t in order, with an index by upper byte
export const RANKS_ROW: usize = 256 + 4 * (LANE_COUNT + 4);
/** Lanes without a carry, minus 1: a row for each of the 1,024 origins whose s have different lower halves. */
export const NO_CARRY: usize = (RANKS + CARDS * RANKS_ROW + 63) & ~63;
export const NO_CARRY_ROW: usize = 64;
export const NO_CARRY_ROWS: usize = 1024;

/** The caller's records, then SLACK. */
export const BUFFER: usize = (NO_CARRY + NO_CARRY_ROWS * NO_CARRY_ROW + 4095) & ~4095;
/** Bytes after the last record that encoders may overwrite, so that they can store whole words. */
export const SLACK: usize = 64;
