// The exports of the SIMD kernel. A build without --noAssert checks what they require of the caller, and traps.
//
// Each type of record has an export. It writes the records of `count` consecutive deals from deal number `first` on. If `first`
// is 0, it writes those of a batch: 0..BATCH_DEALS deals whose numbers the caller has put at NUMBERS. It writes at the address
// `out`, and returns the end of the records. Deal numbers are whole numbers in an f64, 1..8589934591. The caller has checked
// them, and has grown memory to hold the records and SLACK.

import { LAST_DEAL } from '../src/game/constants';
import {
  BATCH, BATCH_DEALS, BUFFER, CARD_ROWS, CARDS, hasRoom, LANES, NUMBERS, POSITION_ROWS, ROW_BYTES, ROW_DEALS, SLACK,
} from './memory';
import { deal, dealNumbers, ROW_STRIDE } from './simd/deal';
import { layDecks } from './simd/decks';
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

/** Whether the numbers (f64) at `numbers` are deal numbers. */
function areListed(numbers: usize, count: u32): bool {
  for (let i: u32 = 0; i < count; i++) if (!areDeals(load<f64>(numbers + 8 * <usize>i), 1)) return false;
  return true;
}

/** Whether an export may write records, of at least `bytes` each. */
function isEncodable(first: f64, count: u32, bytes: usize, out: usize): bool {
  const areKnown = first == 0 ? count <= BATCH_DEALS && areListed(NUMBERS, count) : areDeals(first, count);
  return areKnown && hasRoom(count, bytes, out);
}

/** Deals `count` deals from `first` on, or if `first` is 0 those at NUMBERS, to `out`, `stride` bytes apart. */
@inline
function dealFrom(first: f64, count: u32, out: usize, stride: usize): void {
  if (first == 0) dealNumbers(NUMBERS, count, CARDS, out, stride);
  else deal(<u64>first, count, CARDS, out, stride);
}

/**
 * Deals to BATCH as many of `count` deals from `first` on as fit after the first `done`: there the encoder finds them in the
 * cache. Returns their number.
 */
@inline
function dealNext(first: f64, count: u32, done: u32): u32 {
  const inBatch = min<u32>(BATCH_DEALS, count - done);
  dealFrom(first + <f64>done, inBatch, BATCH, CARDS); // a batch of a list is the only one
  return inBatch;
}

@inline
function numberAt(first: f64, i: usize): u64 {
  return <u64>(first == 0 ? load<f64>(NUMBERS + 8 * i) : first + <f64>i);
}

/** Records of 52 card bytes in dealing order. `out` may be BATCH. */
export function cards(first: f64, count: u32, out: usize): usize {
  assert(isEncodable(first, count, CARDS, out));
  dealFrom(first, count, out, CARDS);
  return out + <usize>count * CARDS;
}

/** Records of a deal number, 8 bytes, then 52 card bytes. */
export function numbered(first: f64, count: u32, out: usize): usize {
  assert(isEncodable(first, count, NUMBERED_BYTES, out));
  dealFrom(first, count, out + NUMBER_BYTES, NUMBERED_BYTES);
  for (let i: usize = 0; i < <usize>count; i++) store<u64>(out + i * NUMBERED_BYTES, numberAt(first, i));
  return out + <usize>count * NUMBERED_BYTES;
}

/** Records of one line of NDJSON. */
export function ndjson(first: f64, count: u32, out: usize): usize {
  assert(isEncodable(first, count, CARDS, out));
  for (let done: u32 = 0; done < count; done += BATCH_DEALS) {
    const inBatch = dealNext(first, count, done);
    if (first > 0) out = encodeNdjson(<u64>first + done, inBatch, BATCH, out);
    else for (let i: usize = 0; i < <usize>count; i++) out = encodeNdjson(numberAt(0, i), 1, BATCH + i * CARDS, out);
  }
  return out;
}

/** Records of eight lines of text, one per column of the board. */
export function text(first: f64, count: u32, out: usize): usize {
  assert(isEncodable(first, count, CARDS, out));
  for (let done: u32 = 0; done < count; done += BATCH_DEALS) out = encodeText(dealNext(first, count, done), BATCH, out);
  return out;
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
  assert(areListed(numbers, count));
  dealNumbers(numbers, count, depth, CARD_ROWS, ROW_STRIDE);
}
