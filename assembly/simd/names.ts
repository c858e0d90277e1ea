/** Cards -> their names, 16 at a time: card = rank * 4 + suit, ranks A23456789TJQK, suits CDHS. */

/** Interleave rank and suit letters: the names of the first and of the last 8 cards, two bytes each. */
export { low as firstNames, high as lastNames } from './interleave';

const RANK_LETTERS = memory.data<u8>(
  [0x41, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x54, 0x4a, 0x51, 0x4b, 0, 0, 0], 16,
);
const SUIT_LETTERS = memory.data<u32>([0x53484443, 0x53484443, 0x53484443, 0x53484443], 16);
const RANK_BITS = memory.data<u64>([0x0f0f0f0f0f0f0f0f, 0x0f0f0f0f0f0f0f0f], 16);
const SUIT_BITS = memory.data<u64>([0x0303030303030303, 0x0303030303030303], 16);

/** Rank letters of 16 cards. */
export function ranks(cards: v128): v128 {
  return i8x16.swizzle(v128.load(RANK_LETTERS), v128.and(i16x8.shr_u(cards, 2), v128.load(RANK_BITS)));
}

/** Suit letters of 16 cards. */
export function suits(cards: v128): v128 {
  return i8x16.swizzle(v128.load(SUIT_LETTERS), v128.and(cards, v128.load(SUIT_BITS)));
}
