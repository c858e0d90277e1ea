// Cards to the bytes of a line or a board. The text of a card is one table lookup, stored a word at a time: what a
// store writes beyond its text, the next one overwrites.

import { COLUMNS, RANKS, SUITS } from '../../src/game/constants';
import { CARDS, JSON_CARDS, TEXT_CARDS } from '../memory';

const DIGIT_0: u8 = 0x30;
const LINE_FEED: u8 = 0x0a;

// Text as little-endian words.
const DEAL_KEY: u64 = 0x3a226c616564227b; // {"deal":
const CARDS_KEY: u64 = 0x227364726163222c; // ,"cards"
const CARDS_OPEN: u16 = 0x5b3a; //            :[
const LINE_END: u32 = 0x000a7d5d; //          ]}\n
const JSON_CARD: u64 = 0x2c22000022; //       "..",
const TEXT_CARD: u32 = 0x200000; //           .. and a blank

const JSON_CARD_BYTES: usize = 5;
const TEXT_CARD_BYTES: usize = 3;

/** Fills the tables of card texts: `"7D",` in a word of 8 bytes and `7D ` in one of 4. Runs once, at the start. */
export function layCardTexts(): void {
  for (let card: usize = 0; card < CARDS; card++) {
    const name = RANKS.charCodeAt(<i32>card >> 2) | (SUITS.charCodeAt(<i32>card & 3) << 8);
    store<u64>(JSON_CARDS + 8 * card, JSON_CARD | ((<u64>name) << 8));
    store<u32>(TEXT_CARDS + 4 * card, TEXT_CARD | name);
  }
}

/** Writes n in decimal at `out`; returns where it ends. */
function writeNumber(n: u64, out: usize): usize {
  let end = out + 1;
  for (let power: u64 = 10; power <= n; power *= 10) end++;
  for (let at = end - 1; at >= out; at--, n /= 10) store<u8>(at, <u8>(n % 10) + DIGIT_0);
  return end;
}

function writeLine(n: u64, cards: usize, out: usize): usize {
  store<u64>(out, DEAL_KEY);
  out = writeNumber(n, out + 8);
  store<u64>(out, CARDS_KEY);
  store<u16>(out, CARDS_OPEN, 8);
  out += 10;
  for (let i: usize = 0; i < CARDS; i++, out += JSON_CARD_BYTES) {
    store<u64>(out, load<u64>(JSON_CARDS + 8 * <usize>load<u8>(cards + i)));
  }
  store<u32>(out - 1, LINE_END); // over the last card's comma
  return out + 2;
}

function writeBoard(cards: usize, out: usize): usize {
  for (let column: usize = 0; column < <usize>COLUMNS; column++) {
    for (let i = column; i < CARDS; i += COLUMNS, out += TEXT_CARD_BYTES) {
      store<u32>(out, load<u32>(TEXT_CARDS + 4 * <usize>load<u8>(cards + i)));
    }
    store<u8>(out - 1, LINE_FEED); // over the blank after the column's last card
  }
  return out;
}

/** Writes a line of NDJSON for each of `count` deals from `first` on, whose cards lie at `cards`; returns the end. */
export function encodeNdjson(first: u64, count: u32, cards: usize, out: usize): usize {
  for (let i: u32 = 0; i < count; i++) out = writeLine(first + i, cards + <usize>i * CARDS, out);
  return out;
}

/** Writes eight lines for each of `count` deals whose cards lie at `cards`; returns the end. */
export function encodeText(count: u32, cards: usize, out: usize): usize {
  for (let i: u32 = 0; i < count; i++) out = writeBoard(cards + <usize>i * CARDS, out);
  return out;
}
