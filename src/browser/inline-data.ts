// The data files of inline.ts, in a module of its own: every bundler leaves it out of a program that does not use it.

import impossible from '../../dist/impossible-4-freecells.js';
import cells from '../../dist/known-cells.js';
import { factsOf } from './internal.js';

const facts = factsOf(
  async () => ({ default: impossible }),
  async () => ({ default: cells }),
);

/** Works like the function of freecell-deals/browser, without a dynamic import. */
export const loadImpossibleDeals = facts.loadImpossibleDeals;

/** Works like the function of freecell-deals/browser, without a dynamic import. */
export const loadKnownCells = facts.loadKnownCells;

/** Works like the function of freecell-deals/browser, without a dynamic import. */
export const isImpossible = facts.isImpossible;

/** Works like the function of freecell-deals/browser, without a dynamic import. */
export const cellsNeeded = facts.cellsNeeded;
