// Deals the numbers of a portion, and keeps those for which a condition holds or that a module's filter wants.

import { setImmediate } from 'node:timers/promises';
import type { Engine } from '../engine/engine.js';
import { matchDeals } from '../engine/matcher.js';
import { asRange, countAllNumbers, type DealNumbers, splitNumbers } from '../game/deal-numbers.js';
import type { FilterModule } from '../selection/filter.js';
import { keepWanted } from './keep-wanted.js';
import { loadFilter } from './load-filter.js';

export interface MatchTask {
  kind: 'match';
  numbers: readonly DealNumbers[];
  bytes: number; // of work: the cards to deal
  where: string;
}

export interface FilterTask {
  kind: 'filter';
  numbers: readonly DealNumbers[];
  bytes: number; // of work: the cards to deal
  filter: FilterModule;
}

/** Deals that are dealt at a time: few enough that their cards are in the cache while they are filtered. */
const BATCH_DEALS = 1024;

/** Kept from task to task: new memory of a megabyte for a few numbers takes a fifth of the time of a quick condition. */
let memory = new Float64Array(0);

/** Memory for at least `count` numbers, valid until the next call. */
function keptMemory(count: number): Float64Array {
  if (memory.length < count) memory = new Float64Array(count);
  return memory;
}

/** Deals, and returns the numbers of the deals for which a condition holds, in order. */
export function matchPortion(engine: Engine, { numbers, where }: MatchTask): DealNumbers {
  const kept = matchDeals(engine, numbers, where, keptMemory(countAllNumbers(numbers)));
  return asRange(kept) ?? kept.slice();
}

/** The numbers that a filter keeps of a portion, and the time that it took, ms. */
export interface FilterResult {
  kept: DealNumbers;
  ms: number;
}

/** Deals, and returns the numbers of the deals that the filter wants, in order; throws a FilterError. */
export async function filterPortion(
  engine: Engine,
  { numbers, filter: module }: FilterTask,
): Promise<FilterResult> {
  const filter = await loadFilter(module);
  await setImmediate(); // a turn of its own: the result of the worker's task before is sent first
  const kept = keptMemory(countAllNumbers(numbers));
  const begun = performance.now();
  let count = 0;
  for (const batch of splitNumbers(numbers, BATCH_DEALS)) {
    const cards = engine.encode('cards', batch);
    count = keepWanted(filter, module.name, batch, cards, kept, count);
  }
  return { kept: asRange(kept.subarray(0, count)) ?? kept.slice(0, count), ms: performance.now() - begun };
}
