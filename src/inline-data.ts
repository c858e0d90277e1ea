// The data files of inline.ts: a module of its own, which every bundler leaves out of a program that does not use it.

import impossible from '../dist/impossible-4-freecells.js';
import { ImpossibleDeals, readData } from './internal.js';

/** As that of freecell-deals/browser. */
export const loadImpossibleDeals: typeof import('./browser.js').loadImpossibleDeals = async (source) => {
  const load = async () => ({ default: impossible });
  return new ImpossibleDeals(await readData('impossible-4-freecells.bin', load, source));
};
