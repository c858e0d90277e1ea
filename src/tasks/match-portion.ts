// Deals the numbers of a portion and keeps those for which a condition holds.

import type { Engine } from '../engine/engine.js';
import { matchDeals } from '../engine/matcher.js';
import type { DealNumbers } from '../game/deal-numbers.js';

export interface MatchTask {
  kind: 'match';
  numbers: readonly DealNumbers[];
  bytes: number; // of work: the cards to deal
  where: string;
  kept: Float64Array; // for the numbers that are kept: memory that threads share
}

/** Writes the numbers of the deals for which the condition holds to memory, in order; returns how many these are. */
export function matchPortion(engine: Engine, { numbers, where, kept }: MatchTask): number {
  return matchDeals(engine, numbers, where, kept).length;
}
