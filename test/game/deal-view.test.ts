import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as browser from '../../src/browser/browser.js';
import { InputError } from '../../src/common/errors.js';
import { quote } from '../../src/common/quote.js';
import { CARDS, COLUMNS, LAST_DEAL } from '../../src/game/constants.js';
import { dealCards, dealFreeCell } from '../../src/game/deal.js';
import { dealsOf, ReusableDealView } from '../../src/game/deal-view.js';
import * as library from '../../src/index.js';
import { range } from '../support/numbers.js';

const { cardName, viewCards, viewDeal } = library;

/** A deck in any order, which no deal need have. */
const anyDeck = fc.shuffledSubarray(range(0, CARDS), { minLength: CARDS });

describe('viewDeal', () => {
  it('shows any deal as dealFreeCell lays it out', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: LAST_DEAL }), (n) => {
        const view = viewDeal(n);
        const rows = dealFreeCell(n);
        expect(view.number).toBe(n);
        expect(view.cards).toEqual(dealCards(n));
        for (let c = 0; c < COLUMNS; c++) {
          const column = rows.flatMap((row) => row.slice(c, c + 1));
          expect(Array.from(view.column(c), cardName)).toEqual(column);
          for (const [row, name] of column.entries()) {
            expect(view.position(name)).toBe(row * COLUMNS + c);
            expect(view.name(row * COLUMNS + c)).toBe(name);
            expect(view.above(name)).toBe(column.length - 1 - row);
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it('returns a view that does not change when another deal is viewed', () => {
    const [first, second] = [viewDeal(617), viewDeal(618)];
    expect([first.number, second.number]).toEqual([617, 618]);
    expect(first.cards).toEqual(dealCards(617));
  });

  it.each([0, 1.5, Number.NaN, LAST_DEAL + 1])('refuses the deal number %s', (n) => {
    expect(() => viewDeal(n)).toThrow(InputError);
  });
});

describe('viewCards', () => {
  it('shows any deck, by bytes as by names', () => {
    fc.assert(
      fc.property(anyDeck, (cards) => {
        const view = viewCards(cards);
        expect(view.number).toBe(0);
        for (const [i, card] of cards.entries()) {
          expect(view.position(card)).toBe(i);
          expect(view.position(cardName(card))).toBe(i);
          expect(view.name(i)).toBe(cardName(card));
        }
      }),
      { numRuns: 100 },
    );
  });

  it('copies the cards', () => {
    const cards = dealCards(617);
    const view = viewCards(cards, 617);
    cards.fill(0);
    expect(view.cards).toEqual(dealCards(617));
    expect(view.number).toBe(617);
  });

  it('throws for cards that are not a deck', () => {
    const twice = 'card 3 (AS) is on the board twice; expected once';
    expect(() => viewCards(range(0, CARDS).with(7, 3))).toThrow(new InputError(twice));
  });

  it.each(['52', 52, '-1', -1, 1.5, 'XX', 'ac', ''])('throws for the card %j', (card) => {
    const view = viewDeal(617);
    const message = `${quote(card)} is not a valid card; expected a name such as TC or a byte 0..51`;
    expect(() => view.position(card)).toThrow(new InputError(message));
    expect(() => view.above(card)).toThrow(new InputError(message));
  });

  it.each([-1, 52, 1.5])('throws for the index %d of a card', (i) => {
    expect(() => viewDeal(617).name(i)).toThrow(`card index ${i} is not valid; expected 0..51`);
  });

  it.each([-1, 8, 1.5])('throws for column %d', (c) => {
    expect(() => viewDeal(617).column(c)).toThrow(`there is no column ${c}; expected 0..7`);
  });
});

describe('a view that shows one deal after another', () => {
  const numbers = [617, 11982, 4_294_967_296];
  const cards = Uint8Array.from(numbers.flatMap((n) => [...dealCards(n)]));

  it('shows each deal as viewDeal does', () => {
    const view = new ReusableDealView();
    view.open(dealsOf(cards));
    for (const [i, n] of [...numbers.entries(), ...numbers.entries()]) {
      view.show(n, i);
      const expected = viewDeal(n);
      expect([view.name(0), view.name(51)]).toEqual([expected.name(0), expected.name(51)]);
      for (const c of [0, 3, 4, 7]) expect(view.column(c)).toEqual(expected.column(c));
      for (const card of ['AC', 'KS']) {
        expect(view.position(card)).toBe(expected.position(card));
        expect(view.above(card)).toBe(expected.above(card));
      }
      expect(view.cards).toEqual(dealCards(n));
      expect(view.cards).toBe(view.cards);
    }
  });

  it('gets new cards if a filter has transferred those of the deal before', () => {
    const view = new ReusableDealView();
    view.open(dealsOf(cards));
    view.show(617, 0);
    const first = view.cards;
    first.fill(0);
    expect(view.name(0)).toBe('7D');
    view.show(11982, 1);
    expect(view.cards).toBe(first);
    structuredClone(first, { transfer: [first.buffer] });
    view.show(617, 0);
    expect(view.cards).toEqual(dealCards(617));
  });

  it('does not keep a property that a filter has set', () => {
    expect(() => Object.assign(new ReusableDealView(), { found: true })).toThrow(TypeError);
  });
});

describe('the library', () => {
  it.each([
    ['Node', library],
    ['browsers', browser],
  ])('exports the words for cards and deals to %s', (_, entry) => {
    expect([entry.FIRST_DEAL, entry.LAST_DEAL]).toEqual([1, 8589934591]);
    expect(entry.parseCard('TC')).toBe(36);
    expect(entry.parseCard('XX')).toBeUndefined();
    expect(entry.parseDeals('617,1..3')).toEqual([
      { first: 617, last: 617 },
      { first: 1, last: 3 },
    ]);
    expect(entry.viewDeal(617).name(0)).toBe('7D');
  });
});
