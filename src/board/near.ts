// Finds the deals whose boards differ from that of a text in one mistake of the person who typed it. Each possible
// correction is looked up.

import { reading } from '../common/options.js';
import { type Board, bytesOfBoard, cardName } from '../game/cards.js';
import { CARDS, COLUMNS } from '../game/constants.js';
import { findDeal } from '../game/find.js';
import { type Reading, readBoard, readingsOf } from './parse.js';

/** A deal that has almost the board of a text. */
export interface NearDeal {
  /** deal number, 1..8589934591 */
  deal: number;
  /**
   * what differs in the text: "5S and KC exchanged", "rows 2 and 6 exchanged"; "backwards" if it begins with the last
   * card
   */
  change: string;
}

/** A corrected board: 52 different cards in dealing order. */
interface Corrected {
  cards: ArrayLike<number>;
  change: string;
}

/** Rows in which all columns have a card, and columns with a card in the row after. */
const FULL_ROWS = Math.floor(CARDS / COLUMNS);
const LONG_COLUMNS = CARDS % COLUMNS;

/** The cells of seven rows, in the order of a text in rows and of a text in columns. The last four have no card. */
const IN_ROWS = Array.from({ length: (FULL_ROWS + 1) * COLUMNS }, (_, cell) => cell);
const IN_COLUMNS = IN_ROWS.slice().sort((a, b) => (a % COLUMNS) - (b % COLUMNS));

function* twoCardsExchanged(inOrder: readonly number[]): Generator<Corrected> {
  for (let i = 0; i < CARDS; i++) {
    for (let j = i + 1; j < CARDS; j++) {
      const change = `${cardName(inOrder[j])} and ${cardName(inOrder[i])} exchanged`; // as the deal has them
      const corrected = inOrder.map((_, k) => inOrder[exchanged(k, i, j)]);
      for (const cards of readingsOf(corrected)) yield { cards, change };
    }
  }
}

/** An index after a and b have changed places. */
function exchanged(index: number, a: number, b: number): number {
  return index === a ? b : index === b ? a : index;
}

/** The board of a text whose i-th card belongs to the i-th of the cells to which `cellOf` moves `cells`. */
function movedTo(inOrder: readonly number[], cells: readonly number[], cellOf: (cell: number) => number) {
  const cards = new Uint8Array(CARDS);
  const places = cells.map(cellOf).filter((cell) => cell < CARDS);
  for (const [i, place] of places.entries()) cards[place] = inOrder[i];
  return cards;
}

function* twoColumnsExchanged(inOrder: readonly number[]): Generator<Corrected> {
  for (let a = 0; a < COLUMNS; a++) {
    for (let b = a + 1; b < COLUMNS; b++) {
      const change = `columns ${a + 1} and ${b + 1} exchanged`;
      // of a long and a short column, the card in the last row may have stayed where it was
      const isUneven = a < LONG_COLUMNS && b >= LONG_COLUMNS;
      for (const rows of isUneven ? [FULL_ROWS, FULL_ROWS + 1] : [FULL_ROWS + 1]) {
        const cellOf = (cell: number) =>
          cell < rows * COLUMNS ? cell - (cell % COLUMNS) + exchanged(cell % COLUMNS, a, b) : cell;
        for (const cells of [IN_ROWS, IN_COLUMNS]) yield { cards: movedTo(inOrder, cells, cellOf), change };
      }
    }
  }
}

/** Two lines of a text in rows exchanged; the last row is shorter. */
function* twoRowsExchanged(inOrder: readonly number[]): Generator<Corrected> {
  for (let b = 1; b <= FULL_ROWS; b++) {
    for (let a = 0; a < b; a++) {
      const cellOf = (cell: number) =>
        exchanged(Math.floor(cell / COLUMNS), a, b) * COLUMNS + (cell % COLUMNS);
      yield { cards: movedTo(inOrder, IN_ROWS, cellOf), change: `rows ${a + 1} and ${b + 1} exchanged` };
    }
  }
}

function spliced(cards: readonly number[], index: number, count: number, added: readonly number[]): number[] {
  return [...cards.slice(0, index), ...added, ...cards.slice(index + count)];
}

/** One of two equal cards replaced by the missing one, or left out where none is missing. */
function* oneCardTwice(inOrder: readonly number[], missing: readonly number[]): Generator<Corrected> {
  const second = inOrder.findIndex((card, i) => inOrder.indexOf(card) < i);
  const first = inOrder.indexOf(inOrder[second]);
  for (const index of [first, second]) {
    const which = `the ${index === first ? 'first' : 'second'} ${cardName(inOrder[index])}`;
    const [card] = missing;
    if (card === undefined && index === first && second === first + 1) continue; // the same board
    const change = card === undefined ? `${which} left out` : `${cardName(card)} in place of ${which}`;
    for (const cards of readingsOf(spliced(inOrder, index, 1, missing))) yield { cards, change };
  }
}

function* oneCardMissing(inOrder: readonly number[], missing: readonly number[]): Generator<Corrected> {
  for (let index = 0; index < CARDS; index++) {
    for (const cards of readingsOf(spliced(inOrder, index, 0, missing))) {
      const i = cards.indexOf(missing[0]);
      const place = `column ${(i % COLUMNS) + 1}, row ${Math.floor(i / COLUMNS) + 1}`;
      yield { cards, change: `${cardName(missing[0])} added in ${place}` };
    }
  }
}

/** Every board of which the cards, in the order of a text, have one mistake. */
export function* correctionsOf(inOrder: readonly number[]): Generator<Corrected> {
  const missing = Array.from({ length: CARDS }, (_, card) => card).filter((card) => !inOrder.includes(card));
  if (missing.length > 1) return;
  if (inOrder.length + missing.length === CARDS + 1) yield* oneCardTwice(inOrder, missing);
  else if (inOrder.length === CARDS - 1) yield* oneCardMissing(inOrder, missing);
  else if (inOrder.length === CARDS) {
    for (const cards of readingsOf([...inOrder].reverse())) yield { cards, change: 'backwards' };
    yield* twoColumnsExchanged(inOrder);
    yield* twoRowsExchanged(inOrder);
    yield* twoCardsExchanged(inOrder);
  }
}

/**
 * The deals near the cards of a text, as findNearDeals; throws their fault where no deal is near. At most 2,800 boards
 * are looked up, in about 0.3 s.
 */
export function nearDeals({ cards: inOrder, fault }: Reading): NearDeal[] {
  const near = new Map<string, NearDeal>();
  for (const { cards, change } of correctionsOf([...inOrder])) {
    const deal = findDeal(cards);
    if (deal !== undefined) near.set(`${deal} ${change}`, { deal, change });
  }
  if (fault !== undefined && near.size === 0) throw fault;
  return [...near.values()];
}

/**
 * The deals whose board is this one but for one mistake: two cards, columns or rows exchanged, a card missing, or a
 * card twice. Returns none where there is no such deal. Takes about 0.3 s.
 * @param board the text of one board, or a board as findDeal takes it; an InputError as from parseBoard where no deal
 * is near
 */
export function findNearDeals(board: string | Board): NearDeal[] {
  const nameAll = () => Array.from(bytesOfBoard(board as Board), cardName).join(' ');
  const text = typeof board === 'string' ? board : reading('the board', nameAll);
  return nearDeals(readBoard(text));
}
