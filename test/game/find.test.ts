import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/common/errors.js';
import { instantiateDealer } from '../../src/engine/kernel.js';
import { cardName } from '../../src/game/cards.js';
import {
  CARDS,
  DRAW_SHIFT,
  FIRST_DEAL,
  INCREMENT,
  LAST_DEAL,
  MULTIPLIER,
  REGIME_BITS,
} from '../../src/game/constants.js';
import { dealCards, dealFreeCell } from '../../src/game/deal.js';
import type { Deals } from '../../src/game/deal-numbers.js';
import { findDeal, findDealsByFirstCards } from '../../src/game/find.js';
import { moduleOf } from '../support/engines.js';
import { rowsIn } from '../support/golden.js';
import { FIRST_HIGH_DEAL, FIRST_WIDE_DEAL, range, regimeEdges, regimes } from '../support/numbers.js';

/** Deals in bulk: the tests of deals compare it with the reference implementation. */
const kernel = instantiateDealer(moduleOf('simd'));
const BATCH = 65536;

const deck = range(0, CARDS);

/** The board with the cards at places a and b exchanged. */
function swapped(cards: ArrayLike<number>, a: number, b: number): number[] {
  return Array.from(cards, (card, i) => (i === a ? cards[b] : i === b ? cards[a] : card));
}

/** The board that the rule below 2^31 would give to 0, which is no deal number. */
function boardOfZero(): number[] {
  const rest = [...deck];
  let state = 0;
  return deck.map((i) => {
    state = (Math.imul(state, MULTIPLIER) + INCREMENT) | 0;
    const j = ((state >>> DRAW_SHIFT) % 2 ** REGIME_BITS[0]) % rest.length;
    const card = rest[j];
    rest[j] = rest[CARDS - 1 - i];
    rest.pop();
    return card;
  });
}

describe('findDeal', () => {
  it.each(regimes)('finds any deal of $first to $last', ({ first, last }) => {
    fc.assert(
      fc.property(fc.integer({ min: first, max: last }), (n) => findDeal(dealCards(n)) === n),
      { numRuns: 600 },
    );
  });

  it('finds no number for deal 617 with two cards swapped', () => {
    const cards = dealCards(617);
    for (let a = 0; a < CARDS; a++)
      for (let b = a + 1; b < CARDS; b++) expect(findDeal(swapped(cards, a, b))).toBeUndefined();
  });

  it('finds no number for a random order of the deck, the deck in order, or the board of 0', () => {
    const decks = fc.sample(fc.shuffledSubarray(deck, { minLength: CARDS }), 1000);
    expect([...decks, deck, boardOfZero()].filter((cards) => findDeal(cards) !== undefined)).toEqual([]);
  });

  const names = Array.from(dealCards(617), cardName);

  it('finds 617 from bytes, names, rows of names and columns of names, and leaves them as they are', () => {
    const columns = range(0, 8).map((column) => names.filter((_, i) => i % 8 === column));
    for (const board of [dealCards(617), [...dealCards(617)], names, dealFreeCell(617), columns]) {
      const before = structuredClone(board);
      expect(findDeal(board)).toBe(617);
      expect(board).toEqual(before);
    }
  });

  it.each<[string, unknown]>([
    ["'10D' is not a valid card", names.with(3, '10D')],
    ['has 51 cards', names.slice(1)],
    ['has 53 cards', [...deck, 0]],
    ['52 is not a valid card', deck.with(3, 52)],
    ['card 25 (7D) is on the board twice', deck.with(51, 25)],
    ['the lines of the board have 1 cards', [['7D']]],
    ["'7D AD' is not a board", '7D AD'],
  ])('throws an InputError: %s', (message, board) => {
    expect(() => findDeal(board as number[])).toThrow(InputError);
    expect(() => findDeal(board as number[])).toThrow(message);
  });
});

