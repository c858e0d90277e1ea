// Cards -> columns, for conditions, a deal at a time. index.ts says what each function does.

import { CARD_ROWS, CARDS, POSITION_ROWS, ROW_BYTES } from '../memory';

/** Rows that are laid together, as the SIMD kernel does. */
const ROWS: usize = 16;

export function layCards(cards: usize, count: u32, first: u32): void {
  for (let deal: usize = 0; deal < <usize>count; deal++) {
    for (let i = <usize>first; i < <usize>first + ROWS; i++) {
      store<u8>(CARD_ROWS + i * ROW_BYTES + deal, load<u8>(cards + deal * CARDS + i));
    }
  }
}

export function findAmong(count: u32, card: u32, first: u32, last: u32, out: usize): void {
  memory.fill(out, 0, count);
  for (let i = <usize>first; i <= <usize>last; i++) {
    const row = CARD_ROWS + i * ROW_BYTES;
    for (let deal: usize = 0; deal < <usize>count; deal++) {
      if (<u32>load<u8>(row + deal) == card) store<u8>(out + deal, 0xff);
    }
  }
}

export function layPosition(count: u32, card: u32): void {
  const out = POSITION_ROWS + <usize>card * ROW_BYTES;
  for (let i: usize = 0; i < CARDS; i++) {
    const row = CARD_ROWS + i * ROW_BYTES;
    for (let deal: usize = 0; deal < <usize>count; deal++) {
      if (<u32>load<u8>(row + deal) == card) store<u8>(out + deal, <u8>i);
    }
  }
}
