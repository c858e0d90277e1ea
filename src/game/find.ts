// Finds the deal number of a board, without a scan of the 2^33 deals.
//
// A board tells j, the draw mod `left`, of each of the 52 draws. Where a power of two divides `left`, j also tells the
// lowest bits of the draw. These are the bits 16, 17, .. of the generator's state, and they do not depend on any higher
// bit of the deal number.
//
// At left = 32 the board tells five bits of the draw. So findDeal tries all 2^16 values of the state's bits below
// these, and sieves them by the low bits of the other draws. One or two values remain, which it tries with all high
// bits.
//
// The first cards of a board tell less, and many deals may begin with them. So findDealsByFirstCards sieves all values
// of the low bits of a number, and tries those that remain with all high bits.

import { type Board, bytesOfBoard, bytesOfCards, type Cards, copyOfCards } from './cards.js';
import { CARDS, DRAW_SHIFT, INCREMENT, LAST_DEAL, MULTIPLIER } from './constants.js';
import { dealCards, REGIMES, type Regime } from './deal.js';
import { DEFAULT_DEALS, type DealRange, type Deals, parseDeals } from './deal-numbers.js';

function lastOf(regime: Regime): number {
  return (REGIMES[REGIMES.indexOf(regime) + 1]?.first ?? LAST_DEAL + 1) - 1;
}

/** `left` of each draw in dealing order, and the largest power of two that divides it. */
const LEFT = Uint8Array.from({ length: CARDS }, (_, i) => CARDS - i);
const POWER = LEFT.map((left) => left & -left);

/** Values of the bits below a draw, and of these with the five bits that a board tells at left = 32: 2^16, 2^21. */
const BELOW_DRAW = 1 << DRAW_SHIFT;
const LOW_STATES = 32 * BELOW_DRAW;

/** MULTIPLIER * INVERSE = 1 mod 2^32 */
const INVERSE = 3115528533;

/** Several steps of the generator as one: state * a + c mod 2^32. A negative number of steps leads back. */
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

/** The states at left = 32 by the draws that they must give, each sieved when it is first needed: 8 MiB together. */
const statesAfter: Uint32Array[] = [];

/**
 * The states at left = 32, low 21 bits, that fit the draws at left = 48, 32 and 16 mod 16: about 1 in 256.
 * They are read with the addend 0, yet serve every regime: 16 steps of the generator multiply by 1 mod 64, so an addend
 * changes the low bits of the three draws alike.
 */
function statesAt32(draws: Uint8Array): Uint32Array {
  const [drawn48, drawn32, drawn16] = [48, 32, 16].map((left) => draws[CARDS - left]);
  const [wanted48, wanted16] = [drawn48 & 15, drawn16 & 15];
  const key = (drawn32 << 8) | (wanted48 << 4) | wanted16;
  statesAfter[key] ??= Uint32Array.from(sieveStates(drawn32 << DRAW_SHIFT, wanted48, wanted16));
  return statesAfter[key];
}

function sieveStates(first: number, wanted48: number, wanted16: number): number[] {
  const states = [];
  for (let state = first; state < first + BELOW_DRAW; state++) {
    const state48 = Math.imul(state, FROM_32_TO_48.a) + FROM_32_TO_48.c;
    if (((state48 >>> DRAW_SHIFT) & 15) !== wanted48) continue;
    const state16 = Math.imul(state, FROM_32_TO_16.a) + FROM_32_TO_16.c;
    if (((state16 >>> DRAW_SHIFT) & 15) === wanted16) states.push(state);
  }
  return states;
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
    state = (Math.imul(state, MULTIPLIER) + INCREMENT) | 0;
    if ((((state >>> DRAW_SHIFT) & mask) + addend - draws[i]) % divisors[i] !== 0) return false;
  }
  return true;
}

/**
 * The deal number of a regime that has these draws, or undefined.
 * @param state one of statesAt32
 */
function findFrom(state: number, draws: Uint8Array, regime: Regime): number | undefined {
  const { first, addend } = regime;
  const { a, c } = FROM_32_TO_START;
  const low = (Math.imul(state - (addend << DRAW_SHIFT), a) + c) & (LOW_STATES - 1);
  if (!fits(low, draws, POWER, regime)) return undefined;
  for (let n = first - (first % LOW_STATES) + low; n <= lastOf(regime); n += LOW_STATES) {
    if (n >= first && fits(n | 0, draws, LEFT, regime)) return n;
  }
  return undefined;
}

/**
 * The number 1..8589934591 of the deal with this board, or undefined if no deal has it; no two deals share one.
 * @param board what dealCards or dealFreeCell returns, or columns of names; an InputError names what is wrong
 */
export function findDeal(board: Board): number | undefined {
  const cards = copyOfCards(bytesOfBoard(board));
  const draws = drawsOf(cards);
  for (const state of statesAt32(draws)) {
    for (const regime of REGIMES) {
      const n = findFrom(state, draws, regime);
      if (n !== undefined && dealCards(n).every((card, i) => card === cards[i])) return n;
    }
  }
  return undefined;
}

function* numbersThatFit(draws: Uint8Array, regime: Regime, { first, last }: DealRange): Generator<number> {
  // numbers that differ by a multiple of it fit POWER alike
  const period = BELOW_DRAW * Math.max(...POWER.subarray(0, draws.length));
  const lows = [];
  for (let n = first; n <= last && n < first + period; n++) {
    if (fits(n | 0, draws, POWER, regime)) lows.push(n - first);
  }
  for (let start = first; start <= last; start += period) {
    for (const low of lows) {
      const n = start + low;
      if (n <= last && fits(n | 0, draws, LEFT, regime)) yield n;
    }
  }
}

function* dealsThatFit(draws: Uint8Array, ranges: readonly DealRange[]): Generator<number, void, void> {
  for (const range of ranges) {
    for (const regime of REGIMES) {
      const last = Math.min(range.last, lastOf(regime));
      yield* numbersThatFit(draws, regime, { first: Math.max(range.first, regime.first), last });
    }
  }
}

/**
 * The numbers of all deals whose first cards are these, ascending.
 * Each number is found when the generator is asked for it. A search for a row of eight takes about 0.15 s per 2^31
 * numbers. The fewer the cards, the more deals begin with them.
 * @param cards 1 to 52 different cards in dealing order, as bytes 0..51 or names; an InputError names what is wrong
 * @param deals where to look; default 1..1000000
 */
export function findDealsByFirstCards(cards: Cards, deals: Deals = DEFAULT_DEALS): Generator<number, void> {
  const bytes = copyOfCards(bytesOfCards(cards), false);
  const ranges = parseDeals(deals).sort((a, b) => a.first - b.first);
  return dealsThatFit(drawsOf(bytes), ranges);
}
