// Every card as byte and name, and decks.

import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/common/errors.js';
import { quote } from '../../src/common/quote.js';
import { cardName, checkDeck, isCard, isDeck, isRed, parseCard } from '../../src/game/cards.js';
import { CARDS } from '../../src/game/constants.js';
import { dealCards } from '../../src/game/deal.js';
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
  const message = `${quote(card)} is not a valid card; expected a whole number in 0..51`;
  expect(() => cardName(card as number)).toThrow(new InputError(message));
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

describe('checkDeck', () => {
  const deck = range(0, CARDS);

  it.each<[string, unknown]>([
    ['the board has 0 cards; expected 52', []],
    ['the board has 51 cards; expected 52', deck.slice(1)],
    ['the board has 53 cards; expected 52', [...deck, 0]],
    ['52 is not a valid card; expected a whole number in 0..51', deck.with(3, 52)],
    ['undefined is not a valid card; expected a whole number in 0..51', { length: CARDS }],
    ['card 25 (7D) is on the board twice; expected once', deck.with(51, 25)],
    ['card 51 (KS) is on the board twice; expected once', deck.with(0, 51)],
    ['[object Map] is not a list of cards; expected numbers in 0..51', new Map()],
  ])('throws an InputError: %s', (message, cards) => {
    expect(() => checkDeck(cards as number[])).toThrow(new InputError(message));
  });
});
