// Facts of a deal: where its aces and kings lie, and whether it can be won.

import { type KnownCells, viewDeal } from 'freecell-deals/browser';

const SUITS = ['CDHS', '♣♦♥♠'] as const;
const COLUMNS = 8;

/** Up to this deal, all deals that are impossible with four free cells are known. */
export const LAST_PROVEN = 1_000_000;
const IMPOSSIBLE = [11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948];

/** Sentences about a deal, by the free cells that it needs. */
const CELLS_TEXTS = [
  'can be won with no free cell.',
  'can be won with 1 free cell.',
  'can be won with 2 free cells.',
  'can be won with 3 free cells.',
  'can be won with 4 free cells.',
  'is known to be impossible with four free cells; with five it can be won.',
  'is impossible with four free cells, and with five; it needs 6 free cells.',
];

/** Whether a deal can be won, and the sentence that says so. */
export interface Verdict {
  isImpossible: boolean;
  text: string; // after the deal number
}

/** Makes the verdict on a deal that the list of impossible deals has or has not. */
export function verdict(isImpossible: boolean): Verdict {
  return {
    isImpossible,
    text: isImpossible ? 'is known to be impossible with four free cells.' : 'can be won.',
  };
}

/** Returns the verdict on a deal, or undefined if that needs the list of impossible deals. */
export function knownVerdict(n: number, knownCells: KnownCells | undefined): Verdict | undefined {
  const bounds = knownCells?.cellsBounds(n);
  if (bounds === undefined) return n <= LAST_PROVEN ? verdict(IMPOSSIBLE.includes(n)) : undefined;
  const { atLeast, atMost } = bounds;
  const openText = `needs ${atLeast} to ${atMost} free cells; the exact number is not known.`;
  return { isImpossible: atLeast > 4, text: atLeast === atMost ? CELLS_TEXTS[atLeast] : openText };
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
