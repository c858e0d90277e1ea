// What is known of a deal without loading anything: where its aces and kings lie, and how many cells it needs.

import { cellsNeeded, viewDeal } from 'freecell-deals/browser';

const SUITS = ['CDHS', '♣♦♥♠'] as const;
const COLUMNS = 8;

/** Every deal up to here that cannot be won is known: all others can. */
const LAST_PROVEN = 1_000_000;
const IMPOSSIBLE = [11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948];

/** What is known of a deal that needs so many free cells. */
const CELLS_TEXTS = [
  'can be won with no free cell.',
  'can be won with 1 free cell.',
  'can be won with 2 free cells.',
  'can be won with 3 free cells.',
  'can be won with 4 free cells.',
  'is known to be impossible with four free cells; with five it can be won.',
];

/** What is known of whether a deal can be won. */
export interface Verdict {
  isImpossible: boolean;
  text: string; // what follows the number
}

/** @param isImpossible whether the deal is known to be */
export function verdict(isImpossible: boolean): Verdict {
  return {
    isImpossible,
    text: isImpossible ? 'is known to be impossible with four free cells.' : 'can be won.',
  };
}

/** The verdict on a deal; undefined beyond the deals that are all known. */
export function knownVerdict(n: number): Verdict | undefined {
  const cells = cellsNeeded(n);
  if (cells !== undefined) return { isImpossible: cells > 4, text: CELLS_TEXTS[cells] };
  return n <= LAST_PROVEN ? verdict(IMPOSSIBLE.includes(n)) : undefined;
}

/** "♣ column 2 under 1 card", for each suit. */
function placesOf(n: number, rank: string): string {
  const deal = viewDeal(n);
  return Array.from(SUITS[0], (suit, i) => {
    const card = rank + suit;
    const above = deal.above(card);
    const cards = above === 0 ? 'exposed' : `under ${above}`;
    return `${SUITS[1].charAt(i)} column ${(deal.position(card) % COLUMNS) + 1}, ${cards}`;
  }).join('; ');
}

/** Where the aces and the kings of a deal lie. */
export function factsOf(n: number): string[] {
  return [`Aces: ${placesOf(n, 'A')}.`, `Kings: ${placesOf(n, 'K')}.`];
}
