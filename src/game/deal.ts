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
} from './constants.js';
import { checkDealNumber } from './deal-numbers.js';

/** A bit for each of the cards 32..51. */
const HIGH_CARDS = (1 << (CARDS - 32)) - 1;

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
    cards[CARDS - left] = deck[j] as number;
    deck[j] = deck[left - 1] as number;
  }
  return cards;
}

/**
 * Whether the 52 numbers from `at` on are the cards, each once.
 * @param cards whole numbers
 */
export function isDeck(cards: ArrayLike<number>, at = 0): boolean {
  // A bit for each card, in two halves. A shift counts mod 32, so what is above 63 is looked at by itself.
  let low = 0;
  let high = 0;
  let all = 0;
  for (let i = at; i < at + CARDS; i++) {
    const card = cards[i] as number;
    const isHigh = (31 - card) >> 31; // -1 or 0
    low |= (1 << card) & ~isHigh;
    high |= (1 << card) & isHigh;
    all |= card;
  }
  return low === -1 && high === HIGH_CARDS && (all & ~63) === 0;
}

/** The name of a card byte 0..51: 0 is "AC", 51 is "KS". */
export function cardName(card: number): string {
  return `${RANKS[card >> 2]}${SUITS[card & 3]}`;
}

/** Whether a card byte is of a red suit, diamonds or hearts. */
export function isRed(card: number): boolean {
  return 'DH'.includes(SUITS.charAt(card & 3));
}

/** The card byte of a name such as "TC"; -1 where it names none. */
export function cardNamed(name: string): number {
  if (name.length !== 2) return -1;
  const [rank, suit] = [RANKS.indexOf(name.charAt(0)), SUITS.indexOf(name.charAt(1))];
  return rank < 0 || suit < 0 ? -1 : rank * SUITS.length + suit;
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