describe('findDealsByFirstCards', () => {
  /** The numbers first..last whose boards begin with the cards, by dealing them all. */
  function dealt(cards: ArrayLike<number>, first: number, last: number): number[] {
    const numbers = [];
    for (let n = first; n <= last; n += BATCH) {
      const count = Math.min(BATCH, last - n + 1);
      const boards = kernel.deal(n, count);
      for (let i = 0; i < count; i++) {
        let same = 0;
        while (same < cards.length && boards[i * CARDS + same] === cards[same]) same++;
        if (same === cards.length) numbers.push(n + i);
      }
    }
    return numbers;
  }

  const COUNT = 1_200_000; // more than 2^20, so that they are sieved

  it.each([
    ...regimes.map(({ first, last }) => fc.sample(fc.integer({ min: first, max: last - COUNT }), 3)),
    ...regimeEdges.map((edge) => [edge - 700_000, edge - COUNT]),
  ])('finds among 1,200,000 deals from %d or %d on what dealing them all finds', (...firsts) => {
    for (const [i, first] of firsts.entries()) {
      const cards = dealCards(first + i * 100_000).subarray(0, 1 + 2 * i);
      const range = { first, last: first + COUNT };
      expect([...findDealsByFirstCards(cards, range)]).toEqual(dealt(cards, range.first, range.last));
    }
  });

  it('finds by the first row of 11982 only this deal in 1..1000000, by 12 cards in all deals', () => {
    const cards = dealCards(11982);
    expect([...findDealsByFirstCards(cards.subarray(0, 8))]).toEqual([11982]);
    expect([...findDealsByFirstCards(Array.from(cards.subarray(0, 8), cardName))]).toEqual([11982]);
    expect([...findDealsByFirstCards(cards.subarray(0, 12), 'all')]).toEqual([11982]);
  });

  it('finds any deal by 8 or more of its cards, anywhere in a range', () => {
    const deal = fc.integer({ min: FIRST_DEAL, max: LAST_DEAL });
    const reach = fc.integer({ min: 0, max: 1_500_000 });
    fc.assert(
      fc.property(deal, fc.integer({ min: 8, max: CARDS }), reach, reach, (n, count, before, after) => {
        const range = { first: Math.max(1, n - before), last: Math.min(LAST_DEAL, n + after) };
        expect([...findDealsByFirstCards(dealCards(n).subarray(0, count), range)]).toContain(n);
        for (const [first, last] of [
          [n, n],
          [n, range.last],
          [range.first, n],
        ] as const)
          expect([...findDealsByFirstCards(dealCards(n), { first, last })]).toEqual([n]);
        if (before > 0 && n > 1)
          expect([...findDealsByFirstCards(dealCards(n), { ...range, last: n - 1 })]).toEqual([]);
      }),
      { numRuns: 10 },
    );
  });

  it('searches several ranges in ascending order', () => {
    const [card] = dealCards(617);
    const found = [...findDealsByFirstCards([card as number], '600..700,1..50')];
    expect(found).toEqual([...dealt([card as number], 1, 50), ...dealt([card as number], 600, 700)]);
    expect(found).toContain(617);
  });

  it.each([
    ['2^31', boardOfZero(), FIRST_HIGH_DEAL],
    ['2^32', dealCards(FIRST_HIGH_DEAL), FIRST_WIDE_DEAL],
  ])('does not tell %s for the board of 0 below it: the rule changes there', (_, zero, end) => {
    expect([...findDealsByFirstCards(zero, { first: end - 500, last: end + 500 })]).toEqual([]);
  });

  it.each<[string, unknown, unknown]>([
    ...rowsIn<[string, unknown, unknown]>('wrong-first-cards.txt'),
    ['a board begins with 1 to 52 cards; 53 are given', [...deck, 0], '1..9'],
    ['NaN is not a valid deal number; expected a whole number in 1..8589934591', [25], Number.NaN],
    ["'7D' is not a list of cards; expected numbers in 0..51", '7D', undefined],
  ])('throws before the first deal is asked for: %s', (message, cards, deals) => {
    expect(() => findDealsByFirstCards(cards as number[], deals as Deals)).toThrow(new InputError(message));
  });
});
