/**
 * Cards -> columns, for conditions and Parquet: a byte per deal in a row per card dealt, and in a row per card, whose
 * position it is.
 *
 * Looking for a card takes one operation per row and 16 deals, so that a condition on one row or on eight costs next
 * to nothing. Inverting deals takes a store per card and deal, which pays from about twelve positions on. In Parquet,
 * values are packed into 6 bits each, the first one lowest.
 */
import {
  BUFFER, CARD_ROWS, CARDS, INVERSE_BYTES, INVERSES, KEPT, PLACES, POSITION_ROWS, ROW_BYTES, ROW_DEALS,
  VECTOR_DEALS,
} from '../memory';
import { high, low } from './interleave';

const PACKED_BYTES: usize = 12; // bytes of 16 packed values

/**
 * Two rounds of a perfect shuffle of 16 vectors that are `stride` bytes apart. The vectors i, i + 4, i + 8 and i +
 * 12, the first of which is at `from`, become the vectors 4*i .. 4*i + 3.
 */
@inline
function shuffleTwice(from: usize, stride: usize, out: usize, outStride: usize): void {
  const a = v128.load(from), b = v128.load(from + 4 * stride);
  const c = v128.load(from + 8 * stride), d = v128.load(from + 12 * stride);
  const front0 = low(a, c), front1 = low(b, d), back0 = high(a, c), back1 = high(b, d);
  v128.store(out, low(front0, front1));
  v128.store(out + outStride, high(front0, front1));
  v128.store(out + 2 * outStride, low(back0, back1));
  v128.store(out + 3 * outStride, high(back0, back1));
}

/**
 * Turns 52 bytes of each of 16 deals, `stride` apart, into 52 rows, 16 bytes at a time: four rounds of a perfect
 * shuffle. Reads 12 bytes after the last deal.
 */
function transpose(from: usize, stride: usize, out: usize): void {
  for (const end = out + CARDS * ROW_BYTES; out < end; from += 16) {
    for (let i: usize = 0; i < 4; i++) shuffleTwice(from + i * stride, stride, PLACES + i * 64, 16);
    for (let i: usize = 0; i < 4 && out < end; i++, out += 4 * ROW_BYTES) {
      shuffleTwice(PLACES + i * 16, 16, out, ROW_BYTES);
    }
  }
}

@inline
function place(cards: usize, i: usize, inverse: usize): void {
  store<u8>(inverse + <usize>load<u8>(cards + i), <u8>i);
}

/**
 * Writes the position of each card of 16 deals to INVERSES. The 52 stores of a deal follow one another and go to one
 * cache line. The processor makes such stores two at a time, which saves more than transposing INVERSES costs.
 */
function invert(cards: usize): void {
  const end = INVERSES + VECTOR_DEALS * INVERSE_BYTES;
  for (let inverse = INVERSES; inverse < end; inverse += INVERSE_BYTES, cards += CARDS) {
    place(cards, 0, inverse); place(cards, 1, inverse); place(cards, 2, inverse); place(cards, 3, inverse);
    place(cards, 4, inverse); place(cards, 5, inverse); place(cards, 6, inverse); place(cards, 7, inverse);
    place(cards, 8, inverse); place(cards, 9, inverse); place(cards, 10, inverse); place(cards, 11, inverse);
    place(cards, 12, inverse); place(cards, 13, inverse); place(cards, 14, inverse); place(cards, 15, inverse);
    place(cards, 16, inverse); place(cards, 17, inverse); place(cards, 18, inverse); place(cards, 19, inverse);
    place(cards, 20, inverse); place(cards, 21, inverse); place(cards, 22, inverse); place(cards, 23, inverse);
    place(cards, 24, inverse); place(cards, 25, inverse); place(cards, 26, inverse); place(cards, 27, inverse);
    place(cards, 28, inverse); place(cards, 29, inverse); place(cards, 30, inverse); place(cards, 31, inverse);
    place(cards, 32, inverse); place(cards, 33, inverse); place(cards, 34, inverse); place(cards, 35, inverse);
    place(cards, 36, inverse); place(cards, 37, inverse); place(cards, 38, inverse); place(cards, 39, inverse);
    place(cards, 40, inverse); place(cards, 41, inverse); place(cards, 42, inverse); place(cards, 43, inverse);
    place(cards, 44, inverse); place(cards, 45, inverse); place(cards, 46, inverse); place(cards, 47, inverse);
    place(cards, 48, inverse); place(cards, 49, inverse); place(cards, 50, inverse); place(cards, 51, inverse);
  }
}

/**
 * Turns the `count` (1..64) deals whose cards are at `cards` into columns at `out` of the 52 rows of cards, and if
 * `depth` is greater, of the 52 rows of positions after them. Reads and writes a multiple of 16 deals.
 */
export function layRecords(cards: usize, count: u32, depth: usize, out: usize): void {
  for (const end = out + count; out < end; out += VECTOR_DEALS, cards += VECTOR_DEALS * CARDS) {
    transpose(cards, CARDS, out);
    if (depth == CARDS) continue;
    invert(cards);
    transpose(INVERSES, INVERSE_BYTES, out + CARDS * ROW_BYTES);
  }
}

/**
 * Keeps the deals that have `wanted` of `cards` cards, from `card` on, in rows first..last: of all `count` deals
 * (`ofAll`), or of those that KEPT has. `first` may be `last` + 1: then no deal has a card in these rows. Returns
 * whether a deal is left. Reads and writes whole vectors: up to 63 bytes after the deals.
 */
