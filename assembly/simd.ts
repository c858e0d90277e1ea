// The kernel's exports, built twice: with SIMD, and without it for machines that have none.
//
// A kind of record has two. NAME writes the records of `count` consecutive deals from deal number `first` on, NAMEOf those of
// the `count` (0..BATCH_DEALS) deals whose numbers are at NUMBERS and whose cards are at BATCH, where the caller put them or
// `dealBatch` dealt them. Both write at the address `out` and return where the records end. Deal numbers are whole numbers
// in an f64, 1..8589934591, checked by the caller, who has also grown memory to hold the records and SLACK.

import {
  BATCH, BATCH_DEALS, BUFFER, CARD_ROWS, CARDS, LANES, NUMBERS, POSITION_ROWS, ROW_BYTES, ROW_DEALS, SLACK, TABLES_END,
} from './memory';
import { deal, dealNumbers } from './simd/deal';
import { copyCards, layDecks } from './simd/decks';
import { fillRegimes } from './simd/modulo';
import { encodeNdjson } from './simd/ndjson';
import { packRows as packFiftyTwoRows } from './simd/parquet';
import { fillConstants } from './simd/tables';
import { encodeText } from './simd/text';

export { findAmong, layCards, layPosition } from './simd/columns';
export { layRows } from './simd/parquet';
export { BATCH, BATCH_DEALS, BUFFER, CARD_ROWS, NUMBERS, POSITION_ROWS, ROW_BYTES, ROW_DEALS, SLACK };

const NUMBER_BYTES: usize = 8;
const NUMBERED_BYTES: usize = NUMBER_BYTES + CARDS;

if (__heap_base > LANES) unreachable(); // static data that grew into the tables
if (TABLES_END > BUFFER) unreachable(); // tables that grew into the records
fillRegimes();
fillConstants();
layDecks();

/** Deals the next of n..end-1 to BATCH, as many as fit, to be encoded while they are in the cache; returns how many. */
@inline
function dealNext(n: u64, end: u64): u32 {
  const count = min<u32>(BATCH_DEALS, <u32>(end - n));
  deal(n, count, BATCH, CARDS);
  return count;
}

/** Deals the `count` numbers at NUMBERS to BATCH. */
export function dealBatch(count: u32): void {
  dealNumbers(NUMBERS, count, BATCH);
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
  return encodeText(count, BATCH, out);
}

/**
 * Packs the first `count` (1..ROW_DEALS) deals of the rows into the columns of a Parquet file, 6 bits a value: the i-th card
 * dealt of every deal at `cards` + i * `cardStride`, and where card c was dealt at `positions` + c * `positionStride`. Values
 * are padded with zeros to a multiple of 8; what up to 16 bytes behind them hold is lost.
 */
export function packRows(count: u32, cards: usize, cardStride: usize, positions: usize, positionStride: usize): void {
  packFiftyTwoRows(CARD_ROWS, count, cards, cardStride);
  packFiftyTwoRows(POSITION_ROWS, count, positions, positionStride);
}
