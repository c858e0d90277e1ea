// The scalar kernel: deals with the plain generator and shuffle of the C reference loop, one deal after another. Read
// it before the SIMD kernel, which tests and benches compare with it.
//
// Its memory: the deck at 0, asc's static data from 1024 on, then the caller's memory from BUFFER on. A build without
// --noAssert checks what the exports require of the caller, and traps.

import { CARDS, DRAW_SHIFT, INCREMENT, LAST_DEAL, MULTIPLIER } from '../src/game/constants';
import { addendOf, maskOf, regimeOf } from './regime';

const DECK: usize = 0;
export const BUFFER: usize = 4096; // the first byte of the caller's memory

if (__heap_base > BUFFER) unreachable(); // static data that reaches into the caller's memory

/** Lays the deck in order, eight cards per word: card bytes 0..51, and four more that are never dealt. */
function layDeck(): void {
  let cards: u64 = 0x0706050403020100;
  for (let place = DECK; place < DECK + 56; place += 8) {
    store<u64>(place, cards);
    cards += 0x0808080808080808;
  }
}

function dealOne(n: u64, out: usize): void {
  assert(n >= 1 && n <= <u64>LAST_DEAL && out >= BUFFER);
  layDeck();
  const regime = regimeOf(n);
  const mask = maskOf(regime), addend = addendOf(regime);
  let state = <u32>n;
  for (let left = <u32>CARDS; left > 0; left--, out++) {
    state = state * MULTIPLIER + INCREMENT;
    const place = DECK + (((state >> DRAW_SHIFT) & mask) + addend) % left;
    store<u8>(out, load<u8>(place));
    store<u8>(place, load<u8>(DECK + left - 1));
  }
}

/** Writes the 52 cards of each of `count` deals from deal number `first` on, in dealing order. */
export function cards(first: f64, count: u32, out: usize): void {
  for (let i: u32 = 0; i < count; i++, out += CARDS) dealOne(<u64>first + i, out);
}
