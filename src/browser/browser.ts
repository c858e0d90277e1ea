/**
 * The library for browsers and other hosts without files: nothing behind it needs Node, which the build proves.
 * @module freecell-deals/browser
 */

import {
  factsOf,
  KERNELS,
  type Kernel,
  type KernelOptions,
  type Solver,
  startKernel,
  startSolver,
} from './internal.js';

export * from './shared.js';

/**
 * Compiles and starts a kernel. Rejects with a ReadError where its module cannot be loaded.
 * @param options as Node's; with `module`, nothing is loaded
 */
export function loadKernel(options?: KernelOptions): Promise<Kernel> {
  return startKernel(KERNELS, options);
}

/**
 * Compiles and starts the search, on the calling thread: a page loads it in a worker, because a search is not
 * interrupted. Rejects with a ReadError where its module cannot be loaded.
 */
export function loadSolver(): Promise<Solver> {
  return startSolver(() => import('../../dist/kernel-search.js'));
}

const facts = factsOf(
  () => import('../../dist/impossible-4-freecells.js'),
  () => import('../../dist/known-cells.js'),
);

/** Loads the list of impossible deals, 233 KB, as in Node; the default source is a module of the package. */
export const loadImpossibleDeals = facts.loadImpossibleDeals;

/** Loads the known cells, 220 KB, and the impossible deals, as in Node; the default sources are modules. */
export const loadKnownCells = facts.loadKnownCells;

/** Tells as in Node whether a deal is impossible with four free cells. The first call loads the list. */
export const isImpossible = facts.isImpossible;

/** Returns as in Node the fewest free cells that win a deal. The first call loads the data. */
export const cellsNeeded = facts.cellsNeeded;
