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

const deck = new Uint8Array(CARDS); // of the deal that dealCards deals

/** The regime of deal n: a row of the table in constants.ts. */
function regimeOf(n: number): number {
  let regime = REGIME_FIRST_DEALS.length - 1;
  while (n < REGIME_FIRST_DEALS[regime]) regime--;
  return regime;
}

/**
 * The 52 cards of a deal in dealing order, a byte each: rank * 4 + suit.
 * @param n deal number, 1..8589934591; anything else throws an InputError that names it
 */
export function dealCards(n: number): Uint8Array {
  checkDealNumber(n);
  const cards = new Uint8Array(CARDS);
  for (let card = 0; card < CARDS; card++) deck[card] = card;
  const regime = regimeOf(n);
  const mask = (1 << REGIME_BITS[regime]) - 1;
  const addend = REGIME_ADDENDS[regime];
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
