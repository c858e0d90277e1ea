// Finds the deal number of a board, without a scan of the 2^33 deals.
//
// A board tells j, the draw mod `left`, of each of the 52 draws. Where a power of two divides `left`, j also tells the
// lowest bits of the draw. These are the bits 16, 17, .. of the generator's state, and they do not depend on any higher bit
// of the deal number.
//
// Where `left` is even, j tells bit 16 of the state, which the lowest 17 bits of the deal number determine. So findDeal has an
// index of all 2^17 values of these by bit 16 after 16 draws, in which a board finds about two. It sieves them, with the four bits
// above them, by the low bits of all draws, and tries what remains with all high bits.
//
// The first cards of a board tell less, and many deals may begin with them. So findDealsByFirstCards sieves all values of the
// low bits of a number, and tries those that remain with all high bits.

import { InputError } from '../common/errors.js';
import { type Board, bytesOfBoard, bytesOfCards, type Cards } from './board-cards.js';
import { checkDeck, checkDifferentCards, countCards } from './cards.js';
import {
  CARDS,
  DRAW_SHIFT,
  INCREMENT,
  LAST_DEAL,
  MULTIPLIER,
  REGIME_ADDENDS,
  REGIME_BITS,
  REGIME_FIRST_DEALS,
} from './constants.js';
import { dealCards } from './deal.js';
import { DEFAULT_DEALS, type DealRange, type Deals, parseDeals } from './deal-numbers.js';

/** A row of the table in constants.ts: a draw of these deals is ((state >>> DRAW_SHIFT) & mask) + addend. */
interface Regime extends DealRange {
  mask: number;
  addend: number;
}

const REGIMES: readonly Regime[] = REGIME_FIRST_DEALS.map((first, i) => ({
  first,
  last: (REGIME_FIRST_DEALS[i + 1] ?? LAST_DEAL + 1) - 1,
  mask: (1 << REGIME_BITS[i]) - 1,
  addend: REGIME_ADDENDS[i],
}));

/** `left` of each draw in dealing order, and the largest power of two that divides it. */
const LEFT = Uint8Array.from({ length: CARDS }, (_, i) => CARDS - i);
const POWER = LEFT.map((left) => left & -left);

/** Values of the bits of a deal number that determine the lowest bit of every draw, and the lowest five. */
const PARITY_PERIOD = 2 << DRAW_SHIFT;
const POWER_PERIOD = 32 << DRAW_SHIFT;

/** The lowest bits of every other one of the first 32 draws are a key of the index. */
const KEY_DRAWS = 32;

function nextState(state: number): number {
  return (Math.imul(state, MULTIPLIER) + INCREMENT) | 0;
}

/**
 * Undoes the shuffle: each draw mod `left`, for the first cards of a board or all of them.
 * @param cards different cards, each of 0..51
 */
function drawsOf(cards: ArrayLike<number>): Uint8Array {
  const deck = Uint8Array.from({ length: CARDS }, (_, card) => card);
  return Uint8Array.from(cards, (card, i) => {
    const left = LEFT[i];
    const j = deck.subarray(0, left).indexOf(card);
    deck[j] = deck[left - 1];
    return j;
  });
}

/** All numbers of 17 bits by their keys, in chains: the first number of each key, and the number after each. -1 ends a chain. */
interface Index {
  first: Int32Array;
  next: Int32Array;
}

let index: Index | undefined; // made when it is first needed

function makeIndex(): Index {
  const first = new Int32Array(2 ** (KEY_DRAWS / 2)).fill(-1);
  const next = new Int32Array(PARITY_PERIOD);
  for (let n = 0; n < PARITY_PERIOD; n++) {
    let key = 0;
    let state = n;
    for (let i = 0; i < KEY_DRAWS; i += 2) {
      state = nextState(state);
      key = 2 * key + ((state >>> DRAW_SHIFT) & 1);
      state = nextState(state);
    }
    next[n] = first[key];
    first[key] = n;
  }
  return { first, next };
}

