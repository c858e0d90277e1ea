// Columns of deals, which conditions are evaluated on: a byte per deal. This is the reference implementation; the SIMD kernel
// has its own.

import { CARDS } from '../game/constants.js';
import type { Among } from '../selection/condition/tree.js';

/** Deals in a column. Where there are fewer deals, the values after the last one mean nothing. */
export const COLUMN_DEALS = 1024;

/** Numbers of cards that kernels can deal alone. To deal d cards takes about d^2 times as long as to deal one. */
export const DEPTHS: readonly number[] = [0, 4, 8, 12, 20, 28, 36, 44, CARDS];

/** Columns of at most COLUMN_DEALS deals. A column is valid until the engine is used for anything but these columns. */
export interface Columns {
  /** 255 for each deal for which all of these conditions hold, 0 for the others; undefined if they hold for no deal */
  findAll(conditions: readonly Among[]): Uint8Array | undefined;
  /** the position of a card in dealing order */
  position(card: number): Uint8Array;
}

/**
 * Columns computed from cards.
 * @param deal deals the 52 card bytes of each deal; called at most once, when the first column is asked for
 * @param depth cards of each deal that columns may show
 */
export function columnsOf(deal: () => Uint8Array, depth: number): Columns {
  let dealt: Uint8Array | undefined;
  /** A column of what `value` makes of the first `depth` cards of each deal. */
  const column = (value: (cards: Uint8Array) => number) => {
    const column = new Uint8Array(COLUMN_DEALS);
    dealt ??= deal();
    for (let i = 0; i * CARDS < dealt.length; i++)
      column[i] = value(dealt.subarray(i * CARDS, i * CARDS + depth));
    return column;
  };
  const isAmong = (cards: Uint8Array, { card, first, last, holds }: Among) =>
    cards.subarray(first, last + 1).includes(card) === holds;
  return {
    findAll(conditions) {
      const found = column((cards) => (conditions.every((each) => isAmong(cards, each)) ? 255 : 0));
      return found.includes(255) ? found : undefined;
    },
    position: (card) => column((cards) => cards.indexOf(card)),
  };
}
