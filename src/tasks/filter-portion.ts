// Deals the numbers of a portion and keeps those that a filter wants. A filter is a user's function, out of a module that
// a worker loads or given by a program.

import { Console } from 'node:console';
import { inspect } from 'node:util';
import { FilterError, toFailure } from '../common/errors.js';
import type { Engine } from '../engine/engine.js';
import { CARDS } from '../game/constants.js';
import {
  asRange,
  countAllNumbers,
  countNumbers,
  type DealNumbers,
  numberAt,
  splitNumbers,
} from '../game/deal-numbers.js';
import { ReusableDealView } from '../game/deal-view.js';
import type { Filter, FilterModule } from '../selection/filter.js';

/** Deals dealt for one loop of the filter: their cards stay in the nearest cache. */
const BATCH_DEALS = 256;

export interface FilterTask {
  kind: 'filter';
  numbers: readonly DealNumbers[];
  bytes: number; // of work: the cards to deal
  filter: FilterModule;
}

const view = new ReusableDealView();
let loaded: { url: string; filter: Promise<Filter> } | undefined;

/** Deals and returns the numbers of the deals that the filter wants, in order; throws a FilterError. */
export async function filterPortion(
  engine: Engine,
  { numbers, filter: module }: FilterTask,
): Promise<DealNumbers> {
  if (loaded?.url !== module.url) loaded = { url: module.url, filter: loadFilter(module) };
  const filter = await loaded.filter;
  const kept = new Float64Array(countAllNumbers(numbers));
  let count = 0;
  for (const batch of splitNumbers(numbers, BATCH_DEALS)) {
    const cards = engine.encode('cards', batch);
    count = keepWanted(filter, module.name, batch, cards, kept, count);
  }
  return asRange(kept.subarray(0, count)) ?? kept.slice(0, count);
}

/**
 * Appends the numbers of the deals that a filter wants to the `count` numbers in `kept`; returns how many these are now. A
 * FilterError says what is wrong with the filter, and at which deal.
 * @param cards 52 bytes for each of the numbers
 */
export function keepWanted(
  filter: Filter,
  name: string,
  parts: readonly DealNumbers[],
  cards: Uint8Array,
  kept: Float64Array,
  count: number,
): number {
  let keptCount = count;
  let offset = 0;
  for (const numbers of parts) {
    const length = countNumbers(numbers);
    for (let i = 0; i < length; i++, offset += CARDS) {
      const n = numberAt(numbers, i);
      view.show(n, cards, offset);
      if (isWanted(filter, name, n)) kept[keptCount++] = n;
    }
  }
  return keptCount;
}

/** Whether a filter wants the deal that the view shows. */
function isWanted(filter: Filter, name: string, n: number): boolean {
  let answer: unknown;
  try {
    answer = filter(view);
  } catch (error) {
    throw new FilterError(`filter ${name} throws at deal ${n}: ${toFailure(error).message}`);
  }
  if (typeof answer === 'boolean') return answer;
  const what = answer instanceof Promise ? 'a promise' : inspect(answer, { depth: 0 });
  throw new FilterError(`filter ${name} returns ${what} for deal ${n}; expected true or false`);
}

/** The function that a module exports; throws a FilterError that says what is wrong with the module. */
async function loadFilter({ name, url }: FilterModule): Promise<Filter> {
  guardProcess();
  const module = await import(url).catch((error) => {
    throw new FilterError(`filter ${name} cannot be loaded: ${describeLoadError(url, error)}`);
  });
  if (typeof module.default === 'function') return module.default;
  const what = 'default' in module ? 'its default export is not a function' : 'it has no default export';
  throw new FilterError(`filter ${name}: ${what}; expected export default (deal) => true or false`);
}

/** Node before 22.18 reads a .ts file as JavaScript, and its message is then of some word of the syntax. */
function describeLoadError(url: string, error: unknown): string {
  const { features, versions } = process as {
    features: { typescript?: unknown };
    versions: NodeJS.ProcessVersions;
  };
  if (!/\.[cm]?ts$/.test(url) || features.typescript) return toFailure(error).message;
  return `Node ${versions.node} does not run TypeScript; compile it to JavaScript, or use Node 22.18 or later`;
}

let isGuarded = false;

/**
 * Keeps a filter away from what is the program's: standard output carries deals, so what a filter prints goes to standard
 * error, and a filter that ends the process throws at its deal instead.
 */
function guardProcess(): void {
  if (isGuarded) return;
  isGuarded = true;
  const { stderr } = process;
  Object.defineProperty(process, 'stdout', { get: () => stderr });
  // node:console's own object has perhaps taken hold of standard output already
  Object.assign(globalThis.console, new Console(stderr));
  process.exit = (code) => {
    throw new Error(`it calls process.exit(${code ?? ''}), which a filter must not`);
  };
}
