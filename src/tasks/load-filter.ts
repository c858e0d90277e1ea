// Loads the module of a filter, and keeps it away from what is the program's.

import { Console } from 'node:console';
import { FilterError } from '../common/errors.js';
import { thrownText } from '../common/quote.js';
import type { Filter, FilterModule } from '../selection/filter.js';

/** In an object, as a promise of the function itself would ask it for `then`. */
export interface LoadedFilter {
  filter: Filter;
}

/** The function that a module exports; throws a FilterError that says what is wrong with the module. */
export async function loadFilter({ name, url }: FilterModule): Promise<LoadedFilter> {
  guardProcess();
  const module = await import(url).catch((error) => {
    throw new FilterError(`filter ${name} cannot be loaded: ${describeLoadError(url, error)}`);
  });
  const { default: filter } = Object(module); // a module that exports `then` can be anything
  if (typeof filter === 'function') return { filter };
  const what = filter === undefined ? 'it has no default export' : 'its default export is not a function';
  throw new FilterError(`filter ${name}: ${what}; expected export default (deal) => true or false`);
}

/** Node before 22.18 reads a .ts file as JavaScript, and its message is then of some word of the syntax. */
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
