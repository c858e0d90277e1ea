// Loads the module of a filter, and protects standard output from it.

import { Console } from 'node:console';
import { FilterError } from '../common/errors.js';
import { thrownText } from '../common/quote.js';
import type { DealFilter, FilterModule } from '../selection/filter.js';

/** Loads the function that a module exports; throws a FilterError that says what is wrong with the module. */
export async function loadFilter({ name, url }: FilterModule): Promise<DealFilter> {
  guardOutput();
  const { default: filter } = await import(url).catch((error) => {
    throw new FilterError(`filter ${name} cannot be loaded: ${thrownText(error)}`);
  });
  if (typeof filter === 'function') return filter;
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
