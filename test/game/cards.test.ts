// Every card as byte and name, and segments of deal numbers with every number near an end.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cardName, isCard, isDeck, isRed, parseCard } from '../../src/game/cards.js';
import { CARDS, LAST_DEAL } from '../../src/game/constants.js';
import { dealCards } from '../../src/game/deal.js';
import {
  asRange,
  countAllNumbers,
  type DealNumbers,
  isDealNumber,
  numberAt,
  sliceNumbers,
  splitNumbers,
} from '../../src/game/deal-numbers.js';

const NAMES = [...'A23456789TJQK'].flatMap((rank) => [...'CDHS'].map((suit) => rank + suit));

it('each card has its name, its colour and its byte', () => {
  for (const [card, name] of NAMES.entries()) {
    expect(cardName(card)).toBe(name);
    expect(parseCard(name)).toBe(card);
    expect(isRed(card), name).toBe(name.endsWith('D') || name.endsWith('H'));
    expect(isCard(card)).toBe(true);
  }
});

it.each([-1, 52, 1.5, Number.NaN, '7D', undefined, null])('cardName refuses %s', (card) => {
  expect(isCard(card)).toBe(false);
  expect(() => cardName(card as number)).toThrow('is not a valid card; expected a whole number in 0..51');
});

it.each([
  '',
  '7',
  '7DD',
  '1D',
  '7X',
  'X7',
  'D7',
  'aC',
  '7d',
  '7♦',
  '♦7',
  '7\u0144',
  '\u01377D',
  7,
  undefined,
])('parseCard finds no card for %s', (name) => {
  expect(parseCard(name as string)).toBeUndefined();
});

it('a deck has each card once, in any order and from any index on', () => {
  const deck = Array.from(dealCards(617));
  expect(isDeck(deck)).toBe(true);
  for (let from = 0; from < 5; from++) {
    const padded = [...Array(from).fill(0), ...deck, 0];
    expect(isDeck(padded, from)).toBe(true);
    expect(isDeck(padded, from + 1)).toBe(from === 0 && padded[0] === 0 ? isDeck(deck.slice(1)) : false);
  }
  for (let i = 0; i < CARDS; i++) {
    // another card, and what has the same bits as this one in some of the ways to look at them
    for (const other of [deck[i] ^ 1, deck[i] + 32, deck[i] + 64, deck[i] + 128, 255, 52, 63])
      expect(isDeck(deck.with(i, other)), `${i}: ${other}`).toBe(false);
  }
  expect(isDeck(deck.slice(1))).toBe(false);
});

it.each([
  [1, true],
  [LAST_DEAL, true],
  [0, false],
  [LAST_DEAL + 1, false],
  [1.5, false],
  [Number.NaN, false],
])('isDealNumber of %d is %s', (n, is) => {
  expect(isDealNumber(n)).toBe(is);
});

describe('deal numbers', () => {
  const parts = fc.array(
    fc.oneof(
      fc.tuple(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 1, max: 30 })).map(([first, count]) => ({
        first,
        last: first + count - 1,
      })),
      fc
        .array(fc.integer({ min: 1, max: 1e9 }), { minLength: 1, maxLength: 30 })
        .map((n) => Float64Array.from(n)),
    ),
    { maxLength: 6 },
  );

  function listOf(numbers: readonly DealNumbers[]): number[] {
    return numbers.flatMap((some) =>
      some instanceof Float64Array
        ? [...some]
        : Array.from({ length: some.last - some.first + 1 }, (_, i) => some.first + i),
    );
  }

  it('are cut into segments of one size, the last one possibly shorter, in their order', () => {
    fc.assert(
      fc.property(parts, fc.integer({ min: 1, max: 40 }), (numbers, most) => {
        const split = [...splitNumbers(numbers, most)];
        const all = listOf(numbers);
        expect(split.flatMap(listOf)).toEqual(all);
        expect(countAllNumbers(numbers)).toBe(all.length);
        const sizes = split.map(countAllNumbers);
        expect(sizes.slice(0, -1).every((size) => size === most)).toBe(true);
        expect(sizes.every((size) => size > 0 && size <= most)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('are sliced and read by their index', () => {
    for (const numbers of [{ first: 5, last: 9 }, Float64Array.of(5, 6, 7, 8, 9)]) {
      expect([0, 1, 4].map((i) => numberAt(numbers, i))).toEqual([5, 6, 9]);
      expect(listOf([sliceNumbers(numbers, 1, 3)])).toEqual([6, 7]);
      expect(listOf([sliceNumbers(numbers, 0, 5)])).toEqual([5, 6, 7, 8, 9]);
    }
  });

  it.each<[number[], object | undefined]>([
    [[], undefined],
    [[5], { first: 5, last: 5 }],
    [[5, 6, 7], { first: 5, last: 7 }],
    [[5, 7], undefined],
    [[5, 7, 6, 8], undefined], // its ends are as far apart as those of a range
    [[5, 5, 7], undefined],
    [[6, 5], undefined],
  ])('%j is the range %j', (numbers, range) => {
    expect(asRange(Float64Array.from(numbers))).toEqual(range);
  });
});
