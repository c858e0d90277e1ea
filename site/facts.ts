// Facts of a deal: where its aces and kings lie, and whether it can be won.

import { type KnownCells, viewDeal } from 'freecell-deals/browser';
import { isImpossible } from './data.js';
import { make } from './dom.js';

const SUITS = ['CDHS', '♣♦♥♠'] as const;
const COLUMNS = 8;

/** Says how many free cells a deal needs; undefined means that it is not known. */
export function cellsText(cells: number | undefined): string {
  if (cells === undefined) return 'The fewest free cells for it are not known.';
  if (cells === 0) return 'It needs no free cell.';
  return cells === 1 ? 'It needs 1 free cell.' : `It needs ${cells} free cells, no fewer.`;
}

/** Says whether a deal can be won, and the fewest free cells that it needs if they are known. */
export function verdictOf(n: number, known: KnownCells): string {
  const verdict = isImpossible(n, known) ? 'cannot be won with four free cells' : 'can be won';
  return `${verdict}. ${cellsText(known.cellsNeeded(n))}`;
}

/** Describes the places of the four cards of a rank, each on one line: "♣ column 2, under 1". */
function placesOf(n: number, rank: string): (Node | string)[] {
  const deal = viewDeal(n);
  return Array.from(SUITS[0], (suit, i) => {
    const card = rank + suit;
    const above = deal.above(card);
    const cards = above === 0 ? 'exposed' : `under ${above}`;
    const place = ` column ${(deal.position(card) % COLUMNS) + 1}, ${cards}`;
    return [' ', make('span', {}, make('b', {}, SUITS[1].charAt(i)), place, i === 3 ? '.' : ';')];
  }).flat();
}

/** Returns paragraphs that say where the aces and the kings of a deal lie. */
export function factsOf(n: number): HTMLElement[] {
  return [make('p', {}, 'Aces:', ...placesOf(n, 'A')), make('p', {}, 'Kings:', ...placesOf(n, 'K'))];
}
