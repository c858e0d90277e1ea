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

/**
 * Loads the list of the deals that are impossible with four free cells, 233 KB.
 * Rejects with a ReadError where it cannot be loaded, with a DamageError where it is cut off.
 * Other damage is not noticed.
 * @param source the bytes of freecell-deals/impossible-4-freecells.bin, or their URL; default: a module of the package
 */
export const loadImpossibleDeals = facts.loadImpossibleDeals;

/**
 * Loads the fewest free cells with which deals can be won, about 220 KB, and the list of impossible deals.
 * Rejects with a ReadError where a file cannot be loaded, with a DamageError where known-cells.bin has
 * another size or the list is cut off. Other damage is not noticed.
 * @param source the bytes of freecell-deals/known-cells.bin, or their URL; default: a module of the package
 * @param impossible what loadImpossibleDeals takes
 */
export const loadKnownCells = facts.loadKnownCells;

/**
 * Whether a deal is impossible with four free cells: one of 102,075, of which eight are in 1..1000000.
 * The first call loads the list, as loadImpossibleDeals does.
 * @param n deal number, 1..8589934591; rejects with an InputError that names anything else
 */
export const isImpossible = facts.isImpossible;

/**
 * Returns the fewest free cells with which a deal can be won.
 * Undefined for a deal whose number of cells is not known. The first call loads the data, as loadKnownCells does.
 * @param n deal number, 1..8589934591; rejects with an InputError that names anything else
 */
export const cellsNeeded = facts.cellsNeeded;
