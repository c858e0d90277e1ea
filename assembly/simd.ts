// The exports of the SIMD kernel. A build without --noAssert checks what they require of the caller, and traps.
//
// Each type of record has two exports. NAME writes the records of `count` consecutive deals from deal number `first` on.
// NAMEOf writes the records of a batch: `count` (0..BATCH_DEALS) deals whose numbers the caller has put at NUMBERS, and whose
// cards `dealBatch` has then put at BATCH. Both write at the address `out` and return the end of the records. Deal numbers are
// whole numbers in an f64, 1..8589934591. The caller has checked them, and has grown memory to hold the records and SLACK.

import { LAST_DEAL } from '../src/game/constants';
import {
  BATCH, BATCH_DEALS, BUFFER, CARD_ROWS, CARDS, hasRoom, LANES, NUMBERS, POSITION_ROWS, ROW_BYTES, ROW_DEALS, SLACK,
} from './memory';
import { deal, dealNumbers, ROW_STRIDE } from './simd/deal';
import { copyCards, layDecks } from './simd/decks';
import { encodeNdjson } from './simd/ndjson';
import { fillConstants } from './simd/tables';
import { encodeText } from './simd/text';

export { BATCH, BATCH_DEALS, BUFFER, CARD_ROWS, NUMBERS, POSITION_ROWS, ROW_BYTES, ROW_DEALS, SLACK };
export { keepAmong, layCards, layPosition } from './simd/columns';
export { layRows, packRows } from './simd/parquet';

const NUMBER_BYTES: usize = 8;
const NUMBERED_BYTES: usize = NUMBER_BYTES + CARDS;

if (__heap_base > LANES) unreachable(); // static data that reaches into the tables
fillConstants();
layDecks();

/** Whether all are deal numbers. */
function areDeals(first: f64, count: u32): bool {
  return first == trunc(first) && first >= 1 && first + <f64>count - 1 <= <f64>LAST_DEAL;
}

/** Deals the next of n..end-1 to BATCH, as many as fit: there the encoder finds them in the cache. Returns their number. */
@inline
function dealNext(n: u64, end: u64): u32 {
  const count = min<u32>(BATCH_DEALS, <u32>(end - n));
  deal(n, count, CARDS, BATCH, CARDS);
  return count;
}

/** Deals the `count` numbers at NUMBERS to BATCH. */
export function dealBatch(count: u32): void {
  assert(count <= BATCH_DEALS);
  if (!ASC_NO_ASSERT) for (let i: u32 = 0; i < count; i++) assert(areDeals(load<f64>(NUMBERS + 8 * <usize>i), 1));
  dealNumbers(NUMBERS, count, CARDS, BATCH, CARDS);
}

@inline
function numberAt(i: usize): u64 {
  return <u64>load<f64>(NUMBERS + 8 * i);
}

/** Records of 52 card bytes in dealing order. `out` may be BATCH. */
export function cards(first: f64, count: u32, out: usize): usize {
  assert(areDeals(first, count) && hasRoom(count, CARDS, out));
  deal(<u64>first, count, CARDS, out, CARDS);
  return out + <usize>count * CARDS;
}

export function cardsOf(count: u32, out: usize): usize {
  assert(count <= BATCH_DEALS && hasRoom(count, CARDS, out));
  const bytes = <usize>count * CARDS;
  memory.copy(out, BATCH, bytes);
  return out + bytes;
}

/** Records of a deal number, 8 bytes, then 52 card bytes. */
export function numbered(first: f64, count: u32, out: usize): usize {
  assert(areDeals(first, count) && hasRoom(count, NUMBERED_BYTES, out));
  deal(<u64>first, count, CARDS, out + NUMBER_BYTES, NUMBERED_BYTES);
  for (let i: u32 = 0; i < count; i++) store<u64>(out + <usize>i * NUMBERED_BYTES, <u64>first + i);
  return out + <usize>count * NUMBERED_BYTES;
}

export function numberedOf(count: u32, out: usize): usize {
  assert(count <= BATCH_DEALS && hasRoom(count, NUMBERED_BYTES, out));
  for (let i: usize = 0; i < <usize>count; i++, out += NUMBERED_BYTES) {
    store<u64>(out, numberAt(i));
    copyCards(BATCH + i * CARDS, out + NUMBER_BYTES);
  }
  return out;
}

/** Records of one line of NDJSON. */
export function ndjson(first: f64, count: u32, out: usize): usize {
  assert(areDeals(first, count) && hasRoom(count, CARDS, out));
  const end = <u64>first + count;
  for (let n = <u64>first; n < end; n += BATCH_DEALS) out = encodeNdjson(n, dealNext(n, end), BATCH, out);
  return out;
}

export function ndjsonOf(count: u32, out: usize): usize {
  assert(count <= BATCH_DEALS && hasRoom(count, CARDS, out));
  for (let i: usize = 0; i < <usize>count; i++) out = encodeNdjson(numberAt(i), 1, BATCH + i * CARDS, out);
  return out;
}

/** Records of eight lines of text, one per column of the board. */
export function text(first: f64, count: u32, out: usize): usize {
  assert(areDeals(first, count) && hasRoom(count, CARDS, out));
  const end = <u64>first + count;
  for (let n = <u64>first; n < end; n += BATCH_DEALS) out = textOf(dealNext(n, end), out);
  return out;
}

export function textOf(count: u32, out: usize): usize {
  assert(count <= BATCH_DEALS && hasRoom(count, CARDS, out));
  return encodeText(count, BATCH, out);
}

/** Whether `depth` is one of 4, 8, 12, 20, .. 44, and the rows of the cards dealt have `count` columns. */
function areRows(count: u32, depth: u32): bool {
  return (depth == 8 || depth % 8 == 4) && depth < <u32>CARDS && count > 0 && count <= ROW_DEALS;
}

/**
 * Deals the first `depth` (4, 8, 12, 20, .. 44) cards of `count` deals from deal number `first` on to the rows at CARD_ROWS,
 * ROW_BYTES apart. Up to 15 columns after them may be overwritten.
 */
export function rows(first: f64, count: u32, depth: u32): void {
  assert(areDeals(first, count) && areRows(count, depth));
  deal(<u64>first, count, depth, CARD_ROWS, ROW_STRIDE);
}

/** Deals cards as `rows` does: of `count` deals whose numbers are at `numbers`, with room for a multiple of 16 numbers. */
export function rowsOf(numbers: usize, count: u32, depth: u32): void {
  assert(hasRoom(count, 8, numbers) && areRows(count, depth));
  if (!ASC_NO_ASSERT) for (let i: u32 = 0; i < count; i++) assert(areDeals(load<f64>(numbers + 8 * <usize>i), 1));
  dealNumbers(numbers, count, depth, CARD_ROWS, ROW_STRIDE);
}
