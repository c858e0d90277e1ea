/**
 * Cards -> columns, for conditions. simd.ts describes the exports.
 *
 * Looking for a card takes one operation per row and 16 deals, so that a condition on one row or on eight costs next to
 * nothing. Inverting deals would take a store per card and deal, which pays from about twelve positions on.
 */
import { CARD_ROWS, CARDS, POSITION_ROWS, ROW_BYTES, VECTOR_DEALS } from '../memory';
import { transpose16 } from './parquet';

export function layColumns(cards: usize, count: u32, first: u32): void {
  let row = CARD_ROWS + <usize>first * ROW_BYTES;
  const end = cards + first + <usize>count * CARDS;
  for (let deal = cards + first; deal < end; deal += VECTOR_DEALS * CARDS, row += VECTOR_DEALS) {
    transpose16(deal, CARDS, row);
  }
}

export function findCard(count: u32, card: u32, first: u32, last: u32, out: usize): void {
  const wanted = i8x16.splat(<u8>card);
  const end = CARD_ROWS + <usize>last * ROW_BYTES;
  for (let deal: usize = 0; deal < <usize>count; deal += VECTOR_DEALS) {
    let found = i8x16.splat(0);
    for (let row = CARD_ROWS + <usize>first * ROW_BYTES; row <= end; row += ROW_BYTES) {
      found = v128.or(found, i8x16.eq(v128.load(row + deal), wanted));
    }
    v128.store(out + deal, found);
  }
}

export function layPositions(count: u32, card: u32): void {
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
}
