// Finds the deals whose boards differ from that of a text in one mistake of the person who typed it. Each possible
// correction is looked up.

import { reading } from '../common/options.js';
import { type Board, bytesOfBoard, cardName, NAMES } from '../game/cards.js';
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

interface Corrected {
  cards: Uint8Array;
  change: string;
}

/** All cards as bytes, which are also all places of a board. */
const ALL = Array.from({ length: CARDS }, (_, i) => i);
/** What may be exchanged, how many a board has, and the row and column where a text then shows a card. */
const LINES: [string, number, (row: number, column: number, of: (line: number) => number) => number[]][] = [
  ['rows', 7, (row, column, of) => [of(row), column]],
  ['columns', 8, (row, column, of) => [row, of(column)]],
  ['columns', 8, (row, column, of) => [row, row < 6 ? of(column) : column]], // the last row, a short one, stays
];

function* pairsOf(count: number): Generator<[a: number, b: number]> {
  for (let b = 1; b < count; b++) for (let a = 0; a < b; a++) yield [a, b];
}

function* exchanges(inOrder: readonly number[]): Generator<Corrected> {
  for (const cards of readingsOf(inOrder.slice().reverse())) yield { cards, change: 'backwards' };
  for (const [what, count, shownAt] of LINES) {
    for (const [a, b] of pairsOf(count)) {
      const exchanged = (line: number) => (line === a ? b : line === b ? a : line);
      const shown = ALL.map((place) => shownAt(Math.floor(place / COLUMNS), place % COLUMNS, exchanged));
      for (const isByColumn of [0, 1]) {
        const keys = shown.map((line) => line[isByColumn] * CARDS + line[1 - isByColumn]);
        const cards = new Uint8Array(CARDS);
        const places = ALL.slice().sort((one, other) => keys[one] - keys[other]);
        for (const [i, place] of places.entries()) cards[place] = inOrder[i];
        yield { cards, change: `${what} ${a + 1} and ${b + 1} exchanged` };
      }
    }
  }
  for (const [a, b] of pairsOf(CARDS)) {
    const text = inOrder.slice();
    [text[a], text[b]] = [text[b], text[a]];
    const change = `${cardName(text[a])} and ${cardName(text[b])} exchanged`; // as the deal has them
    for (const cards of readingsOf(text)) yield { cards, change };
  }
}

/** One of two equal cards replaced by the missing one, or left out where none is missing. */
function* oneCardTwice(inOrder: readonly number[], missing: readonly number[]): Generator<Corrected> {
  const second = inOrder.findIndex((card, i) => inOrder.indexOf(card) < i);
  for (const index of [inOrder.indexOf(inOrder[second]), second]) {
    const which = `the ${index === second ? 'second' : 'first'} ${cardName(inOrder[second])}`;
    const change = missing.length === 0 ? `${which} left out` : `${NAMES[missing[0]]} in place of ${which}`;
    const text = [...inOrder.slice(0, index), ...missing, ...inOrder.slice(index + 1)];
    for (const cards of readingsOf(text)) yield { cards, change };
  }
}

function* oneCardMissing(inOrder: readonly number[], missing: number): Generator<Corrected> {
  for (const index of ALL) {
    for (const cards of readingsOf([...inOrder.slice(0, index), missing, ...inOrder.slice(index)])) {
      const i = cards.indexOf(missing);
      const place = `column ${(i % COLUMNS) + 1}, row ${Math.floor(i / COLUMNS) + 1}`;
      yield { cards, change: `${cardName(missing)} added in ${place}` };
    }
  }
}

/** Every board of which the cards, in the order of a text, have one mistake. */
export function correctionsOf(inOrder: readonly number[]): Iterable<Corrected> {
  const missing = ALL.filter((card) => !inOrder.includes(card));
  const tooMany = inOrder.length + missing.length - CARDS;
  if (missing.length > 1 || tooMany > 1) return [];
  if (missing.length > tooMany) return oneCardMissing(inOrder, missing[0]);
  return tooMany > 0 ? oneCardTwice(inOrder, missing) : exchanges(inOrder);
}

/** The deals near the cards of a text; throws their fault where none is near. Looks up at most 2,800 boards. */
export function nearDeals({ cards: inOrder, fault, before }: Reading): NearDeal[] {
  const near = new Map<number, NearDeal>();
  // the card before may belong to the board, which then has it twice
  for (const text of before === undefined ? [[...inOrder]] : [[...inOrder], [before, ...inOrder]]) {
    for (const { cards, change } of correctionsOf(text)) {
      const deal = findDeal(cards);
      if (deal !== undefined) near.set(deal, { deal, change });
    }
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
