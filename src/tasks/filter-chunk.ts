// Deals by condition: a user's function of a deal, run in the worker threads on what the kernel deals.

import { Console } from 'node:console';
import { inspect } from 'node:util';
import { FilterError, toFailure } from '../common/errors.js';
import { type Engine, encodePart, type RecordKind } from '../engine/engine.js';
import { CARDS } from '../game/constants.js';
import { countNumbers, type DealNumbers } from '../game/deal-numbers.js';
import { type DealView, ReusableDealView } from '../game/deal-view.js';
import type { Chunk } from '../plan/chunks.js';

/** Deals looked at between two calls of the kernel: their cards stay in the nearest cache. */
const BATCH_DEALS = 256;

/**
 * Whether a deal is wanted. It runs in several threads at once, on deals in no set order. The view shows one deal after
 * another: it is good only until the filter returns.
 */
export type Filter = (deal: DealView) => boolean;

/** To deal a chunk and keep what a filter wants. */
export interface FilterTask {
  kind: 'filter';
  chunk: Chunk;
  bytes: number; // of work
  record: RecordKind | null; // of what is kept; null where it is only counted
  filter: FilterModule;
}

export interface FilterModule {
  name: string; // as it was given
  url: string;
}

/** What a filter kept of a chunk, or how it failed. */
export type Filtered = { kept: number; bytes: Uint8Array<ArrayBuffer> } | { fault: string };

const view = new ReusableDealView();
let loaded: { url: string; filter: Promise<Filter> } | undefined;

/** The function that a module exports; throws a FilterError that says what is wrong with the module. */
async function load({ name, url }: FilterModule): Promise<Filter> {
  // standard output is the deals'; what a filter prints goes the other way
  globalThis.console = new Console(process.stderr);
  const module = await import(url).catch((error) => {
    throw new FilterError(`filter ${name} cannot be loaded: ${toFailure(error).message}`);
  });
  if (typeof module.default === 'function') return module.default;
  const what = 'default' in module ? `its default export is no function` : 'it has no default export';
  throw new FilterError(`filter ${name}: ${what}; expected export default (deal) => true or false`);
}

/** Appends the numbers of a run that a filter wants to those `kept` so far; returns how many these are now. */
function keepWanted(
  engine: Engine,
  run: DealNumbers,
  filter: Filter,
  name: string,
  wanted: Float64Array,
  kept: number,
): number {
  for (let done = 0; done < countNumbers(run); done += BATCH_DEALS) {
    const cards = encodePart(engine, { encoder: 'cards', maxBytes: CARDS }, run, done, BATCH_DEALS);
    for (let i = 0; i * CARDS < cards.length; i++) {
      const n = run instanceof Float64Array ? (run[done + i] as number) : run.first + done + i;
      view.show(n, cards, i * CARDS);
      let isWanted: unknown;
      try {
        isWanted = filter(view);
      } catch (error) {
        throw new FilterError(`filter ${name} throws at deal ${n}: ${toFailure(error).message}`);
      }
      if (isWanted === true) wanted[kept++] = n;
      else if (isWanted !== false) {
        const what = isWanted instanceof Promise ? 'a promise' : inspect(isWanted, { depth: 0 });
        throw new FilterError(`filter ${name} returns ${what} for deal ${n}; expected true or false`);
      }
    }
  }
  return kept;
}

/** Deals a chunk and encodes what its filter wants. */
export async function filterChunk(engine: Engine, { chunk, record, filter }: FilterTask): Promise<Filtered> {
  try {
    if (loaded?.url !== filter.url) loaded = { url: filter.url, filter: load(filter) };
    const isWanted = await loaded.filter;
    const wanted = new Float64Array(chunk.deals);
    let kept = 0;
    for (const run of chunk.runs) kept = keepWanted(engine, run, isWanted, filter.name, wanted, kept);
    if (record === null) return { kept, bytes: new Uint8Array(0) };
    return { kept, bytes: engine.encodeList(record, wanted.subarray(0, kept)).slice() };
  } catch (error) {
    if (error instanceof FilterError) return { fault: error.message };
    throw error;
  }
}
