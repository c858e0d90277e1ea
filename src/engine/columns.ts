// Columns of deals, which conditions are evaluated on: a byte or a number per deal. This is the reference implementation;
// the SIMD kernel has its own.

import { CARDS } from '../game/constants.js';

/** Deals in a column. Where there are fewer deals, the values after the last one mean nothing. */
export const COLUMN_DEALS = 1024;

/** Columns of at most COLUMN_DEALS deals. A column is valid until the engine is used for anything but these columns. */
export interface Columns {
  /** the 52 card bytes of each deal, in dealing order */
  cards(): Uint8Array;
  /** 255 for each deal with `card` among the cards `first`..`last` dealt, 0 for the others; valid until the next call */
  findAmong(card: number, first: number, last: number): Uint8Array;
  /** the i-th card dealt */
  card(index: number): Uint8Array;
  /** the position of a card in dealing order */
  position(card: number): Uint8Array;
}

/**
 * Columns computed from cards.
 * @param deal deals the 52 card bytes of each deal; called at most once, when the first column is asked for
 */
export function columnsOf(deal: () => Uint8Array): Columns {
  let dealt: Uint8Array | undefined;
  const cards = () => {
    dealt ??= deal();
    return dealt;
  };
  /** For each deal with `card` among the cards `first`..`last` dealt: what `value` makes of its position; 0 for the others. */
  const find = (card: number, first: number, last: number, value: (position: number) => number) => {
    const column = new Uint8Array(COLUMN_DEALS);
    const all = cards();
    for (let deal = 0; deal * CARDS < all.length; deal++) {
      for (let i = first; i <= last; i++) if (all[deal * CARDS + i] === card) column[deal] = value(i);
    }
    return column;
  };
  return {
    cards,
    findAmong: (card, first, last) => find(card, first, last, () => 255),
    card: (index) => new Uint8Array(COLUMN_DEALS).map((_, deal) => cards()[deal * CARDS + index]),
    position: (card) => find(card, 0, CARDS - 1, (position) => position),
  };
}
