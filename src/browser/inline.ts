/**
 * The library for browsers in one piece: it imports kernels and data statically, for workers and bundles of one file.
 * @module freecell-deals/inline
 */

import scalar from '../../dist/kernel-scalar.js';
import search from '../../dist/kernel-search.js';
import simd from '../../dist/kernel-simd.js';
import { startKernel, startSolver } from './internal.js';

export * from './browser.js';
export { cellsNeeded, isImpossible, loadImpossibleDeals, loadKnownCells } from './inline-data.js';

/** Works like the function of freecell-deals/browser, without a dynamic import. */
export const loadKernel: typeof import('./browser.js').loadKernel = (options) =>
  startKernel({ simd: async () => ({ default: simd }), scalar: async () => ({ default: scalar }) }, options);

/** Works like the function of freecell-deals/browser, without a dynamic import. */
export const loadSolver: typeof import('./browser.js').loadSolver = () =>
  startSolver(async () => ({ default: search }));
