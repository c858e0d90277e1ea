// Deals the numbers of a portion and keeps those for which a condition holds.

import type { Engine } from '../engine/engine.js';
import { matchDeals } from '../engine/matcher.js';
import { asRange, type DealNumbers } from '../game/deal-numbers.js';

export interface MatchTask {
  kind: 'match';
  numbers: readonly DealNumbers[];
  bytes: number; // of work: the cards to deal
  where: string;
}

/** The numbers of the deals for which the condition holds, in order. */
export function matchPortion(engine: Engine, { numbers, where }: MatchTask): DealNumbers {
  const kept = matchDeals(engine, numbers, where);
  return asRange(kept) ?? kept.slice();
}
