// Loads the module of a filter, and protects standard output and the process from it.

import { Console } from 'node:console';
import { FilterError } from '../common/errors.js';
import { thrownText } from '../common/quote.js';
import type { DealFilter, FilterModule } from '../selection/filter.js';

/** A filter in an object, because a promise of the function itself would read its `then`. */
export interface LoadedFilter {
  filter: DealFilter;
}

/** Loads the function that a module exports; throws a FilterError that says what is wrong with the module. */
export async function loadFilter({ name, url }: FilterModule): Promise<LoadedFilter> {
  guardProcess();
  const module = await import(url).catch((error) => {
    throw new FilterError(`filter ${name} cannot be loaded: ${describeLoadError(url, error)}`);
  });
  const { default: filter } = Object(module); // a module that exports `then` can be imported as any value
  if (typeof filter === 'function') return { filter };
  const what = filter === undefined ? 'it has no default export' : 'its default export is not a function';
  throw new FilterError(`filter ${name}: ${what}; expected export default (deal) => true or false`);
}

/** Explains that Node before 22.18 reads a .ts file as JavaScript; its own message only names a word of the syntax. */
function describeLoadError(url: string, error: unknown): string {
  const { features, versions } = process as {
    features: { typescript?: unknown };
    versions: NodeJS.ProcessVersions;
  };
  if (!/\.[cm]?ts$/.test(url) || features.typescript) return thrownText(error);
  return `Node ${versions.node} does not run TypeScript; compile it to JavaScript, or use Node 22.18 or later`;
}

let isGuarded = false;

/**
 * Protects standard output and the process from a filter.
 * Standard output carries deals, so what a filter prints goes to standard error. A filter that ends the process throws at its
 * deal instead.
 */
function guardProcess(): void {
  if (isGuarded) return;
  isGuarded = true;
  const { stderr } = process;
  Object.defineProperty(process, 'stdout', { get: () => stderr });
  // the existing object of node:console may hold standard output already
  Object.assign(globalThis.console, new Console(stderr));
  process.exit = (code) => {
    throw new Error(`it calls process.exit(${code ?? ''}), which a filter must not`);
  };
}
