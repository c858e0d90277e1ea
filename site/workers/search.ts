// Searches for the deals that begin with given cards. It is a worker, because a search of 2^33 deals takes a second.

import { findDealsByFirstCards } from 'freecell-deals/browser';

export interface Search {
  id: number;
  cards: number[]; // 1..8 card bytes
  deals: string; // where to look
}

export interface SearchResult {
  id: number;
  found: number; // number of deals found, at most MAX_COUNTED
  numbers: number[]; // the first deals found, ascending
  state: 'searching' | 'stopped' | 'done'; // stopped: there are more than MAX_COUNTED
}

const MAX_SHOWN = 6;
const MAX_COUNTED = 100_000;
const BETWEEN_REPORTS = 500; // ms

function search({ id, cards, deals }: Search): void {
  const result: SearchResult = { id, found: 0, numbers: [], state: 'searching' };
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

export function startSearch(): void {
  addEventListener('message', ({ data }: MessageEvent<Search>) => search(data));
}
