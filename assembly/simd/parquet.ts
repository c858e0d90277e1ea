/**
 * Cards -> the columns of a Parquet file, a batch at a time: of each deal the 52 cards, and for each of the 52 cards where
 * it was dealt. Both are values below 52, which are packed into 6 bits, the first value lowest.
 */
import { BATCH, BATCH_DEALS, CARD_ROWS, CARDS, POSITION_ROWS, ROW_BYTES, VECTOR_DEALS } from '../memory';

/** Bytes of 16 packed values. */
const PACKED_BYTES: usize = 12;

@inline
function low(a: v128, b: v128): v128 {
  return i8x16.shuffle(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

@inline
function high(a: v128, b: v128): v128 {
  return i8x16.shuffle(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}

/** Writes 16 cards each of 16 deals, whose cards lie 52 bytes apart, as 16 rows of 16 deals: four perfect shuffles. */
function transpose16(cards: usize, out: usize): void {
  const a0 = v128.load(cards), a1 = v128.load(cards, 52), a2 = v128.load(cards, 104), a3 = v128.load(cards, 156);
  const a4 = v128.load(cards, 208), a5 = v128.load(cards, 260), a6 = v128.load(cards, 312), a7 = v128.load(cards, 364);
  const a8 = v128.load(cards, 416), a9 = v128.load(cards, 468), aa = v128.load(cards, 520), ab = v128.load(cards, 572);
  const ac = v128.load(cards, 624), ad = v128.load(cards, 676), ae = v128.load(cards, 728), af = v128.load(cards, 780);
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

/** The cards of the deals in BATCH as CARD_ROWS, 16 deals at a time; the last 16 columns hold some cards once more. */
function layCardRows(count: u32): void {
  for (let deal: usize = 0; deal < <usize>count; deal += VECTOR_DEALS) {
    const cards = BATCH + deal * CARDS, out = CARD_ROWS + deal;
    transpose16(cards, out);
    transpose16(cards + 16, out + 16 * ROW_BYTES);
    transpose16(cards + 32, out + 32 * ROW_BYTES);
    transpose16(cards + CARDS - 16, out + (CARDS - 16) * ROW_BYTES);
  }
}

/** Where each card of the deals in BATCH was dealt, as POSITION_ROWS. */
function layPositionRows(count: u32): void {
  for (let deal: usize = 0, cards = BATCH; deal < <usize>count; deal++, cards += CARDS) {
    for (let i: usize = 0; i < CARDS; i += 4) {
      store<u8>(deal + <usize>load<u8>(cards + i) * ROW_BYTES, <u8>i, POSITION_ROWS);
      store<u8>(deal + <usize>load<u8>(cards + i, 1) * ROW_BYTES, <u8>(i + 1), POSITION_ROWS);
      store<u8>(deal + <usize>load<u8>(cards + i, 2) * ROW_BYTES, <u8>(i + 2), POSITION_ROWS);
      store<u8>(deal + <usize>load<u8>(cards + i, 3) * ROW_BYTES, <u8>(i + 3), POSITION_ROWS);
    }
  }
}

/** 16 values as 12 bytes, the other 4 of them 0. */
@inline
function pack16(values: v128): v128 {
  // pairs: lower + 64 * upper, where the u16 is lower + 256 * upper
  const pairs = i16x8.sub(values, i16x8.mul(i16x8.shr_u(values, 8), i16x8.splat(256 - 64)));
  const fours = i32x4.dot_i16x8_s(pairs, i32x4.splat(1 | (4096 << 16)));
  return i8x16.swizzle(fours, i8x16(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1));
}

/** Packs 52 rows of `count` values, a row to every `stride` bytes. */
function packRows(rows: usize, count: u32, out: usize, stride: usize): void {
  for (let row = rows; row < rows + CARDS * ROW_BYTES; row += ROW_BYTES, out += stride) {
    let packed = out;
    for (let value = row; value < row + <usize>count; value += 16, packed += PACKED_BYTES) {
      v128.store(packed, pack16(v128.load(value)));
    }
  }
}

/** See index.ts, `columns`. */
export function packColumns(count: u32, cards: usize, cardStride: usize, positions: usize, positionStride: usize): void {
  // the values beyond the last deal have to be 0: those of 16 deals are packed together
  if (count < BATCH_DEALS) {
    memory.fill(BATCH + <usize>count * CARDS, 0, (-<usize>count & (VECTOR_DEALS - 1)) * CARDS);
    memory.fill(POSITION_ROWS, 0, CARDS * ROW_BYTES);
  }
  layCardRows(count);
  layPositionRows(count);
  packRows(CARD_ROWS, count, cards, cardStride);
  packRows(POSITION_ROWS, count, positions, positionStride);
}
