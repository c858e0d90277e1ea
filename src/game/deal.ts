// The rule in plain TypeScript, written to be read. The tests and the benches compare the kernels in assembly/ with it,
// and it deals where a program asks for a single deal.

import { cardName } from './cards.js';
import {
  CARDS,
  COLUMNS,
  DRAW_SHIFT,
  INCREMENT,
  MULTIPLIER,
  REGIME_ADDENDS,
  REGIME_BITS,
  REGIME_FIRST_DEALS,
} from './constants.js';
import { checkDealNumber } from './deal-numbers.js';

/** A row of the table in constants.ts: a draw of deals from `first` on is ((state >>> DRAW_SHIFT) & mask) + addend. */
export interface Regime {
  first: number;
  mask: number;
  addend: number;
}

export const REGIMES: readonly Regime[] = REGIME_FIRST_DEALS.map((first, i) => ({
  first,
  mask: (1 << REGIME_BITS[i]) - 1,
  addend: REGIME_ADDENDS[i],
}));

const deck = new Uint8Array(CARDS); // of the deal that dealCards deals

/**
 * The 52 cards of a deal in dealing order, a byte each: rank * 4 + suit.
 * @param n deal number, 1..8589934591; anything else throws an InputError that names it
 */
export function dealCards(n: number): Uint8Array {
  checkDealNumber(n);
  const cards = new Uint8Array(CARDS);
  for (let card = 0; card < CARDS; card++) deck[card] = card;
  let regime = REGIMES.length - 1;
  while (n < REGIMES[regime].first) regime--;
  const { mask, addend } = REGIMES[regime];
  let state = n | 0; // n mod 2^32
  for (let left = CARDS; left > 0; left--) {
    state = (Math.imul(state, MULTIPLIER) + INCREMENT) | 0;
    const j = (((state >>> DRAW_SHIFT) & mask) + addend) % left;
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
