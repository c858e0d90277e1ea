/**
 * Cards -> the text board that solvers read: 8 lines, one per column of the board, 156 bytes per deal. The i-th card
 * dealt is in column i mod 8, row i div 8. Columns 0..3 have 7 cards, columns 4..7 have 6.
 */
import { CARDS } from '../memory';
import { firstNames, lastNames, ranks, suits } from './names';

const LONG_LINE: usize = 7 * 3;
const SHORT_LINE: usize = 6 * 3;

// 16 bytes of a line each. NAMES: the index of the byte of the column's names that comes there, or -1. BLANKS: all
// others.
const NAMES = memory.data<i8>([0, 1, -1, 2, 3, -1, 4, 5, -1, 6, 7, -1, 8, 9, -1, 10], 16);
const NAMES_END = memory.data<i8>([11, -1, 12, 13, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1], 16);
const BLANKS = memory.data<u8>([0, 0, 32, 0, 0, 32, 0, 0, 32, 0, 0, 32, 0, 0, 32, 0], 16);
const BLANKS_END = memory.data<u8>([0, 32, 0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 16);

/** Writes a line of 7 cards and 3 bytes that the next line overwrites, or one of 6. `names`: two bytes a card. */
@inline
function putLine(names: v128, out: usize, isLong: bool): void {
  v128.store(out, v128.or(i8x16.swizzle(names, v128.load(NAMES)), v128.load(BLANKS)));
  if (isLong) v128.store64_lane(out, v128.or(i8x16.swizzle(names, v128.load(NAMES_END)), v128.load(BLANKS_END)), 0, 16);
  else store<u16>(out, 0x0a00 | <u16>i8x16.extract_lane_u(names, 11), 16);
}

/** Writes two lines of 7 or of 6 cards; `cards` holds each column in 8 bytes, and `isLong` is a constant. */
@inline
function putTwo(cards: v128, out: usize, isLong: bool): void {
  const rank = ranks(cards), suit = suits(cards);
  putLine(firstNames(rank, suit), out, isLong);
  putLine(lastNames(rank, suit), out + (isLong ? LONG_LINE : SHORT_LINE), isLong);
}

/** Turns two rows of the board, 8 cards each, into 8 pairs of cards of one column. */
@inline
function pairs(rows: v128): v128 {
  return i8x16.shuffle(rows, rows, 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
}

/** Writes the boards of `count` deals, 52 bytes each at `cards`, to `out`; returns out + 156 * count. */
export function encodeText(count: u32, cards: usize, out: usize): usize {
  for (let i: u32 = 0; i < count; i++) {
    const rows01 = pairs(v128.load(cards)), rows23 = pairs(v128.load(cards, 16));
    const rows45 = pairs(v128.load(cards, 32)), row6 = pairs(v128.load32_zero(cards, 48));
    const top0 = i16x8.shuffle(rows01, rows23, 0, 8, 1, 9, 2, 10, 3, 11);
    const top4 = i16x8.shuffle(rows01, rows23, 4, 12, 5, 13, 6, 14, 7, 15);
    const bottom0 = i16x8.shuffle(rows45, row6, 0, 8, 1, 9, 2, 10, 3, 11);
    const bottom4 = i16x8.shuffle(rows45, row6, 4, 12, 5, 13, 6, 14, 7, 15);
    putTwo(i32x4.shuffle(top0, bottom0, 0, 4, 1, 5), out, true);
    putTwo(i32x4.shuffle(top0, bottom0, 2, 6, 3, 7), out + 2 * LONG_LINE, true);
    putTwo(i32x4.shuffle(top4, bottom4, 0, 4, 1, 5), out + 4 * LONG_LINE, false);
    putTwo(i32x4.shuffle(top4, bottom4, 2, 6, 3, 7), out + 4 * LONG_LINE + 2 * SHORT_LINE, false);
    cards += CARDS;
    out += 4 * (LONG_LINE + SHORT_LINE);
  }
  return out;
}
