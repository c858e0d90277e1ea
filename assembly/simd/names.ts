/** Cards -> their names, 16 at a time: card = rank * 4 + suit, ranks A23456789TJQK, suits CDHS. */

/** Rank letters of 16 cards. */
@inline
export function ranks(cards: v128): v128 {
  const letters = i8x16(0x41, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x54, 0x4a, 0x51, 0x4b, 0, 0, 0);
  return i8x16.swizzle(letters, v128.and(i16x8.shr_u(cards, 2), i8x16.splat(15)));
}

/** Suit letters of 16 cards. */
@inline
export function suits(cards: v128): v128 {
  return i8x16.swizzle(i32x4.splat(0x53484443), v128.and(cards, i8x16.splat(3)));
}

/** The names of the first 8 cards, two bytes each. */
@inline
export function firstNames(ranks: v128, suits: v128): v128 {
  return i8x16.shuffle(ranks, suits, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

/** The names of the last 8 cards, two bytes each. */
@inline
export function lastNames(ranks: v128, suits: v128): v128 {
  return i8x16.shuffle(ranks, suits, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}
