// Deals the numbers of a portion, and keeps those for which a condition holds or that a filter wants.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Engine } from '../engine/engine.js';
import { matchDeals } from '../engine/matcher.js';
import { asRange, countAllNumbers, type DealNumbers, splitNumbers } from '../game/deal-numbers.js';
import { milliseconds } from '../io/clock.js';
import type { DealFilter, FilterModule } from '../selection/filter.js';
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
  /** a function can run on the calling thread alone */
  filter: FilterModule | DealFilter;
  /** ends the task of a function */
  signal?: AbortSignal | undefined;
}

/** The numbers that are kept of a portion, and the time that it took, ms. */
export interface Kept {
  kept: DealNumbers;
  ms: number;
}

/** Deals that are dealt at a time: few enough that their cards are in the cache while they are filtered. */
const BATCH_DEALS = 256;
/** Longest time that a function blocks the event loop, ms. */
const MAX_BLOCKING_MS = 20;

/** Kept from task to task: new memory of a megabyte for a few numbers takes a fifth of the time of a quick condition. */
let memory = new Float64Array(0);

/** Deals, and returns the numbers of the deals for which a condition holds, in order. */
export function matchPortion(engine: Engine, { numbers, where }: MatchTask): Kept {
  const count = countAllNumbers(numbers);
  if (memory.length < count) memory = new Float64Array(count);
  const begun = milliseconds();
  const kept = matchDeals(engine, numbers, where, memory);
  return { kept: asRange(kept) ?? kept.slice(), ms: milliseconds() - begun };
}

/** Deals, and returns the numbers of the deals that the filter wants, in order; throws a FilterError. */
export async function filterPortion(engine: Engine, { numbers, filter, signal }: FilterTask): Promise<Kept> {
  const isModule = typeof filter === 'object';
  const wants = isModule ? await loadFilter(filter) : filter;
  const name = filter.name || '(a function)';
  if (isModule) await nextTurn(); // a turn of its own: the result of the worker's task before is sent first
  const kept = new Float64Array(countAllNumbers(numbers));
  const begun = milliseconds();
  let lastTurn = begun;
  let count = 0;
  for (const batch of splitNumbers(numbers, BATCH_DEALS)) {
    count = keepWanted(wants, name, batch, engine.encode('cards', batch), kept, count);
    if (isModule || milliseconds() - lastTurn < MAX_BLOCKING_MS) continue;
    await nextTurn(); // for timers and signals
    lastTurn = milliseconds();
    signal?.throwIfAborted();
  }
  const all = kept.subarray(0, count);
  return { kept: asRange(all) ?? all.slice(), ms: milliseconds() - begun };
}
