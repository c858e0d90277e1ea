// The kernel's exports: an encoder for each kind of record. Each writes the records of `count` consecutive deals from
// deal number `first` on at the address `out` and returns where they end. Deal numbers are whole numbers in an f64,
// 1..8589934591, checked by the caller, who has also grown memory to hold the records and SLACK.
//
// Built twice: with SIMD, and without it for machines that have none.

import { BATCH, BATCH_DEALS, BUFFER, CARDS, LANES, SLACK } from './memory';
import { deal as dealScalar } from './scalar/deal';
import { encodeNdjson as encodeNdjsonScalar, encodeText as encodeTextScalar, layCardTexts } from './scalar/encode';
import { deal as dealSimd } from './simd/deal';
import { encodeNdjson as encodeNdjsonSimd } from './simd/ndjson';
import { initRandom } from './simd/random';
import { encodeText as encodeTextSimd } from './simd/text';

export { BUFFER, SLACK };

const NUMBER_BYTES: usize = 8;
const NUMBERED_BYTES: usize = NUMBER_BYTES + CARDS;

if (__heap_base > LANES) unreachable(); // static data that grew into the tables
if (ASC_FEATURE_SIMD) initRandom();
else layCardTexts();

@inline
function deal(first: u64, count: u32, out: usize, stride: usize): void {
  if (ASC_FEATURE_SIMD) dealSimd(first, count, out, stride);
  else dealScalar(first, count, out, stride);
}

@inline
function encode(first: u64, count: u32, cards: usize, out: usize, asLines: bool): usize {
  if (ASC_FEATURE_SIMD) {
    return asLines ? encodeNdjsonSimd(first, count, cards, out) : encodeTextSimd(count, cards, out);
  } else {
    return asLines ? encodeNdjsonScalar(first, count, cards, out) : encodeTextScalar(count, cards, out);
  }
}

/** Records of 52 card bytes in dealing order. */
export function cards(first: f64, count: u32, out: usize): usize {
  deal(<u64>first, count, out, CARDS);
  return out + <usize>count * CARDS;
}

/** Records of a deal number, 8 bytes, then 52 card bytes. */
export function numbered(first: f64, count: u32, out: usize): usize {
  deal(<u64>first, count, out + NUMBER_BYTES, NUMBERED_BYTES);
  for (let i: u32 = 0; i < count; i++) store<u64>(out + <usize>i * NUMBERED_BYTES, <u64>first + i);
  return out + <usize>count * NUMBERED_BYTES;
}

/** Deals a batch at a time and encodes it while its cards are in the cache. */
@inline
function written(first: u64, count: u32, out: usize, asLines: bool): usize {
  const end = first + count;
  for (let n = first; n < end; n += BATCH_DEALS) {
    const batch = min<u32>(BATCH_DEALS, <u32>(end - n));
    deal(n, batch, BATCH, CARDS);
    out = encode(n, batch, BATCH, out, asLines);
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
