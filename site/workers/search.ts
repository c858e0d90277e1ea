// Searches for deals, away from the page's thread: those that begin with given cards, of 2^33 in a second; and those near a pasted
// board, for which 2,800 boards are looked up.

import { findDealsByFirstCards, findNearDeals, type NearDeal } from 'freecell-deals/browser';

export interface RowSearch {
  id: number;
  cards: number[]; // the first ones of a board, as bytes
  deals: string; // where to look
}

export interface RowResult {
  id: number;
  found: number; // number of deals found, at most MAX_COUNTED
  numbers: number[]; // the first deals found, ascending
  state: 'searching' | 'stopped' | 'done'; // stopped: there are more than MAX_COUNTED
}

export interface NearSearch {
  id: number;
  text: string;
}

export interface NearResult {
  id: number;
  near: NearDeal[];
}

const MAX_SHOWN = 6;
const MAX_COUNTED = 100_000;
const BETWEEN_REPORTS = 500; // ms

function searchRow({ id, cards, deals }: RowSearch): void {
  const result: RowResult = { id, found: 0, numbers: [], state: 'searching' };
  let reported = performance.now();
  for (const n of findDealsByFirstCards(cards, deals)) {
    if (result.found === MAX_COUNTED) {
      result.state = 'stopped';
      break;
    }
    result.found++;
    if (result.numbers.length < MAX_SHOWN) result.numbers.push(n);
    if (performance.now() - reported < BETWEEN_REPORTS) continue;
    postMessage(result);
    reported = performance.now();
  }
  if (result.state === 'searching') result.state = 'done';
  postMessage(result);
}

/** Words of as many signs as a card has, and those of them that are cards. */
const LIKE_CARDS = /^[\w♣♦♥♠]{2,3}$/;
const CARDS = /^(10|[A2-9TJQK])[CDHS♣♦♥♠]$/i;

/** Looks for the deals near a text. A word that may be a card but for one sign, such as 5X, is taken as missing. */
function nearOf(text: string): NearDeal[] {
  const wrong = text.split(/\s+/).filter((word) => LIKE_CARDS.test(word) && !CARDS.test(word));
  try {
    return findNearDeals(wrong.length === 1 ? text.replace(wrong[0] as string, '') : text);
  } catch {
    return []; // the page has said what is wrong with the text
  }
}

export function startSearch(): void {
  addEventListener('message', ({ data }: MessageEvent<RowSearch | NearSearch>) => {
    if ('cards' in data) searchRow(data);
    else postMessage({ id: data.id, near: nearOf(data.text) } satisfies NearResult);
  });
}
