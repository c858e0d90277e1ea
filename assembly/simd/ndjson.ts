/** Cards -> NDJSON: `{"deal":617,"cards":["7D","AD", ... ]}` and a line feed per deal, no blanks. */
import { CARDS, HEAD } from '../memory';
import { firstNames, lastNames, ranks, suits } from './names';

const PREFIX_BYTES: usize = 8; // {"deal":
const INFIX_BYTES: usize = 10; // ,"cards":[
const ZERO: u8 = 0x30;
const NINE: u8 = 0x39;

/** Writes the line of deal n, up to its first card, to HEAD; returns its length. */
function writeHead(n: u64): usize {
  let digits: usize = 1;
  for (let rest = n / 10; rest > 0; rest /= 10) digits++;
  store<u64>(HEAD, 0x3a226c616564227b); // {"deal":
  for (let p = HEAD + PREFIX_BYTES + digits - 1; p >= HEAD + PREFIX_BYTES; p--) {
    store<u8>(p, ZERO + <u8>(n % 10));
    n /= 10;
  }
  store<u64>(HEAD + PREFIX_BYTES + digits, 0x227364726163222c);
  store<u16>(HEAD + PREFIX_BYTES + digits + 8, 0x5b3a);
  return PREFIX_BYTES + digits + INFIX_BYTES;
}

/** Adds ten to the number in HEAD, whose last digit is at `last`; returns false if the number needs another digit. */
function addTen(last: usize): bool {
  for (let p = last - 1; p >= HEAD + PREFIX_BYTES; p--) {
    const digit = load<u8>(p);
    if (digit < NINE) {
      store<u8>(p, digit + 1);
      return true;
    }
    store<u8>(p, ZERO);
  }
  return false;
}

// 16 bytes of a line each. NAMES: the index of the byte of the names that comes there, or -1. BETWEEN: all other characters.
const NAMES_0 = memory.data<i8>([-1, 0, 1, -1, -1, -1, 2, 3, -1, -1, -1, 4, 5, -1, -1, -1], 16);
const NAMES_1 = memory.data<i8>([6, 7, -1, -1, -1, 8, 9, -1, -1, -1, 10, 11, -1, -1, -1, 12], 16);
const NAMES_2 = memory.data<i8>([1, -1, -1, -1, 2, 3, -1, -1, -1, 4, 5, -1, -1, -1, 6, 7], 16);
const NAMES_3 = memory.data<i8>([-1, -1, -1, 4, 5, -1, -1, -1, 6, 7, -1, -1, -1, 8, 9, -1], 16);
const NAMES_4 = memory.data<i8>([-1, -1, 10, 11, -1, -1, -1, 12, 13, -1, -1, -1, 14, 15, -1, -1], 16);
const NAMES_END = memory.data<i8>([6, 7, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1], 16);
const BETWEEN_0 = memory.data<u8>([34, 0, 0, 34, 44, 34, 0, 0, 34, 44, 34, 0, 0, 34, 44, 34], 16);
const BETWEEN_1 = memory.data<u8>([0, 0, 34, 44, 34, 0, 0, 34, 44, 34, 0, 0, 34, 44, 34, 0], 16);
const BETWEEN_2 = memory.data<u8>([0, 34, 44, 34, 0, 0, 34, 44, 34, 0, 0, 34, 44, 34, 0, 0], 16);
const BETWEEN_3 = memory.data<u8>([34, 44, 34, 0, 0, 34, 44, 34, 0, 0, 34, 44, 34, 0, 0, 34], 16);
const BETWEEN_4 = memory.data<u8>([44, 34, 0, 0, 34, 44, 34, 0, 0, 34, 44, 34, 0, 0, 34, 44], 16);
const BETWEEN_END = memory.data<u8>([0, 0, 34, 93, 125, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 16);

/** 16 bytes of a line: bytes of `names` at the indexes at `indexes`, and the characters at `between`. */
@inline
function join(names: v128, indexes: usize, between: usize): v128 {
  return v128.or(i8x16.swizzle(names, v128.load(indexes)), v128.load(between));
}

/** Writes 16 cards as 80 bytes: `"7D","AD",` and so on. */
@inline
function put16(cards: v128, out: usize): void {
  const rank = ranks(cards), suit = suits(cards);
  const first = firstNames(rank, suit), last = lastNames(rank, suit);
  // names 6..13; the third vector needs 6..9
  const middle = i8x16.shuffle(first, last, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27);
  v128.store(out, join(first, NAMES_0, BETWEEN_0));
  v128.store(out, join(first, NAMES_1, BETWEEN_1), 16);
  v128.store(out, join(middle, NAMES_2, BETWEEN_2), 32);
  v128.store(out, join(last, NAMES_3, BETWEEN_3), 48);
  v128.store(out, join(last, NAMES_4, BETWEEN_4), 64);
}

/** Writes the last 4 cards and the end of the line: 22 bytes, and nothing after them. */
@inline
function putLast4(cards: v128, out: usize): void {
  const names = firstNames(ranks(cards), suits(cards));
  v128.store(out, join(names, NAMES_0, BETWEEN_0));
  const end = join(names, NAMES_END, BETWEEN_END);
  v128.store32_lane(out, end, 0, 16);
  v128.store16_lane(out, end, 2, 20);
}

/**
 * Writes the lines of `count` deals, from number `first` on, to `out`; returns their end. A line has at most 290 bytes.
 * Nothing is written after the last line.
 * @param cards address of the cards, 52 bytes per deal
 */
export function encodeNdjson(first: u64, count: u32, cards: usize, out: usize): usize {
  let headBytes = writeHead(first);
  let ones = ZERO + <u8>(first % 10);
  for (let i: u32 = 0; i < count; i++) {
    const last = headBytes - INFIX_BYTES - 1;
    v128.store(out, v128.load(HEAD));
    v128.store(out, v128.load(HEAD, 16), 16);
    store<u8>(out + last, ones);
    out += headBytes;
    put16(v128.load(cards), out);
    put16(v128.load(cards, 16), out + 80);
    put16(v128.load(cards, 32), out + 160);
    putLast4(v128.load32_zero(cards, 48), out + 240);
    out += 262;
    cards += CARDS;
    if (++ones > NINE) {
      ones = ZERO;
      if (!addTen(HEAD + last)) headBytes = writeHead(first + i + 1);
    }
  }
  return out;
}