export function keepAmong(count: u32, card: u32, cards: u32, first: u32, last: u32, wanted: u32, ofAll: bool): bool {
  assert(count <= ROW_DEALS && card + cards <= <u32>CARDS && last + 1 <= <u32>CARDS);
  // a byte of a row minus `lowest` is below `end`, as a signed byte, if and only if it is one of the cards
  const lowest = i8x16.splat(<i8>(card + 128)), end = i8x16.splat(<i8>(cards - 128));
  const none = i8x16.splat(0), all = i8x16.splat(ofAll ? -1 : 0), found = i8x16.splat(<i8>wanted);
  const firstRow = CARD_ROWS + <usize>first * ROW_BYTES, endOfRows = CARD_ROWS + <usize>(last + 1) * ROW_BYTES;
  let any = none;
  for (let deal: usize = 0; deal < <usize>count; deal += 4 * VECTOR_DEALS) {
    let a = none, b = none, c = none, d = none;
    for (let row = firstRow + deal; row < endOfRows; row += ROW_BYTES) {
      a = i8x16.sub(a, i8x16.lt_s(i8x16.sub(v128.load(row), lowest), end));
      b = i8x16.sub(b, i8x16.lt_s(i8x16.sub(v128.load(row, 16), lowest), end));
      c = i8x16.sub(c, i8x16.lt_s(i8x16.sub(v128.load(row, 32), lowest), end));
      d = i8x16.sub(d, i8x16.lt_s(i8x16.sub(v128.load(row, 48), lowest), end));
    }
    a = v128.and(i8x16.eq(a, found), v128.or(all, v128.load(deal, KEPT)));
    b = v128.and(i8x16.eq(b, found), v128.or(all, v128.load(deal, KEPT + 16)));
    c = v128.and(i8x16.eq(c, found), v128.or(all, v128.load(deal, KEPT + 32)));
    d = v128.and(i8x16.eq(d, found), v128.or(all, v128.load(deal, KEPT + 48)));
    v128.store(deal, a, KEPT);
    v128.store(deal, b, KEPT + 16);
    v128.store(deal, c, KEPT + 32);
    v128.store(deal, d, KEPT + 48);
    any = v128.or(any, v128.or(v128.or(a, b), v128.or(c, d)));
  }
  return v128.any_true(any);
}

/** Writes the position of `card` to its row at POSITION_ROWS, from all 52 rows of the cards dealt; returns the row. */
export function layPosition(count: u32, card: u32): usize {
  assert(count <= ROW_DEALS && card < <u32>CARDS);
  const wanted = i8x16.splat(<u8>card), one = i8x16.splat(1);
  const out = POSITION_ROWS + <usize>card * ROW_BYTES;
  for (let deal: usize = 0; deal < <usize>count; deal += 4 * VECTOR_DEALS) {
    let a = i8x16.splat(0), b = a, c = a, d = a, position = a;
    for (let row = CARD_ROWS + deal; row < CARD_ROWS + CARDS * ROW_BYTES; row += ROW_BYTES) {
      a = v128.or(a, v128.and(i8x16.eq(v128.load(row), wanted), position));
      b = v128.or(b, v128.and(i8x16.eq(v128.load(row, 16), wanted), position));
      c = v128.or(c, v128.and(i8x16.eq(v128.load(row, 32), wanted), position));
      d = v128.or(d, v128.and(i8x16.eq(v128.load(row, 48), wanted), position));
      position = i8x16.add(position, one);
    }
    v128.store(out + deal, a);
    v128.store(out + deal, b, 16);
    v128.store(out + deal, c, 32);
    v128.store(out + deal, d, 48);
  }
  return out;
}

/** Packs 16 values into the first 12 bytes; the other 4 are 0. */
@inline
function pack16(values: v128): v128 {
  // each u16 is first + 256 * second, and becomes first + 64 * second
  const pairs = i16x8.sub(values, i16x8.mul(i16x8.shr_u(values, 8), i16x8.splat(256 - 64)));
  const fours = i32x4.dot_i16x8_s(pairs, i32x4.splat(1 | (4096 << 16)));
  return i8x16.swizzle(fours, i8x16(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1));
}

/** Packs 52 rows of `count` values, one to every `stride` bytes. */
function packValues(rows: usize, count: u32, out: usize, stride: usize): void {
  const whole = <usize>count & ~15;
  const lanes = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  const isValue = i8x16.lt_u(lanes, i8x16.splat(<u8>(count & 15)));
  for (let row = rows; row < rows + CARDS * ROW_BYTES; row += ROW_BYTES, out += stride) {
    let packed = out, i: usize = 0;
    for (; i < whole; i += 16, packed += PACKED_BYTES) v128.store(packed, pack16(v128.load(row + i)));
    if (i < <usize>count) v128.store(packed, pack16(v128.and(v128.load(row + i), isValue)));
  }
}

/**
 * Packs the first `count` (1..ROW_DEALS) deals of all rows into the columns of a Parquet file, 6 bits per value: the
 * i-th card dealt at `cards` + i * `cardStride`, the position of card c at `positions` + c * `positionStride`. Values
 * are padded with zeros to a multiple of 8. Up to 16 bytes after them may be overwritten.
 */
export function packRows(count: u32, cards: usize, cardStride: usize, positions: usize, positionStride: usize): void {
  assert(count > 0 && count <= ROW_DEALS && cards >= BUFFER && positions >= BUFFER);
  packValues(CARD_ROWS, count, cards, cardStride);
  packValues(POSITION_ROWS, count, positions, positionStride);
}
