/**
 * The library for browsers in one piece: kernels and lists are imported, not loaded, for workers and bundles of one file.
 * @module freecell-deals/inline
 */

import * as impossible from '../dist/impossible-4-freecells.js';
import * as scalar from '../dist/kernel-scalar.js';
import * as simd from '../dist/kernel-simd.js';
import { readImpossibleDeals, startKernel } from './internal.js';

export * from './browser.js';

type Browser = typeof import('./browser.js');

/** As that of freecell-deals/browser. */
export const loadKernel: Browser['loadKernel'] = (options) =>
  startKernel({ simd: async () => simd, scalar: async () => scalar }, options);

/** As that of freecell-deals/browser. */
export const loadImpossibleDeals: Browser['loadImpossibleDeals'] = (source) =>
  readImpossibleDeals(async () => impossible, source);
