/**
 * Cards -> the columns of a Parquet file, a batch at a time: the 52 cards of each deal, and the position of each of the 52
 * cards in dealing order. Both are values below 52. They are packed into 6 bits each, the first value lowest.
 */
import {
  BATCH, BATCH_DEALS, BUFFER, CARD_ROWS, CARDS, INVERSE_BYTES, INVERSES, POSITION_ROWS, ROW_BYTES, ROW_DEALS, VECTOR_DEALS,
} from '../memory';
import { high, low } from './interleave';

/** Bytes of 16 packed values. */
const PACKED_BYTES: usize = 12;

/**
 * Writes 16 bytes of each of 16 deals, `stride` bytes apart, as 16 rows: four rounds of a perfect shuffle. It is not inlined,
 * because V8 would have to optimise each copy at the start of a run.
 */
export function transpose16(from: usize, stride: usize, out: usize): void {
  const a0 = v128.load(from), a1 = v128.load(from + stride);
  const a2 = v128.load(from + 2 * stride), a3 = v128.load(from + 3 * stride);
  const a4 = v128.load(from + 4 * stride), a5 = v128.load(from + 5 * stride);
  const a6 = v128.load(from + 6 * stride), a7 = v128.load(from + 7 * stride);
  const a8 = v128.load(from + 8 * stride), a9 = v128.load(from + 9 * stride);
  const aa = v128.load(from + 10 * stride), ab = v128.load(from + 11 * stride);
  const ac = v128.load(from + 12 * stride), ad = v128.load(from + 13 * stride);
  const ae = v128.load(from + 14 * stride), af = v128.load(from + 15 * stride);
  const b0 = low(a0, a8), b1 = high(a0, a8), b2 = low(a1, a9), b3 = high(a1, a9);
  const b4 = low(a2, aa), b5 = high(a2, aa), b6 = low(a3, ab), b7 = high(a3, ab);
  const b8 = low(a4, ac), b9 = high(a4, ac), ba = low(a5, ad), bb = high(a5, ad);
  const bc = low(a6, ae), bd = high(a6, ae), be = low(a7, af), bf = high(a7, af);
  const c0 = low(b0, b8), c1 = high(b0, b8), c2 = low(b1, b9), c3 = high(b1, b9);
  const c4 = low(b2, ba), c5 = high(b2, ba), c6 = low(b3, bb), c7 = high(b3, bb);
  const c8 = low(b4, bc), c9 = high(b4, bc), ca = low(b5, bd), cb = high(b5, bd);
  const cc = low(b6, be), cd = high(b6, be), ce = low(b7, bf), cf = high(b7, bf);
  const d0 = low(c0, c8), d1 = high(c0, c8), d2 = low(c1, c9), d3 = high(c1, c9);
  const d4 = low(c2, ca), d5 = high(c2, ca), d6 = low(c3, cb), d7 = high(c3, cb);
  const d8 = low(c4, cc), d9 = high(c4, cc), da = low(c5, cd), db = high(c5, cd);
  const dc = low(c6, ce), dd = high(c6, ce), de = low(c7, cf), df = high(c7, cf);
  v128.store(out, low(d0, d8));
  v128.store(out, high(d0, d8), ROW_BYTES);
  v128.store(out, low(d1, d9), 2 * ROW_BYTES);
  v128.store(out, high(d1, d9), 3 * ROW_BYTES);
  v128.store(out, low(d2, da), 4 * ROW_BYTES);
  v128.store(out, high(d2, da), 5 * ROW_BYTES);
  v128.store(out, low(d3, db), 6 * ROW_BYTES);
  v128.store(out, high(d3, db), 7 * ROW_BYTES);
  v128.store(out, low(d4, dc), 8 * ROW_BYTES);
  v128.store(out, high(d4, dc), 9 * ROW_BYTES);
  v128.store(out, low(d5, dd), 10 * ROW_BYTES);
  v128.store(out, high(d5, dd), 11 * ROW_BYTES);
  v128.store(out, low(d6, de), 12 * ROW_BYTES);
  v128.store(out, high(d6, de), 13 * ROW_BYTES);
  v128.store(out, low(d7, df), 14 * ROW_BYTES);
  v128.store(out, high(d7, df), 15 * ROW_BYTES);
}

/** Turns 52 bytes of each of 16 deals, `stride` apart, into 52 rows; 12 of these are written twice, as 4 * 16 is 64. */
function transpose(from: usize, stride: usize, out: usize): void {
  transpose16(from, stride, out);
  transpose16(from + 16, stride, out + 16 * ROW_BYTES);
  transpose16(from + 32, stride, out + 32 * ROW_BYTES);
  transpose16(from + CARDS - 16, stride, out + (CARDS - 16) * ROW_BYTES);
}

@inline
function place(cards: usize, i: usize, inverse: usize): void {
  store<u8>(inverse + <usize>load<u8>(cards + i), <u8>i);
}

/**
 * Writes the position of each card of `count` deals (at most 16) to INVERSES. The 52 stores of a deal follow one another and go
 * to one cache line. The processor makes such stores two at a time, which saves more than transposing INVERSES costs.
 */
function invert(cards: usize, count: u32): void {
  const end = INVERSES + <usize>count * INVERSE_BYTES;
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
    for (; i + 64 <= whole; i += 64, packed += 4 * PACKED_BYTES) {
      const a = pack16(v128.load(row + i)), b = pack16(v128.load(row + i, 16));
      const c = pack16(v128.load(row + i, 32)), d = pack16(v128.load(row + i, 48));
      v128.store(packed, i8x16.shuffle(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 16, 17, 18, 19));
      v128.store(packed, i8x16.shuffle(b, c, 4, 5, 6, 7, 8, 9, 10, 11, 16, 17, 18, 19, 20, 21, 22, 23), 16);
      v128.store(packed, i8x16.shuffle(c, d, 8, 9, 10, 11, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27), 32);
    }
    for (; i < whole; i += 16, packed += PACKED_BYTES) v128.store(packed, pack16(v128.load(row + i)));
    if (i < <usize>count) v128.store(packed, pack16(v128.and(v128.load(row + i), isValue)));
  }
}

/**
 * Packs the first `count` (1..ROW_DEALS) deals of the rows into the columns of a Parquet file, 6 bits per value: the i-th card
 * dealt at `cards` + i * `cardStride`, the position of card c at `positions` + c * `positionStride`. Values are padded with
 * zeros to a multiple of 8. Up to 16 bytes after them may be overwritten.
 */
export function packRows(count: u32, cards: usize, cardStride: usize, positions: usize, positionStride: usize): void {
  assert(count > 0 && count <= ROW_DEALS && cards >= BUFFER && positions >= BUFFER);
  packValues(CARD_ROWS, count, cards, cardStride);
  packValues(POSITION_ROWS, count, positions, positionStride);
}

/**
 * Turns the `count` (1..BATCH_DEALS) deals whose cards are at BATCH into columns of the rows: those of the deals from `index`
 * (a multiple of 16) on.
 */
export function layRows(count: u32, index: u32): void {
  assert(count > 0 && count <= BATCH_DEALS && index % <u32>VECTOR_DEALS == 0 && index + count <= ROW_DEALS);
  for (let deal: u32 = 0; deal < count; deal += <u32>VECTOR_DEALS) {
    const from = BATCH + <usize>deal * CARDS;
    transpose(from, CARDS, CARD_ROWS + index + deal);
    invert(from, min<u32>(<u32>VECTOR_DEALS, count - deal));
    transpose(INVERSES, INVERSE_BYTES, POSITION_ROWS + index + deal);
  }
}
