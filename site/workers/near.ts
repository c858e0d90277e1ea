// Looks for the deals near a pasted board, away from the page's thread: 2,800 boards are looked up.

import { findNearDeals, type NearDeal } from 'freecell-deals/browser';

export interface NearSearch {
  id: number;
  text: string;
}

export interface NearResult {
  id: number;
  near: NearDeal[];
}

function nearOf(text: string): NearDeal[] {
  try {
    return findNearDeals(text);
  } catch {
    return []; // the page has said what is wrong with the text
  }
}

export function startNear(): void {
  addEventListener('message', ({ data: { id, text } }: MessageEvent<NearSearch>) => {
    postMessage({ id, near: nearOf(text) } satisfies NearResult);
  });
}
