// Cards to the bytes of a line or a board. The text of a card is one table lookup, stored a word at a time:
// what a store writes beyond its text, the next one overwrites.

import { CARDS, COLUMNS, RANKS, SUITS } from '../src/ms';

const DIGIT_0: u8 = 0x30;
const LINE_FEED: u8 = 0x0a;

// Text as little-endian words.
const DEAL_KEY: u64 = 0x3a226c616564227b; // {"deal":
const CARDS_KEY: u64 = 0x227364726163222c; // ,"cards"
const CARDS_OPEN: u16 = 0x5b3a; //            :[
const LINE_END: u32 = 0x000a7d5d; //          ]}\n
const JSON_CARD: u64 = 0x2c22000022; //       "..",
const TEXT_CARD: u64 = 0x200000; //           .. and a blank

const JSON_CARD_BYTES: usize = 5;
const TEXT_CARD_BYTES: usize = 3;

/** 52 words, the text of a card in an NDJSON line: `"7D",` and three zero bytes. */
const JSON_CARDS: usize = memory.data(52 * 8, 16);
/** 52 words, the text of a card on a board: `7D `, and a zero byte. */
const TEXT_CARDS: usize = memory.data(52 * 4, 16);

/** Fills the tables of card texts; called once, when the module starts. */
export function layCardTexts(): void {
  for (let card = 0; card < CARDS; card++) {
    const name = RANKS.charCodeAt(card >> 2) | (SUITS.charCodeAt(card & 3) << 8);
    store<u64>(JSON_CARDS + (<usize>card << 3), JSON_CARD | ((<u64>name) << 8));
    store<u32>(TEXT_CARDS + (<usize>card << 2), <u32>TEXT_CARD | name);
  }
}

/** Number of decimal digits of n, 1..10. */
function digitsOf(n: u64): usize {
  let digits: usize = 1;
  for (let power: u64 = 10; power <= n; power *= 10) digits++;
  return digits;
}

/** Writes n in decimal at `out`; returns where it ends. */
function writeNumber(n: u64, out: usize): usize {
  const end = out + digitsOf(n);
  let at = end;
  do {
    store<u8>(--at, <u8>(n % 10) + DIGIT_0);
    n /= 10;
  } while (n != 0);
  return end;
}

/**
 * Writes {"deal":617,"cards":["7D", ... ]} and a line feed at `out`; returns where it ends.
 * @param cards address of the deal's 52 cards, in dealing order
 */
export function writeLine(n: u64, cards: usize, out: usize): usize {
  store<u64>(out, DEAL_KEY);
  out = writeNumber(n, out + 8);
  store<u64>(out, CARDS_KEY);
  store<u16>(out, CARDS_OPEN, 8);
  out += 10;
  for (let i: usize = 0; i < <usize>CARDS; i++, out += JSON_CARD_BYTES) {
    store<u64>(out, load<u64>(JSON_CARDS + ((<usize>load<u8>(cards + i)) << 3)));
  }
  store<u32>(out - 1, LINE_END); // over the last card's comma
  return out + 2;
}

/**
 * Writes the board as eight lines, a column each, 156 bytes, at `out`; returns where it ends.
 * @param cards address of the deal's 52 cards, in dealing order
 */
export function writeBoard(cards: usize, out: usize): usize {
  for (let column: usize = 0; column < <usize>COLUMNS; column++) {
    for (let i = column; i < <usize>CARDS; i += COLUMNS, out += TEXT_CARD_BYTES) {
      store<u32>(out, load<u32>(TEXT_CARDS + ((<usize>load<u8>(cards + i)) << 2)));
    }
    store<u8>(out - 1, LINE_FEED); // over the blank after the column's last card
  }
  return out;
}