/** The deal numbers mod 2^21 that fit the draws of a board. */
function* lowNumbers(draws: Uint8Array, regime: Regime): Generator<number> {
  index ??= makeIndex();
  let key = 0;
  for (let i = 0; i < KEY_DRAWS; i += 2) key = 2 * key + ((draws[i] + regime.addend) & 1);
  for (let parity = index.first[key]; parity >= 0; parity = index.next[parity]) {
    for (let low = parity; low < POWER_PERIOD; low += PARITY_PERIOD) {
      if (fits(low, draws, POWER, regime)) yield low;
    }
  }
}

/**
 * Whether a deal number gives the draws, as far as the divisors tell.
 * @param n deal number mod 2^32; the low 21 bits are enough for POWER
 * @param draws of the first cards, or of all
 * @param divisors LEFT or POWER
 */
function fits(n: number, draws: Uint8Array, divisors: Uint8Array, { mask, addend }: Regime): boolean {
  let state = n;
  for (let i = 0; i < draws.length; i++) {
    state = nextState(state);
    if ((((state >>> DRAW_SHIFT) & mask) + addend - draws[i]) % divisors[i] !== 0) return false;
  }
  return true;
}

/**
 * The number 1..8589934591 of the deal with this board, or undefined if no deal has it; no two deals share one.
 * @param board what dealCards or dealFreeCell returns, or columns of names; an InputError names what is wrong
 */
export function findDeal(board: Board): number | undefined {
  const cards = bytesOfBoard(board);
  checkDeck(cards);
  const draws = drawsOf(cards);
  for (const regime of REGIMES) {
    for (const low of lowNumbers(draws, regime)) {
      for (let n = regime.first - (regime.first % POWER_PERIOD) + low; n <= regime.last; n += POWER_PERIOD) {
        if (!fits(n | 0, draws, LEFT, regime) || n < regime.first) continue;
        if (dealCards(n).every((card, i) => card === cards[i])) return n;
      }
    }
  }
  return undefined;
}

function* numbersThatFit(draws: Uint8Array, regime: Regime, { first, last }: DealRange): Generator<number> {
  // numbers that differ by a multiple of it fit POWER alike
  const period = Math.max(...POWER.subarray(0, draws.length)) << DRAW_SHIFT;
  if (last - first < period) {
    // the sieve would try as many
    for (let n = first; n <= last; n++) if (fits(n | 0, draws, LEFT, regime)) yield n;
    return;
  }
  const lows = [];
  for (let low = 0; low < period; low++) if (fits(low, draws, POWER, regime)) lows.push(low);
  for (let high = first - (first % period); high <= last; high += period) {
    for (const low of lows) {
      const n = high + low;
      if (fits(n | 0, draws, LEFT, regime) && n >= first && n <= last) yield n;
    }
  }
}

function* dealsThatFit(draws: Uint8Array, ranges: readonly DealRange[]): Generator<number, void, void> {
  for (const range of ranges) {
    for (const regime of REGIMES) {
      const first = Math.max(range.first, regime.first);
      const last = Math.min(range.last, regime.last);
      yield* numbersThatFit(draws, regime, { first, last });
    }
  }
}

/**
 * The numbers of all deals whose first cards are these, ascending.
 * Each number is found when the generator is asked for it. A search for a row of eight takes about 0.15 s per 2^31 numbers.
 * The fewer the cards, the more deals begin with them.
 * @param cards 1 to 52 different cards in dealing order, as bytes 0..51 or names; an InputError names what is wrong
 * @param deals where to look; default 1..1000000
 */
export function findDealsByFirstCards(
  cards: Cards,
  deals: Deals = DEFAULT_DEALS,
): Generator<number, void, void> {
  const bytes = bytesOfCards(cards);
  const count = countCards(bytes);
  if (count < 1 || count > CARDS) {
    throw new InputError(`a board begins with 1 to ${CARDS} cards; ${count} are given`);
  }
  checkDifferentCards(bytes);
  const ranges = parseDeals(deals).sort((a, b) => a.first - b.first);
  return dealsThatFit(drawsOf(bytes), ranges);
}
