// What the page says of boards and cards: the names of cards, where the aces lie, how many free cells a deal needs.

import { cardName, viewCards } from 'freecell-deals/browser';
import { make } from './dom.js';

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
