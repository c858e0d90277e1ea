// Columns, from which conditions are answered: of some deals, a byte or a number for each. This is the reference
// implementation, out of cards; a kernel has its own.

import { CARDS } from '../game/constants.js';

/** Deals whose columns are made at a time. A column always has so many values; those behind the last deal mean nothing. */
export const COLUMN_DEALS = 1024;

/** Columns of at most COLUMN_DEALS deals; what is made is valid until the engine's next call but those of the same columns. */
export interface Columns {
  /** the 52 card bytes of each deal, in dealing order */
  cards(): Uint8Array;
  /** 255 for each deal whose `card` is one of the cards `first`..`last` dealt, 0 for the others; valid until the next one */
  findAmong(card: number, first: number, last: number): Uint8Array;
  /** the i-th card dealt */
  card(index: number): Uint8Array;
  /** where a card was dealt */
  position(card: number): Uint8Array;
}

/** Columns out of 52 card bytes a deal. */
export function columnsOf(cards: Uint8Array): Columns {
  const count = cards.length / CARDS;
  const column = (of: (deal: number) => number) =>
    Uint8Array.from({ length: COLUMN_DEALS }, (_, deal) => (deal < count ? of(deal) : 0));
  const positionOf = (card: number, deal: number) => cards.indexOf(card, deal * CARDS) - deal * CARDS;
  return {
    cards: () => cards,
    findAmong: (card, first, last) =>
      column((deal) => {
        const position = positionOf(card, deal);
        return position >= first && position <= last ? 255 : 0;
      }),
    card: (index) => column((deal) => cards[deal * CARDS + index]),
    position: (card) => column((deal) => positionOf(card, deal)),
  };
}
