// Finds the deals whose boards differ from that of a text in one mistake of the person who typed it. Each possible
// correction is looked up.

import { type Board, bytesOfBoard, cardName, NAMES } from '../game/cards.js';
import { CARDS, COLUMNS } from '../game/constants.js';
import { findDeal } from '../game/find.js';
import { parseBoard, type Reading, readBoards, readingsOf } from './parse.js';

/** A deal that has almost the board of a text. */
export interface NearDeal {
  /** deal number, 1..8589934591 */
  deal: number;
  /** what differs: "5S and KC exchanged", "rows 2 and 6 exchanged"; "backwards" if the last card comes first */
  change: string;
}

type Corrected = { cards: Uint8Array; change: string };

/** All cards as bytes, which are also all places of a board. */
const ALL = Array.from({ length: CARDS }, (_, i) => i);
/** Parts that may be exchanged, their number, and the place at which a text then shows the card of a place. */
const EXCHANGES: [string, number, (place: number, other: (i: number) => number) => number][] = [
  ['rows', 7, (place, other) => (place % COLUMNS) + other(Math.floor(place / COLUMNS)) * COLUMNS],
  ['columns', COLUMNS, (place, other) => place - (place % COLUMNS) + other(place % COLUMNS)],
  ['cards', CARDS, (place, other) => other(place)],
];

function* exchanges(inOrder: readonly number[]): Generator<Corrected> {
  for (const cards of readingsOf(inOrder.slice().reverse())) yield { cards, change: 'backwards' };
  const [, columns] = readingsOf(inOrder);
  const turned = columns.map((_, i) => columns[(i % COLUMNS < 4 ? 48 : 40) + 2 * (i % COLUMNS) - i]);
  yield { cards: turned, change: 'its columns upside down' };
  for (const [what, count, shownAt] of EXCHANGES) {
    for (const [a, b] of ALL.slice(0, count).flatMap((b) => ALL.slice(0, b).map((a) => [a, b]))) {
      const byRow = ALL.map((place) => shownAt(place, (i) => (i === a ? b : i === b ? a : i)));
      const byColumn = byRow.map((place) => (place % COLUMNS) * COLUMNS + Math.floor(place / COLUMNS));
      for (const keys of [byRow, byColumn]) {
        const cards = new Uint8Array(CARDS);
        const places = ALL.slice().sort((one, other) => keys[one] - keys[other]); // in the order of the text
        for (const [i, place] of places.entries()) cards[place] = inOrder[i];
        const pair = inOrder.filter((card) => [cards[a], cards[b]].includes(card)).reverse(); // as the deal has it
        const which = what === 'cards' ? pair.map(cardName).join(' and ') : `${what} ${a + 1} and ${b + 1}`;
        yield { cards, change: `${which} exchanged` };
      }
    }
  }
}

/** The missing card in place of one of two equal ones, which is left out if none is missing, or added anywhere. */
function* oneCardWrong(inOrder: readonly number[], missing: readonly number[]): Generator<Corrected> {
  const second = inOrder.findIndex((card, i) => inOrder.indexOf(card) < i);
  const [first, isTwice] = [inOrder.indexOf(inOrder[second]), second >= 0];
  for (const index of isTwice ? [first, second] : ALL) {
    const twice = `the ${index === first ? 'first' : 'second'} ${NAMES[inOrder[second]]}`;
    const text = [...inOrder.slice(0, index), ...missing, ...inOrder.slice(isTwice ? index + 1 : index)];
    for (const cards of readingsOf(text)) {
      const i = cards.indexOf(missing[0]);
      const place = `column ${(i % COLUMNS) + 1}, row ${Math.floor(i / COLUMNS) + 1}`;
      const put = `${NAMES[missing[0]]} ${isTwice ? `in place of ${twice}` : `added in ${place}`}`;
      yield { cards, change: missing.length === 0 ? `${twice} left out` : put };
    }
  }
}

/** Every board of which the cards, in the order of a text, have one mistake. */
export function correctionsOf(inOrder: readonly number[]): Iterable<Corrected> {
  const missing = ALL.filter((card) => !inOrder.includes(card));
  const tooMany = inOrder.length + missing.length - CARDS;
  if (missing.length > 1 || tooMany > 1) return [];
  return missing.length + tooMany === 0 ? exchanges(inOrder) : oneCardWrong(inOrder, missing);
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
 * @param board the text of one board, or a board as findDeal takes it; an InputError as from parseBoard if none is near
 */
export function findNearDeals(board: string | Board): NearDeal[] {
  const text = typeof board === 'string' ? board : Array.from(bytesOfBoard(board), cardName).join(' ');
  const readings = [...readBoards(text)] as [Reading, ...Reading[]];
  if (readings.length === 1) return nearDeals(readings[0]);
  // a card too many at the end is read as another board
  const near = nearDeals({ cards: Uint8Array.from(readings.flatMap(({ cards }) => [...cards])) });
  if (near.length === 0) parseBoard(text); // refuses several boards
  return near;
}
