// Every card as byte and name, decks, and views of deals.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/common/errors.js';
import { quote } from '../../src/common/quote.js';
import { cardName, isCard, isDeck, isRed, parseCard } from '../../src/game/cards.js';
import { CARDS, COLUMNS } from '../../src/game/constants.js';
import { dealCards } from '../../src/game/deal.js';
import { type DealView, ReusableDealView, viewCards, viewDeal } from '../../src/game/deal-view.js';
import { range } from '../support/numbers.js';

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
  expect(() => cardName(card as number)).toThrow(InputError);
});

const wrongCase = ['aC', '7d', 'D7', 'X7', '7X', '1D'];

it.each([...wrongCase, '', '7', '7DD', '7♦', '♦7', '7\u0144', '\u01377D', 7, undefined])(
  'parseCard finds no card for %s',
  (name) => {
    expect(parseCard(name as string)).toBeUndefined();
  },
);

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
    for (const other of [deck[i] ^ 1, deck[i] + 32, deck[i] + 64, deck[i] + 128, 255, 52, 63, -1])
      expect(isDeck(deck.with(i, other)), `${i}: ${other}`).toBe(false);
  }
  expect(isDeck(deck.slice(1))).toBe(false);
});

/** A deck in any order, which no deal need have. */
const anyDeck = fc.shuffledSubarray(range(0, CARDS), { minLength: CARDS });

describe('viewCards', () => {
  it('shows any deck as it lies in columns, by bytes and by names', () => {
    fc.assert(
      fc.property(anyDeck, (cards) => {
        const view = viewCards(cards);
        expect(view.number).toBe(0);
        expect([...view.cards]).toEqual([...cards]);
        const columns = range(0, COLUMNS).map((c) => cards.filter((_, i) => i % COLUMNS === c));
        expect(range(0, COLUMNS).map((c) => [...view.column(c)])).toEqual(columns);
        for (const [i, card] of cards.entries()) {
          expect(view.name(i)).toBe(cardName(card));
          const column = columns[i % COLUMNS];
          for (const shown of [card, cardName(card)]) {
            expect(view.position(shown)).toBe(i);
            expect(view.above(shown)).toBe(column.length - 1 - column.indexOf(card));
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  const view = viewDeal(617);
  it.each<[string, () => unknown]>([
    ['cards that are not a deck', () => viewCards(range(0, CARDS).with(7, 3))],
    ...['52', 52, -1, 1.5, 'XX', 'ac', ''].flatMap((card): [string, () => unknown][] => [
      [`the position of ${quote(card)}`, () => view.position(card)],
      [`the cards above ${quote(card)}`, () => view.above(card)],
    ]),
    ...[-1, 52, 1.5].map((i): [string, () => unknown] => [`the index ${i}`, () => view.name(i)]),
    ...[-1, 8, 1.5].map((c): [string, () => unknown] => [`column ${c}`, () => view.column(c)]),
  ])('throws for %s', (_, call) => {
    expect(call).toThrow(InputError);
  });
});

const numbers = [617, 11982, 4_294_967_296];
const cards = Uint8Array.from(numbers.flatMap((n) => [...dealCards(n)]));

it('a view that shows one deal after another shows each as viewDeal does', () => {
  const view = new ReusableDealView();
  view.open(cards);
  for (const [i, n] of [...numbers.entries(), ...numbers.entries()]) {
    view.show(n, i);
    const all = (one: DealView) => [
      [0, 51].map((place) => one.name(place)),
      [0, 3, 4, 7].map((c) => one.column(c)),
      ['AC', 'KS'].map((card) => [one.position(card), one.above(card)]),
      one.cards,
    ];
    expect(all(view)).toEqual(all(viewDeal(n)));
    expect(view.cards).toBe(view.cards);
  }
});
