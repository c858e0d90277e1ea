/**
 * The library for browsers and other hosts without files: nothing behind it needs Node, which the build proves.
 * @module freecell-deals/browser
 */

import {
  type DataSource,
  ImpossibleDeals,
  KERNELS,
  type Kernel,
  type KernelOptions,
  KnownCells,
  lookUp,
  readData,
  startKernel,
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
 * Loads the list of the deals that are impossible with four free cells, 233 KB.
 * Rejects with a ReadError where it cannot be loaded, with a DamageError where it is cut off.
 * @param source the bytes of freecell-deals/impossible-4-freecells.bin, or their URL; default: a module of the package
 */
export async function loadImpossibleDeals(source?: DataSource): Promise<ImpossibleDeals> {
  const load = () => import('../../dist/impossible-4-freecells.js');
  return new ImpossibleDeals(await readData('impossible-4-freecells.bin', load, source));
}

/**
 * Loads the fewest free cells with which deals can be won, about 220 KB, and the list of impossible deals.
 * Rejects with a ReadError where a file cannot be loaded, with a DamageError where it is damaged.
 * @param source the bytes of freecell-deals/known-cells.bin, or their URL; default: a module of the package
 * @param impossible what loadImpossibleDeals takes
 */
export async function loadKnownCells(source?: DataSource, impossible?: DataSource): Promise<KnownCells> {
  const load = () => import('../../dist/known-cells.js');
  const both = [readData('known-cells.bin', load, source), loadImpossibleDeals(impossible)] as const;
  return new KnownCells(...(await Promise.all(both)));
}

/**
 * Whether a deal is impossible with four free cells: one of 102,075, of which eight are in 1..1000000.
 * The first call loads the list, as loadImpossibleDeals does.
 * @param n deal number, 1..8589934591; rejects with an InputError that names anything else
 */
export const isImpossible: (n: number) => Promise<boolean> = lookUp(loadImpossibleDeals, (deals, n) =>
  deals.has(n),
);

/**
 * Returns the fewest free cells with which a deal can be won.
 * Undefined for a deal whose number of cells is not known. The first call loads the data, as loadKnownCells does.
 * @param n deal number, 1..8589934591; rejects with an InputError that names anything else
 */
export const cellsNeeded: (n: number) => Promise<number | undefined> = lookUp(loadKnownCells, (known, n) =>
  known.cellsNeeded(n),
);
