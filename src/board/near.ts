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

/** A corrected board, or its cards in the order of a text. */
interface Corrected {
  cards: ArrayLike<number>;
  change: string;
}

/** Cards per line of a text in rows, of one in columns, and of one with a card per line. */
const LENGTHS = {
  rows: [8, 8, 8, 8, 8, 8, 4],
  columns: [7, 7, 7, 7, 6, 6, 6, 6],
  cards: Array(CARDS).fill(1),
};

function linesOf(cards: readonly number[], lengths: readonly number[]): number[][] {
  const rest = cards.slice();
  return lengths.map((length) => rest.splice(0, length));
}

function exchanged<T>(items: readonly T[], a: number, b: number): T[] {
  return items.map((item, i) => (i === a ? items[b] : i === b ? items[a] : item));
}

function spliced(items: readonly number[], index: number, count: number, added: readonly number[]): number[] {
  return [...items.slice(0, index), ...added, ...items.slice(index + count)];
}

/** A text in rows with two columns exchanged: a card in the last row stays where it is, or moves with its column. */
function columnsExchanged(inOrder: readonly number[], a: number, b: number): number[][] {
  const rows = linesOf(inOrder, LENGTHS.rows).map((row) => (b < row.length ? exchanged(row, a, b) : row));
  const last = rows.pop() as number[];
  const moved = a < last.length && b >= last.length ? spliced(last.slice(0, -1), a, 0, last.slice(-1)) : last;
  return [last, moved].map((row) => [...rows, row].flat());
}

function* exchanges(inOrder: readonly number[]): Generator<Corrected> {
  yield { cards: inOrder.slice().reverse(), change: 'backwards' };
  for (const [what, lengths] of Object.entries(LENGTHS)) {
    for (let b = 1; b < lengths.length; b++) {
      for (let a = 0; a < b; a++) {
        const text = exchanged(linesOf(inOrder, exchanged(lengths, a, b)), a, b).flat();
        const texts = what === 'columns' ? [text, ...columnsExchanged(inOrder, a, b)] : [text];
        const names = [b, a].map((i) => cardName(inOrder[i])); // as the deal has them
        const which = what === 'cards' ? names.join(' and ') : `${what} ${a + 1} and ${b + 1}`;
        for (const cards of texts) yield { cards, change: `${which} exchanged` };
      }
    }
  }
}

/** One of two equal cards replaced by the missing one, or left out where none is missing. */
function* oneCardTwice(inOrder: readonly number[], missing: readonly number[]): Generator<Corrected> {
  const second = inOrder.findIndex((card, i) => inOrder.indexOf(card) < i);
  for (const index of [inOrder.indexOf(inOrder[second]), second]) {
    const which = `the ${index === second ? 'second' : 'first'} ${cardName(inOrder[second])}`;
    const change =
      missing.length === 0 ? `${which} left out` : `${cardName(missing[0])} in place of ${which}`;
    yield { cards: spliced(inOrder, index, 1, missing), change };
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
  const tooMany = inOrder.length + missing.length - CARDS;
  if (missing.length > 1 || tooMany > 1) return;
  if (missing.length > tooMany) return yield* oneCardMissing(inOrder, missing);
  for (const { cards, change } of tooMany > 0 ? oneCardTwice(inOrder, missing) : exchanges(inOrder))
    for (const board of readingsOf(cards)) yield { cards: board, change };
}

/** The deals near the cards of a text; throws their fault where none is near. Looks up at most 2,800 boards. */
export function nearDeals({ cards: inOrder, fault, before }: Reading): NearDeal[] {
  const near = new Map<number, NearDeal>();
  // the first card of a board, if the text names it once more later on, is no label
  const withBefore = before === undefined ? [] : correctionsOf([before, ...inOrder]);
  for (const { cards, change } of [...correctionsOf([...inOrder]), ...withBefore]) {
    const deal = findDeal(cards);
    if (deal !== undefined) near.set(deal, { deal, change });
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
