// The kernel's exports, built twice: with SIMD, and without it for machines that have none.
//
// A kind of record has two. NAME writes the records of `count` consecutive deals from deal number `first` on, NAMEOf those of
// the `count` (0..BATCH_DEALS) deals whose numbers are at NUMBERS and whose cards are at BATCH, where the caller put them or
// `dealBatch` dealt them. Both write at the address `out` and return where the records end. Deal numbers are whole numbers
// in an f64, 1..8589934591, checked by the caller, who has also grown memory to hold the records and SLACK.

import {
  BATCH, BATCH_DEALS, BUFFER, CARD_ROWS, CARDS, LANES, NUMBERS, POSITION_ROWS, ROW_BYTES, ROW_DEALS, SLACK, TABLES_END,
} from './memory';
import {
  findAmong as findAmongScalar, layCards as layCardsScalar, layPosition as layPositionScalar,
} from './scalar/columns';
import { deal as dealScalar, dealNumbers as dealNumbersScalar } from './scalar/deal';
import { encodeNdjson as encodeNdjsonScalar, encodeText as encodeTextScalar, layCardTexts } from './scalar/encode';
import { layRows as layRowsScalar, packRows as packRowsScalar } from './scalar/parquet';
import { permute as permuteScalar } from './scalar/sample';
import { findAmong as findAmongSimd, layCards as layCardsSimd, layPosition as layPositionSimd } from './simd/columns';
import { deal as dealSimd, dealNumbers as dealNumbersSimd } from './simd/deal';
import { copyCards as copyCardsSimd, layDecks } from './simd/decks';
import { encodeNdjson as encodeNdjsonSimd } from './simd/ndjson';
import { layRows as layRowsSimd, packRows as packRowsSimd } from './simd/parquet';
import { permute as permuteSimd } from './simd/sample';
import { fillConstants } from './simd/tables';
import { encodeText as encodeTextSimd } from './simd/text';

export { BATCH, BATCH_DEALS, BUFFER, CARD_ROWS, NUMBERS, POSITION_ROWS, ROW_BYTES, ROW_DEALS, SLACK };

const NUMBER_BYTES: usize = 8;
const NUMBERED_BYTES: usize = NUMBER_BYTES + CARDS;

if (__heap_base > LANES) unreachable(); // static data that grew into the tables
if (TABLES_END > BUFFER) unreachable(); // tables that grew into the records
if (ASC_FEATURE_SIMD) {
  fillConstants();
  layDecks();
} else {
  layCardTexts();
}

@inline
function deal(first: u64, count: u32, out: usize, stride: usize): void {
  if (ASC_FEATURE_SIMD) dealSimd(first, count, out, stride);
  else dealScalar(first, count, out, stride);
}

/** Deals the next of n..end-1 to BATCH, as many as fit, to be encoded while they are in the cache; returns how many. */
@inline
function dealNext(n: u64, end: u64): u32 {
  const count = min<u32>(BATCH_DEALS, <u32>(end - n));
  deal(n, count, BATCH, CARDS);
  return count;
}

/** Deals the `count` numbers at NUMBERS to BATCH. */
export function dealBatch(count: u32): void {
  if (ASC_FEATURE_SIMD) dealNumbersSimd(NUMBERS, count, BATCH);
  else dealNumbersScalar(NUMBERS, count, BATCH);
}

@inline
function copyCards(from: usize, to: usize): void {
  if (ASC_FEATURE_SIMD) copyCardsSimd(from, to);
  else memory.copy(to, from, CARDS);
}

@inline
function numberAt(i: usize): u64 {
  return <u64>load<f64>(NUMBERS + 8 * i);
}

/** Records of 52 card bytes in dealing order. */
export function cards(first: f64, count: u32, out: usize): usize {
  deal(<u64>first, count, out, CARDS);
  return out + <usize>count * CARDS;
}

export function cardsOf(count: u32, out: usize): usize {
  const bytes = <usize>count * CARDS;
  memory.copy(out, BATCH, bytes);
  return out + bytes;
}

/** Records of a deal number, 8 bytes, then 52 card bytes. */
export function numbered(first: f64, count: u32, out: usize): usize {
  deal(<u64>first, count, out + NUMBER_BYTES, NUMBERED_BYTES);
  for (let i: u32 = 0; i < count; i++) store<u64>(out + <usize>i * NUMBERED_BYTES, <u64>first + i);
  return out + <usize>count * NUMBERED_BYTES;
}

