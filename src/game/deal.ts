// The rule in plain TypeScript, written to be read: the reference of the tests, the baseline of the benches,
// and what a single deal uses. The kernels in assembly/ follow the same rule a batch at a time.

import { cardName } from './cards.js';
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
  WIDE_DRAW_MASK,
} from './constants.js';
import { checkDealNumber } from './deal-numbers.js';

const deck = new Uint8Array(CARDS); // of the deal in hand

/** The draw that a state gives for deal n: each of the three regimes has its own reading. */
function drawOf(n: number, state: number): number {
  const high = state >>> DRAW_SHIFT;
  if (n < FIRST_HIGH_DEAL) return high & DRAW_MASK;
  if (n < FIRST_WIDE_DEAL) return (high & DRAW_MASK) | HIGH_DRAW_BIT;
  return (high & WIDE_DRAW_MASK) + 1;
}

/**
 * The 52 cards of a deal in dealing order, a byte each: rank * 4 + suit.
 * @param n deal number, 1..8589934591; anything else throws an InputError that names it
 */
export function dealCards(n: number): Uint8Array {
  checkDealNumber(n);
  const cards = new Uint8Array(CARDS);
  for (let card = 0; card < CARDS; card++) deck[card] = card;
  let state = n | 0; // n mod 2^32
  for (let left = CARDS; left > 0; left--) {
    state = (Math.imul(state, MULTIPLIER) + INCREMENT) | 0;
    const j = drawOf(n, state) % left;
    cards[CARDS - left] = deck[j];
    deck[j] = deck[left - 1];
  }
  return cards;
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
