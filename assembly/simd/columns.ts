/**
 * Cards -> columns, for conditions.
 *
 * Looking for a card takes one operation per row and 16 deals, so that a condition on one row or on eight costs next to
 * nothing. Inverting deals would take a store per card and deal, which pays from about twelve positions on.
 */
import { BUFFER, CARD_ROWS, CARDS, hasRoom, POSITION_ROWS, ROW_BYTES, ROW_DEALS, VECTOR_DEALS } from '../memory';
import { transpose16 } from './parquet';

/**
 * Turns the cards of `count` (1..ROW_DEALS) deals at `cards` into 16 rows at CARD_ROWS, ROW_BYTES apart: those of the cards
 * `first` (0..36) .. `first` + 15 dealt. Reads the cards of up to 15 deals after the last one, and overwrites their columns.
 */
export function layCards(cards: usize, count: u32, first: u32): void {
  assert(cards >= BUFFER && count > 0 && count <= ROW_DEALS && first <= <u32>CARDS - 16);
  let row = CARD_ROWS + <usize>first * ROW_BYTES;
  const end = cards + first + <usize>count * CARDS;
  for (let deal = cards + first; deal < end; deal += VECTOR_DEALS * CARDS, row += VECTOR_DEALS) {
    transpose16(deal, CARDS, row);
  }
}

/**
 * Clears each deal whose card is not in rows first..last (`holds`), or is. The column has a byte, 0xff or 0, for each of `count`
 * deals; with `isFirst`, it is all 0xff before. `first` may be `last` + 1: then no deal has the card in these rows.
 * Returns whether a deal is left. Reads and writes whole vectors: up to 63 bytes after the column.
 */
export function keepAmong(
  count: u32, card: u32, first: u32, last: u32, holds: bool, column: usize, isFirst: bool,
): bool {
  assert(count <= ROW_DEALS && card < <u32>CARDS && last + 1 <= <u32>CARDS && hasRoom(count, 1, column));
  // `turned` inverts what is found unless the card must be there; `added` sets the column of a first condition
  const wanted = i8x16.splat(<u8>card), turned = i8x16.splat(holds ? 0 : -1), added = i8x16.splat(isFirst ? -1 : 0);
  const firstRow = CARD_ROWS + <usize>first * ROW_BYTES, end = CARD_ROWS + <usize>(last + 1) * ROW_BYTES;
  let any = i8x16.splat(0);
  for (let deal: usize = 0; deal < <usize>count; deal += 4 * VECTOR_DEALS) {
    let a = turned, b = turned, c = turned, d = turned;
    for (let row = firstRow + deal; row < end; row += ROW_BYTES) {
      // a card is found once at most
      a = v128.xor(a, i8x16.eq(v128.load(row), wanted));
      b = v128.xor(b, i8x16.eq(v128.load(row, 16), wanted));
      c = v128.xor(c, i8x16.eq(v128.load(row, 32), wanted));
      d = v128.xor(d, i8x16.eq(v128.load(row, 48), wanted));
    }
    const at = column + deal;
    a = v128.and(a, v128.or(v128.load(at), added));
    b = v128.and(b, v128.or(v128.load(at, 16), added));
    c = v128.and(c, v128.or(v128.load(at, 32), added));
    d = v128.and(d, v128.or(v128.load(at, 48), added));
    v128.store(at, a);
    v128.store(at, b, 16);
    v128.store(at, c, 32);
    v128.store(at, d, 48);
    any = v128.or(any, v128.or(v128.or(a, b), v128.or(c, d)));
  }
  return v128.any_true(any);
}

/** Writes the position of `card` to its row at POSITION_ROWS, from all 52 rows of the cards dealt. */
export function layPosition(count: u32, card: u32): void {
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
}
