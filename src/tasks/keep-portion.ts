// Deals the numbers of a portion, and keeps those for which a condition holds or that a filter wants.

import { Console } from 'node:console';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FilterError, InputError } from '../common/errors.js';
import { hint } from '../common/nearest.js';
import { cut, escapeLine, quote, textIn, thrownText } from '../common/quote.js';
import type { Engine } from '../engine/engine.js';
import { matchDeals } from '../engine/matcher.js';
import {
  asRange,
  countAll,
  type DealNumbers,
  listNumbers,
  ownNumbers,
  splitNumbers,
} from '../game/deal-numbers.js';
import { type DealView, ReusableDealView } from '../game/deal-view.js';
import type { DealFilter, FilterModule } from '../selection/filter.js';

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
  filter: FilterModule | DealFilter; // a function can run on the calling thread alone
  signal?: AbortSignal | undefined; // ends the task of a function
}

/** The numbers that are kept of a portion, and the time that it took, ms. */
export interface Kept {
  kept: DealNumbers;
  ms: number;
}

/** Deals that are dealt at a time: few enough that their cards are in the cache while they are filtered. */
const BATCH_DEALS = 256;
const MAX_BLOCKING_MS = 20; // longest time that a function blocks the event loop, ms

/** Kept from task to task: new memory of a megabyte takes a fifth of the time of a quick condition. */
let memory = new Float64Array(0);

/** Deals, and returns the numbers of the deals for which a condition holds, in order. */
export function matchPortion(engine: Engine, { numbers, where }: MatchTask): Kept {
  const count = countAll(numbers);
  if (memory.length < count) memory = new Float64Array(count);
  const begun = performance.now();
  const kept = matchDeals(engine, numbers, where, memory);
  return { kept: asRange(kept) ?? ownNumbers(kept), ms: performance.now() - begun };
}

const PROPERTIES: (keyof DealView)[] = ['number', 'cells', 'cards', 'name', 'column', 'position', 'above'];
/** Properties that await, JSON.stringify and console.log look for in every object. */
const LOOKED_FOR = ['then', 'toJSON', 'href'];

/**
 * The view of filters. A property that a deal does not have throws, because undefined would quietly keep no deal. Only
 * such a property is looked up at the end of the prototypes, so the others cost nothing.
 */
class FilteredDeal extends ReusableDealView {}
const END: ProxyHandler<object> = {
  get(end, name, deal) {
    const isOther = !(deal instanceof FilteredDeal) || typeof name === 'symbol' || name in end;
    if (isOther || LOOKED_FOR.includes(name)) return Reflect.get(end, name, deal);
    throw new InputError(`a deal has no ${quote(name)}; ${hint(name, PROPERTIES)}`);
  },
};
Object.setPrototypeOf(ReusableDealView.prototype, new Proxy(Object.prototype, END));
const view = new FilteredDeal();

/** Deals, and returns the numbers of the deals that the filter wants, in order; throws a FilterError. */
export async function filterPortion(engine: Engine, { numbers, filter, signal }: FilterTask): Promise<Kept> {
  const isModule = typeof filter === 'object';
  const wants = isModule ? await loadFilter(filter) : filter;
  const name = isModule ? filter.name : escapeLine(cut(textIn(filter, 'name') || '(a function)'));
  if (isModule) await nextTurn(); // a turn of its own: the result of the worker's task before is sent first
  const kept = new Float64Array(countAll(numbers));
  const begun = performance.now();
  let lastTurn = begun;
  let count = 0;
  for (const batch of splitNumbers(numbers, BATCH_DEALS)) {
    view.open(engine.encode('cards', batch));
    listNumbers(batch).forEach((n, index) => {
      if (isWanted(wants, name, n, index)) kept[count++] = n;
    });
    if (isModule || performance.now() - lastTurn < MAX_BLOCKING_MS) continue;
    await nextTurn(); // for timers and signals
    lastTurn = performance.now();
    signal?.throwIfAborted();
  }
  const all = kept.subarray(0, count);
  return { kept: asRange(all) ?? ownNumbers(all), ms: performance.now() - begun };
}

/** Whether a filter wants deal n, by its index in the view. Errors of the user's code name the filter and n. */
function isWanted(filter: DealFilter, name: string, n: number, index: number): boolean {
  let answer: unknown;
  try {
    view.show(n, index); // it throws if the filter has changed the view
    answer = filter(view);
  } catch (error) {
    throw new FilterError(`filter ${name} throws at deal ${n}: ${thrownText(error)}`);
  }
  if (typeof answer === 'boolean') return answer;
  throw new FilterError(`filter ${name} returns ${quote(answer)} for deal ${n}; expected true or false`);
}

/** Loads the function that a module exports; throws a FilterError that says what is wrong with the module. */
async function loadFilter({ name, url }: FilterModule): Promise<DealFilter> {
  guardOutput();
  let filter: unknown;
  try {
    ({ default: filter } = await import(url));
  } catch (error) {
    throw new FilterError(`filter ${name} cannot be loaded: ${thrownText(error)}`);
  }
  if (typeof filter === 'function') return filter as DealFilter;
  const what = filter === undefined ? 'it has no default export' : 'its default export is not a function';
  throw new FilterError(`filter ${name}: ${what}; expected export default (deal) => true or false`);
}

let isGuarded = false;

/** Sends what a filter prints to standard error, because standard output carries deals. */
function guardOutput(): void {
  if (isGuarded) return;
  isGuarded = true;
  const { stderr } = process;
  Object.defineProperty(process, 'stdout', { get: () => stderr });
  // the existing object of node:console may hold standard output already
  Object.assign(globalThis.console, new Console(stderr));
}
