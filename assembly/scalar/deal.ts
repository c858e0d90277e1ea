// The rule, a deal at a time: the C reference loop. It deals where SIMD is missing, and tests compare the SIMD kernel with it.

import {
  DRAW_MASK, DRAW_SHIFT, FIRST_HIGH_DEAL, FIRST_WIDE_DEAL, HIGH_DRAW_BIT, INCREMENT, MULTIPLIER, WIDE_DRAW_MASK,
} from '../../src/game/constants';
import { CARDS, DECKS } from '../memory';

/** The ordered deck, eight cards a word: card bytes 0..51 and four more that are never dealt. */
@inline
function layDeck(): void {
  let cards: u64 = 0x0706050403020100;
  for (let at = DECKS; at < DECKS + 56; at += 8) {
    store<u64>(at, cards);
    cards += 0x0808080808080808;
  }
}

/** One draw out of a state. `n` does not change where this is inlined, so the regime is chosen once a deal. */
@inline
function draw(state: u32, n: u64): u32 {
  if (n < <u64>FIRST_HIGH_DEAL) return (state >> DRAW_SHIFT) & DRAW_MASK;
  if (n < <u64>FIRST_WIDE_DEAL) return ((state >> DRAW_SHIFT) & DRAW_MASK) | HIGH_DRAW_BIT;
  return ((state >> DRAW_SHIFT) & WIDE_DRAW_MASK) + 1;
}

function dealOne(n: u64, out: usize): void {
  layDeck();
  let state = <u32>n;
  for (let left = <u32>CARDS; left > 0; left--, out++) {
    state = state * MULTIPLIER + INCREMENT;
    const at = DECKS + (draw(state, n) % left);
    store<u8>(out, load<u8>(at));
    store<u8>(at, load<u8>(DECKS + left - 1));
  }
}

/** Writes the 52 cards of each of `count` deals from `first` on, in dealing order, `stride` (>= 52) bytes apart. */
export function deal(first: u64, count: u32, out: usize, stride: usize): void {
  for (let i: u32 = 0; i < count; i++) dealOne(first + i, out + <usize>i * stride);
}

/** Writes the 52 cards of each of the `count` deals whose numbers are at `numbers` (f64), 52 bytes apart. */
export function dealNumbers(numbers: usize, count: u32, out: usize): void {
  for (let i: usize = 0; i < <usize>count; i++) dealOne(<u64>load<f64>(numbers + 8 * i), out + i * CARDS);
}
