// Searches for deals, away from the page's thread: those that begin with given cards, of 2^33 in a second; and those near a pasted
// board, for which 2,800 boards are looked up.

import { findDealsByFirstCards, findNearDeals, type NearDeal } from 'freecell-deals/browser';

/** A search for the first cards of a board, as bytes, in deals, or for the deals near a text. */
export type SearchTask = { cards: number[]; deals: string } | { text: string };

export interface RowResult {
  found: number; // number of deals found, at most MAX_COUNTED
  numbers: number[]; // the first deals found, ascending
  state: 'searching' | 'stopped' | 'done'; // stopped: there are more than MAX_COUNTED
}

const MAX_SHOWN = 6;
const MAX_COUNTED = 100_000;
const BETWEEN_REPORTS = 500; // ms

function searchRow(cards: number[], deals: string, report: (result: RowResult) => void): RowResult {
  const result: RowResult = { found: 0, numbers: [], state: 'searching' };
  let reported = performance.now();
  for (const n of findDealsByFirstCards(cards, deals)) {
    if (result.found === MAX_COUNTED) return { ...result, state: 'stopped' };
    result.found++;
    if (result.numbers.length < MAX_SHOWN) result.numbers.push(n);
    if (performance.now() - reported < BETWEEN_REPORTS) continue;
    report(result);
    reported = performance.now();
  }
  return { ...result, state: 'done' };
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

export function search(task: SearchTask, report: (result: RowResult) => void): RowResult | NearDeal[] {
  return 'cards' in task ? searchRow(task.cards, task.deals, report) : nearOf(task.text);
}
