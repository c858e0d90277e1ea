/**
 * Cards -> the text board that solvers read: 8 lines, one per column of the board, 156 bytes per deal. The i-th card dealt is
 * in column i mod 8, row i div 8. Columns 0..3 have 7 cards, columns 4..7 have 6.
 */
import { CARDS } from '../memory';
import { firstNames, lastNames, ranks, suits } from './names';

const LONG_LINE: usize = 7 * 3;
const SHORT_LINE: usize = 6 * 3;

// 16 bytes of a line each. NAMES: the index of the byte of the column's names that comes there, or -1. BLANKS: all others.
const NAMES = memory.data<i8>([0, 1, -1, 2, 3, -1, 4, 5, -1, 6, 7, -1, 8, 9, -1, 10], 16);
const NAMES_END = memory.data<i8>([11, -1, 12, 13, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1], 16);
const BLANKS = memory.data<u8>([0, 0, 32, 0, 0, 32, 0, 0, 32, 0, 0, 32, 0, 0, 32, 0], 16);
const BLANKS_END = memory.data<u8>([0, 32, 0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 16);

/** Writes the first 16 bytes of a line: a blank after each name. `names` holds the column's names, two bytes each. */
@inline
function putStart(names: v128, out: usize): void {
  v128.store(out, v128.or(i8x16.swizzle(names, v128.load(NAMES)), v128.load(BLANKS)));
}

/** Writes a line of 7 cards, 21 bytes, and 3 more that the next line overwrites. */
@inline
function putLong(names: v128, out: usize): void {
  putStart(names, out);
  v128.store64_lane(out, v128.or(i8x16.swizzle(names, v128.load(NAMES_END)), v128.load(BLANKS_END)), 0, 16);
}

/** Writes a line of 6 cards, 18 bytes, and nothing after them. */
@inline
function putShort(names: v128, out: usize): void {
  putStart(names, out);
  store<u16>(out, 0x0a00 | <u16>i8x16.extract_lane_u(names, 11), 16);
}

/** Writes two lines of 7 cards; `cards` holds each column in 8 bytes. */
@inline
function putLongs(cards: v128, out: usize): void {
  const rank = ranks(cards), suit = suits(cards);
  putLong(firstNames(rank, suit), out);
  putLong(lastNames(rank, suit), out + LONG_LINE);
}

/** Writes two lines of 6 cards; `cards` holds each column in 8 bytes. */
@inline
function putShorts(cards: v128, out: usize): void {
  const rank = ranks(cards), suit = suits(cards);
  putShort(firstNames(rank, suit), out);
  putShort(lastNames(rank, suit), out + SHORT_LINE);
}

/** Turns two rows of the board, 8 cards each, into 8 pairs of cards of one column. */
@inline
function pairs(rows: v128): v128 {
  return i8x16.shuffle(rows, rows, 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
}

/** Writes the boards of `count` deals, whose cards are at `cards`, 52 bytes per deal, to `out`; returns out + 156 * count. */
export function encodeText(count: u32, cards: usize, out: usize): usize {
  for (let i: u32 = 0; i < count; i++) {
    const rows01 = pairs(v128.load(cards)), rows23 = pairs(v128.load(cards, 16));
    const rows45 = pairs(v128.load(cards, 32)), row6 = pairs(v128.load32_zero(cards, 48));
    const top0 = i16x8.shuffle(rows01, rows23, 0, 8, 1, 9, 2, 10, 3, 11);
    const top4 = i16x8.shuffle(rows01, rows23, 4, 12, 5, 13, 6, 14, 7, 15);
    const bottom0 = i16x8.shuffle(rows45, row6, 0, 8, 1, 9, 2, 10, 3, 11);
    const bottom4 = i16x8.shuffle(rows45, row6, 4, 12, 5, 13, 6, 14, 7, 15);
    putLongs(i32x4.shuffle(top0, bottom0, 0, 4, 1, 5), out);
    putLongs(i32x4.shuffle(top0, bottom0, 2, 6, 3, 7), out + 2 * LONG_LINE);
    putShorts(i32x4.shuffle(top4, bottom4, 0, 4, 1, 5), out + 4 * LONG_LINE);
    putShorts(i32x4.shuffle(top4, bottom4, 2, 6, 3, 7), out + 4 * LONG_LINE + 2 * SHORT_LINE);
    cards += CARDS;
    out += 4 * (LONG_LINE + SHORT_LINE);
  }
  return out;
}
