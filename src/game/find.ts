// Board to number, without a scan of the 2^33 deals. A board fixes each of the 52 draws mod `left`. Where a power
// of two divides `left`, that tells the lowest bits of the draw: bits 16, 17, .. of the generator's state, on which
// no higher bit of the deal number has a say. At left = 32 five bits are known, so all values of the 16 below are
// tried, sieved by the low bits of the other draws, and the one or two that stay are tried with all high bits.
// The first cards of a board alone tell less, and many deals may begin with them: all low parts of a number are
// sieved, and those that stay are tried with each high part.

import { InputError } from '../common/errors.js';
import { checkDeck, checkDifferentCards, countCards } from './cards.js';
import {
  CARDS,
  DRAW_MASK,
  DRAW_SHIFT,
  FIRST_DEAL,
  FIRST_HIGH_DEAL,
  FIRST_WIDE_DEAL,
  HIGH_DRAW_BIT,
  INCREMENT,
  MULTIPLIER,
  WIDE_DRAW_MASK,
} from './constants.js';
import { dealCards } from './deal.js';
import { DEFAULT_DEALS, type DealRange, type Deals, parseDeals } from './deal-numbers.js';

/** A reading of the state: a draw is ((state >>> DRAW_SHIFT) & mask) + plus. */
interface Regime {
  base: number; // the number that starts from state 0
  mask: number; // the bits of a shifted state that count: 15 or 16 ones
  plus: number;
}

const REGIMES: readonly Regime[] = [
  { base: 0, mask: DRAW_MASK, plus: 0 },
  { base: FIRST_HIGH_DEAL, mask: DRAW_MASK, plus: HIGH_DRAW_BIT },
  { base: FIRST_WIDE_DEAL, mask: WIDE_DRAW_MASK, plus: 1 },
];

/** `left` of each draw in dealing order, and the largest power of two that divides it. */
const LEFT = Uint8Array.from({ length: CARDS }, (_, i) => CARDS - i);
const POWER = LEFT.map((left) => left & -left);

/** How many values the bits below a draw have, and those with the five known bits at left = 32: 2^16, 2^21. */
const BELOW_DRAW = 1 << DRAW_SHIFT;
const LOW_STARTS = 32 * BELOW_DRAW;

/** MULTIPLIER * INVERSE = 1 mod 2^32 */
const INVERSE = 3115528533;

/** Many steps of the generator as one: state * a + c mod 2^32. Steps below 0 lead back. */
function jump(steps: number): { a: number; c: number } {
  const [multiplier, increment] =
    steps < 0 ? [INVERSE, -Math.imul(INCREMENT, INVERSE)] : [MULTIPLIER, INCREMENT];
  let [a, c] = [1, 0];
  for (let step = 0; step < Math.abs(steps); step++) {
    a = Math.imul(a, multiplier);
    c = (Math.imul(c, multiplier) + increment) | 0;
  }
  return { a, c };
}

const FROM_32_TO_48 = jump(-16);
const FROM_32_TO_16 = jump(16);
const FROM_32_TO_START = jump(32 - CARDS - 1);

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

/** For each draw at left = 32, what indexStates makes of it when it is first looked up: together 8 MiB. */
const statesAfter: Uint32Array[][] = [];

/** The draws at left = 48 and 16 as one number: the lowest four bits of each. */
function keyOf(draw48: number, draw16: number): number {
  return ((draw48 & 15) << 4) | (draw16 & 15);
}

/**
 * The states at left = 32, low 21 bits, that fit the draws at left = 48, 32 and 16 mod 16: about 1 in 256.
 * They are read with `plus` 0, yet serve every regime: 16 steps multiply by 1 mod 64, so a `plus` moves the
 * low bits of the three draws alike.
 */
function statesAt32(draws: Uint8Array): Uint32Array {
  const [drawn48, drawn32, drawn16] = [48, 32, 16].map((left) => draws[CARDS - left]);
  statesAfter[drawn32] ??= indexStates(drawn32);
  return statesAfter[drawn32][keyOf(drawn48, drawn16)];
}

/** The states that give a draw at left = 32, by the key of the draws at 48 and 16. */
function indexStates(drawn32: number): Uint32Array[] {
  const states: number[][] = Array.from({ length: 256 }, () => []);
  const first = drawn32 << DRAW_SHIFT;
  for (let state = first; state < first + BELOW_DRAW; state++) {
    const state48 = Math.imul(state, FROM_32_TO_48.a) + FROM_32_TO_48.c;
    const state16 = Math.imul(state, FROM_32_TO_16.a) + FROM_32_TO_16.c;
    states[keyOf(state48 >>> DRAW_SHIFT, state16 >>> DRAW_SHIFT)].push(state);
  }
  return states.map((some) => new Uint32Array(some));
}

