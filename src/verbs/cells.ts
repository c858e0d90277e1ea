// Tells the fewest free cells of any deal: from the data of the package, or by a search.

import { sharedSolver } from '../engine/load.js';
import type { KnownCells } from '../game/known-cells.js';
import { knownCells } from '../selection/facts.js';

/** States of a search with a number of cells: at most about a second. */
const MOST_STATES = 1_000_000;

/** Tells the cells of a deal; undefined if the search ends open. */
export const allCells: Pick<KnownCells, 'cellsNeeded'> = {
  cellsNeeded: (n) =>
    knownCells().cellsNeeded(n) ?? sharedSolver().solve(n, { maxStates: MOST_STATES }).cells,
};
