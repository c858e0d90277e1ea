// The exports of the SIMD kernel. A build without --noAssert checks what they require of the caller, and traps.
//
// An export that deals takes `count` consecutive deals from deal number `first` on. If `first` is 0, it takes a list:
// 0..ROW_DEALS deals whose numbers the caller has put at NUMBERS. Deal numbers are whole numbers in an f64,
// 1..8589934591. The caller has checked them.
//
// Each type of record has an export. It writes the records at the address `out`, and returns their end. The caller
// has grown memory to hold the records and SLACK.

import { LAST_DEAL } from '../src/game/constants';
import {
  BATCH, BATCH_DEALS, BUFFER, CARD_ROWS, CARDS, GROUP_DEALS, KEPT, LANES, NUMBERS, POSITION_ROWS, ROW_BYTES,
  ROW_DEALS, SCRATCH, SLACK,
} from './memory';
import { endOfRegime, regimeOf } from './regime';
import { layRecords } from './simd/columns';
import { copyCards, layDecks } from './simd/decks';
import { nextDraws, seek } from './simd/draws';
import { drawsOf } from './simd/gather';
import { encodeNdjson } from './simd/ndjson';
import { layGroup, shuffleGroup } from './simd/shuffle';
import { fillConstants } from './simd/tables';
import { encodeText } from './simd/text';

export { BUFFER, CARD_ROWS, KEPT, NUMBERS, POSITION_ROWS, ROW_BYTES, ROW_DEALS, SLACK };
export { keepAmong, layPosition, packRows } from './simd/columns';

const NUMBER_BYTES: usize = 8;
const NUMBERED_BYTES: usize = NUMBER_BYTES + CARDS;
const ROW_STRIDE: usize = 1; // the stride that stands for rows: the next deal is one byte further

if (__heap_base > LANES) unreachable(); // static data that reaches into the tables
fillConstants();
layDecks();

@inline
function numberAt(first: f64, i: usize): f64 {
  return first == 0 ? load<f64>(NUMBERS + 8 * i) : first + <f64>i;
}

/** Whether an export may deal these deals. A build without assertions would keep the loop. */
function areDeals(first: f64, count: u32): bool {
  if (ASC_NO_ASSERT) return true;
  for (let i: usize = 0; i < <usize>count; i++) {
    const n = numberAt(first, i);
    if (n < 1 || n > <f64>LAST_DEAL || n != trunc(n)) return false;
  }
  return first != 0 || count <= ROW_DEALS;
}

/** Whether an export may write records of these deals, of at least `bytes` each. */
function isEncodable(first: f64, count: u32, bytes: usize, out: usize): bool {
  const hasRoom = out >= BUFFER && <u64>out + <u64>count * bytes + SLACK <= <u64>memory.size() << 16;
  return hasRoom && areDeals(first, count);
}

/** Writes the first `count` (1..64) deals of a group: nothing but their 52 bytes each, or the first `depth` rows. */
function writeGroup(count: u32, depth: usize, out: usize, stride: usize): void {
  const areRows = stride == ROW_STRIDE;
  if (areRows && depth < CARDS) return layGroup(count, depth, out);
  if (!areRows && count == <u32>GROUP_DEALS) return shuffleGroup(count, out, stride);
  shuffleGroup(count, SCRATCH, CARDS);
  if (areRows) return layRecords(SCRATCH, count, depth, out);
  for (let i: usize = 0; i < <usize>count; i++) copyCards(SCRATCH + i * CARDS, out + i * stride);
}

/**
 * Writes `count` deals from deal number `first` on, a group at a time: `stride` bytes apart, and nothing but their 52
 * bytes each. With ROW_STRIDE, the first `depth` rows are written from `out` on; up to 15 bytes after the deals of
 * each may be overwritten.
 */
