// The data files of inline.ts, in a module of its own: every bundler leaves it out of a program that does not use it.

import impossible from '../../dist/impossible-4-freecells.js';
import cells from '../../dist/known-cells.js';
import { ImpossibleDeals, KnownCells, lookUp, readData } from './internal.js';

/** Works like the function of freecell-deals/browser, without a dynamic import. */
export const loadImpossibleDeals: typeof import('./browser.js').loadImpossibleDeals = async (source) => {
  const load = async () => ({ default: impossible });
  return new ImpossibleDeals(await readData('impossible-4-freecells.bin', load, source));
};

/** Works like the function of freecell-deals/browser, without a dynamic import. */
export const loadKnownCells: typeof import('./browser.js').loadKnownCells = async (source, impossible) => {
  const load = async () => ({ default: cells });
  const both = [readData('known-cells.bin', load, source), loadImpossibleDeals(impossible)] as const;
  return new KnownCells(...(await Promise.all(both)));
};

/** Works like the function of freecell-deals/browser, without a dynamic import. */
export const isImpossible: typeof import('./browser.js').isImpossible = lookUp(
  loadImpossibleDeals,
  (deals, n) => deals.has(n),
);

/** Works like the function of freecell-deals/browser, without a dynamic import. */
export const cellsNeeded: typeof import('./browser.js').cellsNeeded = lookUp(loadKnownCells, (known, n) =>
  known.cellsNeeded(n),
);
