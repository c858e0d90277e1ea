// A deal as a filter sees it: its number, its cards, and where each card lies.

import { InputError } from '../common/errors.js';
import { quote } from '../common/quote.js';
import { cardName, cardNamed, checkDeck, isCard } from './cards.js';
import { CARDS, COLUMNS } from './constants.js';
import { dealCards } from './deal.js';

const NAMES = Array.from({ length: CARDS }, (_, card) => cardName(card));

/** A deal, with questions that filters ask of it. */
export interface DealView {
  /** deal number, 1..8589934591; 0 for cards that were given without one */
  readonly number: number;
  /** 52 card bytes (rank * 4 + suit) in dealing order: the i-th, from 0, lies in column i mod 8, row i div 8 */
  readonly cards: Uint8Array;
  /** the name of the i-th card dealt, 0..51, such as "TC" */
  name(i: number): string;
  /** the cards of a column, 0..7, the first-dealt first and the exposed one last: 7 in columns 0..3, 6 in 4..7 */
  column(c: number): Uint8Array;
  /** where a card ("AC" or its byte) was dealt: 0..51, so that it lies in column position mod 8, row position div 8 */
  position(card: string | number): number;
  /** how many cards lie on a card ("AC" or its byte) in its column: 0 where it is exposed, at most 6 */
  above(card: string | number): number;
}

function toCard(card: string | number): number {
  const byte = typeof card === 'string' ? cardNamed(card) : card;
  if (isCard(byte)) return byte;
  throw new InputError(
    `${quote(card)} is not a valid card; expected a name such as TC or a byte 0..${CARDS - 1}`,
  );
}

/** The cards of some deals. */
export interface DealtCards {
  /** 52 card bytes a deal in dealing order */
  readonly cards: Uint8Array;
  /** where a card was dealt, in the deal of an index */
  positionOf(card: number, index: number): number;
}

/** The deals of card bytes, which are searched for a card. */
export function dealsOf(cards: Uint8Array): DealtCards {
  return { cards, positionOf: (card, index) => cards.indexOf(card, index * CARDS) - index * CARDS };
}

/**
 * One object that shows one deal after another, so that a filter over millions of deals allocates nothing. It reads the
 * cards where they are, and copies them only for a filter that asks for them.
 */
export class ReusableDealView implements DealView {
  number = 0;
  #deals = dealsOf(new Uint8Array(CARDS));
  #index = 0; // of the deal that is shown
  #cards = new Uint8Array(CARDS);
  #isCopied = true;

  /** A filter that changes it throws, instead of breaking the view of all deals to come. */
  constructor() {
    Object.seal(this);
  }

  /** A getter, so that a filter that assigns to it throws, too; what one does to the bytes changes no name and no position. */
  get cards(): Uint8Array {
    if (!this.#isCopied) {
      const from = this.#index * CARDS;
      if (this.#cards.length < CARDS) this.#cards = new Uint8Array(CARDS); // a filter has transferred those before
      this.#cards.set(this.#deals.cards.subarray(from, from + CARDS));
      this.#isCopied = true;
    }
    return this.#cards;
  }

  /** Takes the deals that `show` shows; they must stay as they are until it takes others. */
  open(deals: DealtCards): void {
    this.#deals = deals;
  }

  /** Shows a deal by its index among the deals. */
  show(number: number, index: number): void {
    this.number = number;
    this.#index = index;
    this.#isCopied = false;
  }

  #card(i: number): number {
    return this.#deals.cards[this.#index * CARDS + i];
  }

  name(i: number): string {
    const isIndex = Number.isInteger(i) && i >= 0 && i < CARDS;
    if (!isIndex) throw new InputError(`card index ${quote(i)} is not valid; expected 0..${CARDS - 1}`);
    return NAMES[this.#card(i)];
  }

  column(c: number): Uint8Array {
    if (!Number.isInteger(c) || c < 0 || c >= COLUMNS) {
      throw new InputError(`there is no column ${quote(c)}; expected 0..${COLUMNS - 1}`);
    }
    const rows = Math.ceil((CARDS - c) / COLUMNS);
    return Uint8Array.from({ length: rows }, (_, row) => this.#card(c + row * COLUMNS));
  }

  position(card: string | number): number {
    return this.#deals.positionOf(toCard(card), this.#index);
  }

  above(card: string | number): number {
    return Math.floor((CARDS - 1 - this.position(card)) / COLUMNS);
  }
}

/**
 * A view of a deal; it keeps showing that deal.
 * @param n deal number, 1..8589934591; anything else throws an InputError that names it
 */
export function viewDeal(n: number): DealView {
  return viewCards(dealCards(n), n);
}

/**
 * A view of any 52 cards, which are copied.
 * @param cards card bytes in dealing order, each of 0..51 once; an InputError says what is wrong
 * @param number what the view shows as its deal number; 0 where there is none
 */
export function viewCards(cards: ArrayLike<number>, number = 0): DealView {
  checkDeck(cards);
  const view = new ReusableDealView();
  view.open(dealsOf(Uint8Array.from(cards)));
  view.show(number, 0);
  return view;
}
