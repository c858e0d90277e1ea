// A deal as a filter sees it: its number, its cards, and the position of each card.

import { InputError } from '../common/errors.js';
import { quote } from '../common/quote.js';
import { copyOfCards, NAMES, toCard } from './cards.js';
import { CARDS, COLUMNS } from './constants.js';
import { dealCards } from './deal.js';
import { providedCells } from './known-cells.js';

/** A deal, with methods for what filters need to know. */
export interface DealView {
  /** deal number, 1..8589934591; 0 for cards without one */
  readonly number: number;
  /** the fewest free cells with which the deal can be won; undefined if it is not known, or without a number */
  readonly cells: number | undefined;
  /** 52 card bytes (rank * 4 + suit) in dealing order; card i, from 0, lies in column i mod 8, row i div 8 */
  readonly cards: Uint8Array;
  /** the name of the i-th card dealt, 0..51, such as "TC" */
  name(i: number): string;
  /** the cards of column c, 0..7, from the first dealt to the exposed one: 7 cards in columns 0..3, 6 in 4..7 */
  column(c: number): Uint8Array;
  /** the place 0..51 at which a card ("AC" or its byte) was dealt, in column position mod 8, row position div 8 */
  position(card: string | number): number;
  /** the number of cards on top of a card ("AC" or its byte) in its column: 0 for an exposed card, at most 6 */
  above(card: string | number): number;
}

/**
 * A view that shows one deal after another, so that a filter over millions of deals allocates nothing. It reads the
 * cards in place, and copies them only if the filter reads `cards`.
 */
export class ReusableDealView implements DealView {
  number = 0;
  #deals: Uint8Array = new Uint8Array(CARDS);
  #index = 0; // of the shown deal
  readonly #cards = new Uint8Array(CARDS);
  #isCopied = true;

  /** Seals the view: a filter that changes it throws, instead of breaking it for all further deals. */
  constructor() {
    Object.seal(this);
  }

  /** Copies the cards: a filter that changes them changes neither names nor positions. A getter refuses assignments. */
  get cards(): Uint8Array {
    if (!this.#isCopied) {
      const from = this.#index * CARDS;
      this.#cards.set(this.#deals.subarray(from, from + CARDS));
      this.#isCopied = true;
    }
    return this.#cards;
  }

  get cells(): number | undefined {
    return this.number === 0 ? undefined : providedCells().cellsNeeded(this.number);
  }

  /** Sets the deals that `show` chooses from, 52 card bytes each. They must not change until other deals are set. */
  open(deals: Uint8Array): void {
    this.#deals = deals;
  }

  /** Shows a deal by its index among the deals. */
  show(number: number, index: number): void {
    this.number = number;
    this.#index = index;
    this.#isCopied = false;
  }

  #card(i: number): number {
    return this.#deals[this.#index * CARDS + i];
  }

  name(i: number): string {
    const isIndex = Number.isInteger(i) && i >= 0 && i < CARDS;
    if (!isIndex) throw new InputError(`card index ${quote(i)} is not valid; expected 0..${CARDS - 1}`);
    return NAMES[this.#card(i)];
  }

  column(c: number): Uint8Array {
    if (!Number.isInteger(c) || c < 0 || c >= COLUMNS)
      throw new InputError(`there is no column ${quote(c)}; expected 0..${COLUMNS - 1}`);
    const rows = Math.ceil((CARDS - c) / COLUMNS);
    return Uint8Array.from({ length: rows }, (_, row) => this.#card(c + row * COLUMNS));
  }

  position(card: string | number): number {
    const first = this.#index * CARDS;
    return this.#deals.indexOf(toCard(card), first) - first;
  }

  above(card: string | number): number {
    return Math.floor((CARDS - 1 - this.position(card)) / COLUMNS);
  }
}

/**
 * A view of a deal, which does not change to another deal.
 * @param n deal number, 1..8589934591; anything else throws an InputError that names it
 */
export function viewDeal(n: number): DealView {
  return viewCards(dealCards(n), n);
}

/**
 * A view of a copy of any 52 cards.
 * @param cards card bytes in dealing order, each of 0..51 once; an InputError says what is wrong
 * @param number the deal number that the view shows; default 0
 */
export function viewCards(cards: ArrayLike<number>, number = 0): DealView {
  const view = new ReusableDealView();
  view.open(copyOfCards(cards));
  view.show(number, 0);
  return view;
}
