// Deals whose boards differ from a text in one mistake of the person who typed it. Each possible correction is looked up.

import { type Board, bytesOfBoard } from '../game/board-cards.js';
import { cardName } from '../game/cards.js';
import { CARDS, COLUMNS } from '../game/constants.js';
import { findDeal } from '../game/find.js';
import { FaultyBoard, parseBoard, readingsOf } from './parse.js';

/** A deal that has almost the board of a text. */
export interface NearDeal {
  /** deal number, 1..8589934591 */
  deal: number;
  /** what has to be changed in the text, such as "5S and KC exchanged" or "rows 2 and 6 exchanged" */
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

function exchanged(cards: ArrayLike<number>, pairs: readonly (readonly [number, number])[]): number[] {
  const changed = Array.from(cards);
  for (const [i, j] of pairs) [changed[i], changed[j]] = [cards[j], cards[i]];
  return changed;
}

function* twoCardsExchanged(inOrder: readonly number[]): Generator<Corrected> {
  for (let i = 0; i < CARDS; i++) {
    for (let j = i + 1; j < CARDS; j++) {
      const change = `${cardName(inOrder[j])} and ${cardName(inOrder[i])} exchanged`; // as the deal has them
      for (const cards of readingsOf(exchanged(inOrder, [[i, j]]))) yield { cards, change };
    }
  }
}

function spliced(cards: readonly number[], index: number, count: number, added: readonly number[]): number[] {
  return [...cards.slice(0, index), ...added, ...cards.slice(index + count)];
}

/** The places of two columns in the full rows. */
function pairsIn(a: number, b: number): [number, number][] {
  return Array.from({ length: FULL_ROWS }, (_, row) => [row * COLUMNS + a, row * COLUMNS + b]);
}

function* twoColumnsExchanged(inOrder: readonly number[]): Generator<Corrected> {
  const readings = readingsOf(inOrder);
  for (let a = 0; a < COLUMNS; a++) {
    for (let b = a + 1; b < COLUMNS; b++) {
      const change = `columns ${a + 1} and ${b + 1} exchanged`;
      const pairs = pairsIn(a, b);
      const isLast = a < LONG_COLUMNS && b < LONG_COLUMNS;
      if (isLast) pairs.push([FULL_ROWS * COLUMNS + a, FULL_ROWS * COLUMNS + b]);
      for (const cards of readings) yield { cards: exchanged(cards, pairs), change };
      if (a < LONG_COLUMNS && b >= LONG_COLUMNS) yield* unequalColumns(inOrder, a, b, change);
    }
  }
}

/** A long column and a short one, exchanged with the card in the last row. */
function* unequalColumns(inOrder: readonly number[], long: number, short: number, change: string) {
  const last = FULL_ROWS * COLUMNS;
  const lastMoved = spliced(inOrder.slice(0, -1), last + long, 0, inOrder.slice(-1));
  // by rows, the long column's last card is the last of the text, where it now lies to the right of the others
  yield { cards: exchanged(lastMoved, pairsIn(long, short)), change };
  // by columns, the lines of the text have changed places
  const start = (column: number) => column * FULL_ROWS + Math.min(column, LONG_COLUMNS);
  const [atLong, atShort] = [start(long), start(short) - 1];
  const corrected = blocksExchanged(
    inOrder,
    [atLong, atLong + FULL_ROWS],
    [atShort, atShort + FULL_ROWS + 1],
  );
  yield { cards: readingsOf(corrected)[1], change };
}

function blocksExchanged(
  cards: readonly number[],
  [start, end]: readonly [number, number],
  [laterStart, laterEnd]: readonly [number, number],
): number[] {
  const [block, later] = [cards.slice(start, end), cards.slice(laterStart, laterEnd)];
  return [cards.slice(0, start), later, cards.slice(end, laterStart), block, cards.slice(laterEnd)].flat();
}

/** Two lines of a text in rows exchanged; the last row is shorter. */
function* twoRowsExchanged(inOrder: readonly number[]): Generator<Corrected> {
  for (let b = 1; b <= FULL_ROWS; b++) {
    const startOfB = b < FULL_ROWS ? b * COLUMNS : CARDS - COLUMNS;
    for (let a = 0; a < b; a++) {
      const endOfA = a * COLUMNS + (b < FULL_ROWS ? COLUMNS : LONG_COLUMNS);
      const cards = blocksExchanged(inOrder, [a * COLUMNS, endOfA], [startOfB, startOfB + COLUMNS]);
      yield { cards, change: `rows ${a + 1} and ${b + 1} exchanged` };
    }
  }
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
    yield* twoColumnsExchanged(inOrder);
    yield* twoRowsExchanged(inOrder);
    yield* twoCardsExchanged(inOrder);
  }
}

/**
 * The deals near 51 to 53 cards in the order of a text, as findNearDeals; at most 2,800 boards are looked up, in about
 * 0.3 s.
 */
export function nearDeals(inOrder: Iterable<number>): NearDeal[] {
  const near = new Map<string, NearDeal>();
  for (const { cards, change } of correctionsOf([...inOrder])) {
    const deal = findDeal(cards);
    if (deal !== undefined) near.set(`${deal} ${change}`, { deal, change });
  }
  return [...near.values()];
}

/**
 * The deals whose board is this one but for one mistake: two cards, columns or rows exchanged, a card missing, or a card twice.
 * Returns none where there is no such deal. Takes about 0.3 s.
 * @param board the text of one board, or a board as findDeal takes it; an InputError as from parseBoard where no deal is near
 */
export function findNearDeals(board: string | Board): NearDeal[] {
  const text = typeof board === 'string' ? board : Array.from(bytesOfBoard(board), cardName).join(' ');
  try {
    return nearDeals(parseBoard(text));
  } catch (error) {
    const near = error instanceof FaultyBoard ? nearDeals(error.cards) : [];
    if (near.length === 0) throw error;
    return near;
  }
}
