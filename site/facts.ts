// What the page says of boards and cards: the names of cards, where the aces lie, how many free cells a deal needs.

import { cardName, viewCards } from 'freecell-deals/browser';
import { winnableDealOfDay } from 'freecell-deals/internal';
import { make } from './dom.js';

export const MILLION = '1..1000000';
export const ALL = '1..8589934591';
const SUITS = ['CDHS', '♣♦♥♠'] as const;
const COLUMNS = 8;
const RANK_NAMES = ['ace', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'jack', 'queen', 'king'];
const SUIT_NAMES = ['clubs', 'diamonds', 'hearts', 'spades'];

export function symbolOf(card: number): string {
  return `${cardName(card).charAt(0).replace('T', '10')}${SUITS[1][card & 3]}`;
}

export function spokenName(card: number): string {
  return `${RANK_NAMES[card >> 2]} of ${SUIT_NAMES[card & 3]}`;
}

/** Says a number of free cells: no free cell, 1 free cell, 2 free cells. */
export function freeCells(count: number): string {
  return count === 0 ? 'no free cell' : `${count} free cell${count === 1 ? '' : 's'}`;
}

/** Says how many free cells a deal needs; undefined means that it is not known. */
export function cellsText(cells: number | undefined): string {
  if (cells === undefined) return 'The fewest free cells for it are not known.';
  return `It needs ${freeCells(cells)}${cells > 1 ? ', no fewer' : ''}.`;
}

/** The deal of the day. Its seed is the day, as show today takes it: 20261123 on 23 November 2026. */
export function dealOfToday(): number {
  const day = new Date();
  return winnableDealOfDay(day.getFullYear() * 10_000 + (day.getMonth() + 1) * 100 + day.getDate());
}

/** Says where the four aces of a board lie, each on one line: "♣ column 2, under 1". */
export function factsOf(cards: Uint8Array): (Node | string)[] {
  const board = viewCards(cards);
  const places = Array.from(SUITS[0], (suit, i) => {
    const above = board.above(`A${suit}`);
    const cards = above === 0 ? 'exposed' : `under ${above}`;
    const place = ` column ${(board.position(`A${suit}`) % COLUMNS) + 1}, ${cards}`;
    return [' ', make('span', {}, make('b', {}, SUITS[1].charAt(i)), place, i === 3 ? '.' : ';')];
  });
  return ['Aces:', ...places.flat()];
}

/** Deals of the million by the cards above their four aces, together, and by the 0 to 5 free cells that they need. */
export const ACES = [
  { from: 0, to: 3, deals: [187, 6212, 8822, 1182, 7, 0] },
  { from: 4, to: 6, deals: [498, 27618, 54017, 10301, 121, 0] },
  { from: 7, to: 9, deals: [718, 54753, 140154, 34859, 698, 0] },
  { from: 10, to: 12, deals: [497, 56781, 188167, 60133, 1706, 1] },
  { from: 13, to: 15, deals: [214, 33308, 141695, 56948, 2084, 2] },
  { from: 16, to: 18, deals: [55, 10951, 57265, 28452, 1387, 2] },
  { from: 19, to: 24, deals: [5, 1798, 11218, 6793, 388, 3] },
];

/** Says how many cards lie above the aces. */
export function conditionOf({ from, to }: { from: number; to: number }): string {
  const above = ['AC', 'AD', 'AH', 'AS'].map((ace) => `(51 - pos_${ace}) // 8`);
  return `${above.join(' + ')} BETWEEN ${from} AND ${to}`;
}
