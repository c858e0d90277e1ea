/** Cards -> NDJSON: `{"deal":617,"cards":["7D","AD", ... ]}` and a line feed per deal, no blanks. */
import { firstNames, lastNames, ranks, suits } from './names';

const PREFIX_BYTES: usize = 8; // {"deal":
const INFIX_BYTES: usize = 10; // ,"cards":[
const ZERO: u8 = 0x30;

/** Writes the line of deal n, up to its first card, to `out`; returns its end. */
@inline
function putHead(n: u64, out: usize): usize {
  const start = out + PREFIX_BYTES;
  let end = start + 1;
  for (let power: u64 = 10; power <= n; power *= 10) end++;
  store<u64>(out, 0x3a226c616564227b); // {"deal":
  for (let p = end - 1; p >= start; p--) {
    const tens = n >> 32 == 0 ? <u64>(<u32>n / 10) : n / 10; // V8 multiplies for the first, and divides for the second
    store<u8>(p, ZERO + <u8>(n - 10 * tens));
    n = tens;
  }
  store<u64>(end, 0x227364726163222c); // ,"cards"
  store<u16>(end, 0x5b3a, 8); // :[
  return end + INFIX_BYTES;
}

// 16 bytes of a line each. NAMES: the index of the byte of the names that comes there, or -1. BETWEEN: all other
// characters.
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
 * Writes the line of deal n to `out`, and returns its end: at most 290 bytes, and nothing after them.
 * @param cards address of the 52 cards
 */
export function encodeNdjson(n: u64, cards: usize, out: usize): usize {
  out = putHead(n, out);
  put16(v128.load(cards), out);
  put16(v128.load(cards, 16), out + 80);
  put16(v128.load(cards, 32), out + 160);
  putLast4(v128.load32_zero(cards, 48), out + 240);
  return out + 262;
}
