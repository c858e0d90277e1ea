// The rule in plain TypeScript, written to be read: the reference of the tests, the baseline of the benches,
// and what a single deal uses. The kernels in assembly/ follow the same rule a batch at a time.

import {
  CARDS,
  COLUMNS,
  DRAW_MASK,
  DRAW_SHIFT,
  FIRST_HIGH_DEAL,
  FIRST_WIDE_DEAL,
  HIGH_DRAW_BIT,
  INCREMENT,
  MULTIPLIER,
  RANKS,
  SUITS,
  WIDE_DRAW_MASK,
} from './ms.js';
import { checkDealNumber } from './range.js';

/** How a deal number's regime reads a draw out of the generator's state. */
function drawOf(n: number): (state: number) => number {
  if (n < FIRST_HIGH_DEAL) return (state) => (state >>> DRAW_SHIFT) & DRAW_MASK;
  if (n < FIRST_WIDE_DEAL) return (state) => ((state >>> DRAW_SHIFT) & DRAW_MASK) | HIGH_DRAW_BIT;
  return (state) => ((state >>> DRAW_SHIFT) & WIDE_DRAW_MASK) + 1;
}

/**
 * The 52 cards of a deal in dealing order, a byte each: rank * 4 + suit.
 * @param n deal number, 1..8589934591; anything else throws an InputError that names it
 */
export function dealCards(n: number): Uint8Array {
  checkDealNumber(n);
  const draw = drawOf(n);
  const deck = Uint8Array.from({ length: CARDS }, (_, card) => card);
  const cards = new Uint8Array(CARDS);
  let state = n | 0; // n mod 2^32
  for (let left = CARDS; left > 0; left--) {
    state = (Math.imul(state, MULTIPLIER) + INCREMENT) | 0;
    const j = draw(state) % left;
    cards[CARDS - left] = deck[j] as number;
    deck[j] = deck[left - 1] as number;
  }
  return cards;
}

/** The name of a card byte 0..51: 0 is "AC", 51 is "KS". */
export function cardName(card: number): string {
  return `${RANKS[card >> 2]}${SUITS[card & 3]}`;
}

/**
 * The board of a deal as players see it: 7 rows of card names, six of 8 and one of 4.
 * @param n deal number, 1..8589934591; anything else throws an InputError that names it
 */
export function dealFreeCell(n: number): string[][] {
  const names = Array.from(dealCards(n), cardName);
  return Array.from({ length: Math.ceil(CARDS / COLUMNS) }, (_, row) =>
    names.slice(row * COLUMNS, (row + 1) * COLUMNS),
  );
}
