// The kernel's exports: an encoder for each kind of record. Each writes the records of `count` consecutive deals
// from deal number `first` on at the address `out` and returns where they end. Deal numbers are whole numbers in
// an f64, 1..8589934591, checked by the caller, who has also grown memory to hold the records and SLACK.

import { CARDS } from '../src/ms';
import { layCardTexts, writeBoard, writeLine } from './encode';
import { BUFFER, SLACK } from './memory';
import { dealOne } from './scalar';

export { BUFFER, SLACK };

const NUMBER_BYTES: usize = 8;
const CARDS_BYTES: usize = CARDS;
const NUMBERED_BYTES: usize = NUMBER_BYTES + CARDS_BYTES;

/** Deals on their way to a text encoder: few enough to stay in the nearest cache. */
const BATCH: u32 = 64;
const BATCH_CARDS: usize = memory.data(64 * 52 + 64, 64);

layCardTexts();

/** Writes the cards of `count` deals, 52 bytes in dealing order each, `stride` bytes apart. */
@inline
function deal(first: u64, count: u32, out: usize, stride: usize): void {
  for (let i: u32 = 0; i < count; i++) dealOne(first + i, out + <usize>i * stride);
}

/** Records of 52 card bytes in dealing order. */
export function cards(first: f64, count: u32, out: usize): usize {
  deal(<u64>first, count, out, CARDS_BYTES);
  return out + <usize>count * CARDS_BYTES;
}

/** Records of a deal number, 8 bytes, then 52 card bytes. */
export function numbered(first: f64, count: u32, out: usize): usize {
  deal(<u64>first, count, out + NUMBER_BYTES, NUMBERED_BYTES);
  for (let i: u32 = 0; i < count; i++) store<u64>(out + <usize>i * NUMBERED_BYTES, <u64>first + i);
  return out + <usize>count * NUMBERED_BYTES;
}

/** Deals a batch at a time and writes each deal as a line of NDJSON or as a board of text. */
@inline
function written(first: u64, count: u32, out: usize, asLines: bool): usize {
  const end = first + count;
  for (let n = first; n < end; n += BATCH) {
    const batch = min<u32>(BATCH, <u32>(end - n));
    deal(n, batch, BATCH_CARDS, CARDS_BYTES);
    for (let i: u32 = 0; i < batch; i++) {
      const dealt = BATCH_CARDS + <usize>i * CARDS_BYTES;
      out = asLines ? writeLine(n + i, dealt, out) : writeBoard(dealt, out);
    }
  }
  return out;
}

/** Records of one line of NDJSON. */
export function ndjson(first: f64, count: u32, out: usize): usize {
  return written(<u64>first, count, out, true);
}

/** Records of eight lines of text, a column each. */
export function text(first: f64, count: u32, out: usize): usize {
  return written(<u64>first, count, out, false);
}