export function numberedOf(count: u32, out: usize): usize {
  for (let i: usize = 0; i < <usize>count; i++, out += NUMBERED_BYTES) {
    store<u64>(out, numberAt(i));
    copyCards(BATCH + i * CARDS, out + NUMBER_BYTES);
  }
  return out;
}

@inline
function encodeNdjson(first: u64, count: u32, cards: usize, out: usize): usize {
  return ASC_FEATURE_SIMD ? encodeNdjsonSimd(first, count, cards, out) : encodeNdjsonScalar(first, count, cards, out);
}

/** Records of one line of NDJSON. */
export function ndjson(first: f64, count: u32, out: usize): usize {
  const end = <u64>first + count;
  for (let n = <u64>first; n < end; n += BATCH_DEALS) out = encodeNdjson(n, dealNext(n, end), BATCH, out);
  return out;
}

export function ndjsonOf(count: u32, out: usize): usize {
  for (let i: usize = 0; i < <usize>count; i++) out = encodeNdjson(numberAt(i), 1, BATCH + i * CARDS, out);
  return out;
}

/** Records of eight lines of text, a column each. */
export function text(first: f64, count: u32, out: usize): usize {
  const end = <u64>first + count;
  for (let n = <u64>first; n < end; n += BATCH_DEALS) out = textOf(dealNext(n, end), out);
  return out;
}

export function textOf(count: u32, out: usize): usize {
  return ASC_FEATURE_SIMD ? encodeTextSimd(count, BATCH, out) : encodeTextScalar(count, BATCH, out);
}

/** Turns the `count` (1..BATCH_DEALS) deals whose cards are at BATCH into the deals `at` (a multiple of 16) .. of the rows. */
export function layRows(count: u32, at: u32): void {
  if (ASC_FEATURE_SIMD) layRowsSimd(count, at);
  else layRowsScalar(count, at);
}

/**
 * Packs the first `count` (1..ROW_DEALS) deals of the rows into the columns of a Parquet file, 6 bits a value: the i-th card
 * dealt of every deal at `cards` + i * `cardStride`, and where card c was dealt at `positions` + c * `positionStride`. Values
 * are padded with zeros to a multiple of 8; what up to 16 bytes behind them hold is lost.
 */
export function packRows(count: u32, cards: usize, cardStride: usize, positions: usize, positionStride: usize): void {
  if (ASC_FEATURE_SIMD) {
    packRowsSimd(CARD_ROWS, count, cards, cardStride);
    packRowsSimd(POSITION_ROWS, count, positions, positionStride);
  } else {
    packRowsScalar(CARD_ROWS, count, cards, cardStride);
    packRowsScalar(POSITION_ROWS, count, positions, positionStride);
  }
}

/**
 * Turns the cards of `count` (1..ROW_DEALS) deals at `cards` into 16 rows at CARD_ROWS, ROW_BYTES apart: those of the cards
 * `first` (0..36) .. dealt. What up to 15 deals behind them hold is lost in the rows and read in the cards.
 */
export function layCards(cards: usize, count: u32, first: u32): void {
  if (ASC_FEATURE_SIMD) layCardsSimd(cards, count, first);
  else layCardsScalar(cards, count, first);
}

/** Writes to `out`, for each of `count` deals, 0xff if `card` is in one of the rows `first`..`last` of the cards dealt, or 0. */
export function findAmong(count: u32, card: u32, first: u32, last: u32, out: usize): void {
  if (ASC_FEATURE_SIMD) findAmongSimd(count, card, first, last, out);
  else findAmongScalar(count, card, first, last, out);
}

/** Writes where `card` was dealt to its row at POSITION_ROWS, out of all 52 rows of the cards dealt. */
export function layPosition(count: u32, card: u32): void {
  if (ASC_FEATURE_SIMD) layPositionSimd(count, card);
  else layPositionScalar(count, card);
}

/**
 * Writes to `out`, as f64, the indexes at the `count` places from `from` on of a sample's order of `size` deals, out of the
 * keys (u32) of its rounds; what up to 56 bytes behind them hold is lost.
 */
export function permute(
  from: f64, count: u32, size: f64, leftBits: u32, rightBits: u32, keys: usize, out: usize,
): void {
  if (ASC_FEATURE_SIMD) permuteSimd(<u64>from, count, <u64>size, leftBits, rightBits, keys, out);
  else permuteScalar(<u64>from, count, <u64>size, leftBits, rightBits, keys, out);
}
