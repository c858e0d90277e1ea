// Deals the numbers of a portion and keeps the numbers that a module's filter wants.

import { setImmediate } from 'node:timers/promises';
import { COLUMN_DEALS } from '../engine/columns.js';
import type { Engine } from '../engine/engine.js';
import { CARDS } from '../game/constants.js';
import { asRange, countAllNumbers, type DealNumbers, splitNumbers } from '../game/deal-numbers.js';
import type { DealtCards } from '../game/deal-view.js';
import type { FilterModule } from '../selection/filter.js';
import { keepWanted } from './keep-wanted.js';
import { keptMemory } from './kept-memory.js';
import { type LoadedFilter, loadFilter } from './load-filter.js';

export interface FilterTask {
  kind: 'filter';
  numbers: readonly DealNumbers[];
  bytes: number; // of work: the cards to deal
  filter: FilterModule;
}

let loaded: { url: string; module: Promise<LoadedFilter> } | undefined;

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
  if (loaded?.url !== module.url) loaded = { url: module.url, module: loadFilter(module) };
  const { filter } = await loaded.module;
  await setImmediate(); // a turn of its own: the result of the worker's task before is sent first
  const kept = keptMemory(countAllNumbers(numbers));
  const begun = performance.now();
  let count = 0;
  for (const batch of splitNumbers(numbers, COLUMN_DEALS)) {
    const columns = engine.columns(batch, CARDS);
    const positions: Uint8Array[] = []; // of the cards that the filter has asked for
    const dealt: DealtCards = {
      cards: columns.cards(),
      positionOf(card, index) {
        positions[card] ??= columns.position(card);
        return positions[card][index];
      },
    };
    count = keepWanted(filter, module.name, batch, dealt, kept, count);
  }
  return { kept: asRange(kept.subarray(0, count)) ?? kept.slice(0, count), ms: performance.now() - begun };
}