/**
 * Whether a start gives the draws as far as the divisors tell.
 * @param start state before the first draw; the low 21 bits are enough for POWER
 * @param draws of the first cards, or of all
 * @param divisors LEFT or POWER
 */
function fits(start: number, draws: Uint8Array, divisors: Uint8Array, { mask, plus }: Regime): boolean {
  let state = start;
  for (let i = 0; i < draws.length; i++) {
    state = (Math.imul(state, MULTIPLIER) + INCREMENT) | 0;
    if ((((state >>> DRAW_SHIFT) & mask) + plus - draws[i]) % divisors[i] !== 0) return false;
  }
  return true;
}

/**
 * The number in a regime that has these draws, or undefined. It can be 0, which is not a deal.
 * @param state one of statesAt32
 */
function findFrom(state: number, draws: Uint8Array, regime: Regime): number | undefined {
  const { base, mask, plus } = regime;
  const { a, c } = FROM_32_TO_START;
  const lowStart = (Math.imul(state - (plus << DRAW_SHIFT), a) + c) & (LOW_STARTS - 1);
  if (!fits(lowStart, draws, POWER, regime)) return undefined;
  for (let start = lowStart; start < (mask + 1) * BELOW_DRAW; start += LOW_STARTS) {
    if (fits(start, draws, LEFT, regime)) return base + start;
  }
  return undefined;
}

/**
 * The number 1..8589934591 of the deal with this board, or undefined if no deal has it; no two deals share one.
 * @param cards the 52 cards in dealing order, each of 0..51 (rank * 4 + suit) once; an InputError names what is wrong
 */
export function findDeal(cards: ArrayLike<number>): number | undefined {
  checkDeck(cards);
  const draws = drawsOf(cards);
  for (const state of statesAt32(draws)) {
    for (const regime of REGIMES) {
      const n = findFrom(state, draws, regime);
      // The reference has the last word.
      if (n !== undefined && n >= FIRST_DEAL && dealCards(n).every((card, i) => card === cards[i])) return n;
    }
  }
  return undefined;
}

/** The starts first..last of a regime that give the draws, ascending. */
function* startsThatFit(draws: Uint8Array, regime: Regime, { first, last }: DealRange): Generator<number> {
  // starts that differ by a multiple of it fit POWER alike
  const period = BELOW_DRAW * Math.max(...POWER.subarray(0, draws.length));
  if (last - first < period) {
    // not more to try than the sieve itself would
    for (let start = first; start <= last; start++) if (fits(start | 0, draws, LEFT, regime)) yield start;
    return;
  }
  const lows = [];
  for (let low = 0; low < period; low++) if (fits(low, draws, POWER, regime)) lows.push(low);
  for (let high = first - (first % period); high <= last; high += period) {
    for (const low of lows) {
      const start = high + low;
      if (fits(start | 0, draws, LEFT, regime) && start >= first && start <= last) yield start;
    }
  }
}

function* dealsThatFit(draws: Uint8Array, ranges: readonly DealRange[]): Generator<number, void, void> {
  for (const range of ranges) {
    for (const regime of REGIMES) {
      const { base, mask } = regime;
      const first = Math.max(range.first - base, 0);
      const last = Math.min(range.last - base, (mask + 1) * BELOW_DRAW - 1);
      for (const start of startsThatFit(draws, regime, { first, last })) yield base + start;
    }
  }
}

/**
 * The numbers of all deals whose first cards are these, ascending, each found when it is asked for. A row of eight is
 * looked for in 2^31 numbers in some 0.15 s; the fewer the cards, the more deals begin with them.
 * @param cards 1 to 52 cards in dealing order, different ones of 0..51; an InputError names what is wrong
 * @param deals where to look; default 1..1000000
 */
export function findDealsStarting(
  cards: ArrayLike<number>,
  deals: Deals = DEFAULT_DEALS,
): Generator<number, void, void> {
  const count = countCards(cards);
  if (count < 1 || count > CARDS) {
    throw new InputError(`a board begins with 1 to ${CARDS} cards; ${count} are given`);
  }
  checkDifferentCards(cards);
  const ranges = parseDeals(deals).sort((a, b) => a.first - b.first);
  return dealsThatFit(drawsOf(cards), ranges);
}
