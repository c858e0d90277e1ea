// Tells the fewest free cells of any deal: from the data of the package, or by a search.

import { loadSolver } from '../engine/load.js';
import type { KnownCells } from '../game/known-cells.js';
import { knownCells } from '../selection/facts.js';

/** States of a search with a number of cells: at most about a second. */
const MOST_STATES = 1_000_000;

/** Returns what tells the cells of a deal; undefined if the search ends open. */
export async function loadCells(): Promise<Pick<KnownCells, 'cellsNeeded'>> {
  const [known, solver] = [knownCells(), await loadSolver()];
  return { cellsNeeded: (n) => known.cellsNeeded(n) ?? solver.solve(n, { maxStates: MOST_STATES }).cells };
}