function dealRange(first: u64, count: u32, depth: usize, out: usize, stride: usize): void {
  const draws = min(depth, CARDS);
  while (count > 0) {
    const regime = regimeOf(first);
    const inRegime = <u32>min<u64>(count, endOfRegime(regime) - first);
    seek(first, regime, draws);
    for (let done: u32 = 0; done < inRegime; done += <u32>GROUP_DEALS) {
      nextDraws(draws);
      writeGroup(min<u32>(inRegime - done, <u32>GROUP_DEALS), depth, out + <usize>done * stride, stride);
    }
    out += <usize>inRegime * stride;
    first += inRegime;
    count -= inRegime;
  }
}

/** Writes the `count` deals whose numbers (f64) are at `numbers`, as `dealRange` does. */
function dealNumbers(numbers: usize, count: u32, depth: usize, out: usize, stride: usize): void {
  for (let done: u32 = 0; done < count; done += <u32>GROUP_DEALS) {
    const inGroup = min<u32>(count - done, <u32>GROUP_DEALS);
    drawsOf(numbers + 8 * <usize>done, inGroup, min(depth, CARDS));
    writeGroup(inGroup, depth, out + <usize>done * stride, stride);
  }
}

/** Deals `count` of the deals that an export takes, after the first `done`. */
@inline
function deal(first: f64, done: u32, count: u32, depth: usize, out: usize, stride: usize): void {
  if (first == 0) dealNumbers(NUMBERS + 8 * <usize>done, count, depth, out, stride);
  else dealRange(<u64>first + done, count, depth, out, stride);
}

/** Deals the next batch after the first `done` to BATCH, in the cache; returns its number of deals. */
@inline
function dealNext(first: f64, count: u32, done: u32): u32 {
  const inBatch = min<u32>(BATCH_DEALS, count - done);
  deal(first, done, inBatch, CARDS, BATCH, CARDS);
  return inBatch;
}

/** Records of 52 card bytes in dealing order. */
export function cards(first: f64, count: u32, out: usize): usize {
  assert(isEncodable(first, count, CARDS, out));
  deal(first, 0, count, CARDS, out, CARDS);
  return out + <usize>count * CARDS;
}

/** Records of a deal number, 8 bytes, then 52 card bytes. */
export function numbered(first: f64, count: u32, out: usize): usize {
  assert(isEncodable(first, count, NUMBERED_BYTES, out));
  deal(first, 0, count, CARDS, out + NUMBER_BYTES, NUMBERED_BYTES);
  for (let i: usize = 0; i < <usize>count; i++) store<u64>(out + i * NUMBERED_BYTES, <u64>numberAt(first, i));
  return out + <usize>count * NUMBERED_BYTES;
}

/** Records of one line of NDJSON. */
export function ndjson(first: f64, count: u32, out: usize): usize {
  assert(isEncodable(first, count, CARDS, out));
  for (let done: u32 = 0; done < count; done += BATCH_DEALS) {
    const inBatch = dealNext(first, count, done);
    for (let i: usize = 0; i < <usize>inBatch; i++) {
      out = encodeNdjson(<u64>numberAt(first, <usize>done + i), BATCH + i * CARDS, out);
    }
  }
  return out;
}

/** Records of eight lines of text, one per column of the board. */
export function text(first: f64, count: u32, out: usize): usize {
  assert(isEncodable(first, count, CARDS, out));
  for (let done: u32 = 0; done < count; done += BATCH_DEALS) out = encodeText(dealNext(first, count, done), BATCH, out);
  return out;
}

/**
 * Deals 1..ROW_DEALS deals to columns of the first `depth` rows at CARD_ROWS, ROW_BYTES apart: rows of 4, 8, 12, 20,
 * .. 44 or 52 cards in dealing order, or with 104, the position of each card after them. Up to 15 columns after the
 * deals may be overwritten.
 */
export function rows(first: f64, count: u32, depth: u32): void {
  assert(depth == 8 || (depth % 8 == 4 && depth <= <u32>CARDS) || depth == 2 * <u32>CARDS);
  assert(count > 0 && count <= ROW_DEALS && areDeals(first, count));
  deal(first, 0, count, depth, CARD_ROWS, ROW_STRIDE);
}
