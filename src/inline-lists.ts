// The lists of inline.ts: a module of its own, which every bundler leaves out of a program that does not use it.

import impossible from '../dist/impossible-4-freecells.js';
import { readImpossibleDeals } from './internal.js';

/** As that of freecell-deals/browser. */
export const loadImpossibleDeals: typeof import('./browser.js').loadImpossibleDeals = (source) =>
  readImpossibleDeals(async () => ({ default: impossible }), source);
