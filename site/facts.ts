// Facts of a deal: where its aces and kings lie, and whether it can be won.

import { type KnownCells, viewDeal } from 'freecell-deals/browser';
import { isImpossible } from './data.js';

const SUITS = ['CDHS', '♣♦♥♠'] as const;
const COLUMNS = 8;
const FREE_CELLS = 4; // of the game

function cellsText(atLeast: number, atMost: number): string {
  if (atLeast !== atMost) return `It needs ${atLeast} or ${atMost} free cells: which of them is not known.`;
  if (atLeast === 0) return 'It needs no free cell.';
  return atLeast === 1 ? 'It needs 1 free cell.' : `It needs ${atLeast} free cells, no fewer.`;
}

/** Says whether a deal can be won, and the fewest free cells that it needs if they are known. */
export function verdictOf(n: number, known: KnownCells): string {
  const { atLeast, atMost } = known.cellsBounds(n) ?? { atLeast: 0, atMost: FREE_CELLS };
  const isKnown = atMost - atLeast < FREE_CELLS;
  const cells = isKnown ? cellsText(atLeast, atMost) : 'The fewest free cells for it are not known.';
  return `${isImpossible(n, known) ? 'cannot be won with four free cells' : 'can be won'}. ${cells}`;
}

/** Describes the places of the four cards of a rank: "♣ column 2, under 1". */
function placesOf(n: number, rank: string): string {
  const deal = viewDeal(n);
  return Array.from(SUITS[0], (suit, i) => {
    const card = rank + suit;
    const above = deal.above(card);
    const cards = above === 0 ? 'exposed' : `under ${above}`;
    return `${SUITS[1].charAt(i)} column ${(deal.position(card) % COLUMNS) + 1}, ${cards}`;
  }).join('; ');
}

/** Returns sentences that say where the aces and the kings of a deal lie. */
export function factsOf(n: number): string[] {
  return [`Aces: ${placesOf(n, 'A')}.`, `Kings: ${placesOf(n, 'K')}.`];
}
