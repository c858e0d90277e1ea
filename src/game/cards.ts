// The 52 cards as bytes, rank * 4 + suit: 0 is AC, 51 is KS. Their names, colours, and whether bytes are a whole deck.

import { InputError } from '../common/errors.js';
import { quote } from '../common/quote.js';
import { CARDS, RANKS, SUITS } from './constants.js';

/** A bit for each of the cards 32..51. */
const HIGH_CARDS = (1 << (CARDS - 32)) - 1;

/** The name of a card byte 0..51: 0 is "AC", 51 is "KS"; anything else throws an InputError that names it. */
export function cardName(card: number): string {
  checkCard(card);
  return `${RANKS[card >> 2]}${SUITS[card & 3]}`;
}

/** Where each ASCII character stands in a text; -1 for those that it has not. */
function placesIn(letters: string): Int8Array {
  return Int8Array.from({ length: 128 }, (_, code) => letters.indexOf(String.fromCharCode(code)));
}

const RANK_PLACES = placesIn(RANKS);
const SUIT_PLACES = placesIn(SUITS);

/** The card byte of a name such as "TC"; -1 for anything else. */
export function cardNamed(name: string): number {
  if (typeof name !== 'string' || name.length !== 2) return -1;
  const rank = RANK_PLACES[name.charCodeAt(0)];
  const suit = SUIT_PLACES[name.charCodeAt(1)];
  return rank >= 0 && suit >= 0 ? rank * SUITS.length + suit : -1; // undefined beyond ASCII is not either
}

/** Whether a card byte is of a red suit, diamonds or hearts. */
export function isRed(card: number): boolean {
  return 'DH'.includes(SUITS.charAt(card & 3));
}

/** Whether a value is a card byte, an integer 0..51. */
export function isCard(card: unknown): card is number {
  return Number.isInteger(card) && (card as number) >= 0 && (card as number) < CARDS;
}

function checkCard(card: unknown): asserts card is number {
  if (isCard(card)) return;
  throw new InputError(`${quote(card)} is not a valid card; expected a whole number in 0..${CARDS - 1}`);
}

/**
 * Whether the 52 numbers from an index on are the cards, each once.
 * @param cards whole numbers
 */
export function isDeck(cards: ArrayLike<number>, from = 0): boolean {
  // One bit per card, in two halves. A shift counts mod 32, so values above 63 are checked by themselves.
  let low = 0;
  let high = 0;
  let all = 0;
  for (let i = from; i < from + CARDS; i++) {
    const card = cards[i];
    const isHigh = (31 - card) >> 31; // -1 or 0
    low |= (1 << card) & ~isHigh;
    high |= (1 << card) & isHigh;
    all |= card;
  }
  return low === -1 && high === HIGH_CARDS && (all & ~63) === 0;
}

/** How many cards a list has; throws an InputError that names the value where it is not a list. */
export function countCards(cards: ArrayLike<number>): number {
  if (typeof cards === 'object' && Number.isInteger(cards?.length)) return cards.length;
  throw new InputError(`${quote(cards)} is not a list of cards; expected numbers in 0..${CARDS - 1}`);
}

/**
 * Throws an InputError that names the value or the card unless all are card bytes, none of them twice.
 * @param cards a list, as countCards finds
 */
export function checkDifferentCards(cards: ArrayLike<number>): void {
  const seen = new Set<number>();
  for (let i = 0; i < cards.length; i++) {
    const card = cards[i];
    checkCard(card);
    if (seen.has(card)) {
      throw new InputError(`card ${card} (${cardName(card)}) is on the board twice; expected once`);
    }
    seen.add(card);
  }
}

/** Throws an InputError that says what is wrong unless these are the 52 card bytes, each once. */
export function checkDeck(cards: ArrayLike<number>): void {
  const count = countCards(cards);
  if (count !== CARDS) throw new InputError(`the board has ${count} cards; expected ${CARDS}`);
  checkDifferentCards(cards);
}
