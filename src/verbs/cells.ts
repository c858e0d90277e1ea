// Tells the fewest free cells of any deal: from the data of the package, or by a search.

import { startSolver } from '../engine/load.js';
import type { KnownCells } from '../game/known-cells.js';
import { knownCells } from '../selection/facts.js';
import type { Solver } from '../solver/solver.js';

/** States of a search with a number of cells: at most about a second. */
const MOST_STATES = 1_000_000;

/** Returns what tells the cells of a deal; undefined if the search ends open. The search starts when it is needed. */
export function allCells(): Pick<KnownCells, 'cellsNeeded'> {
  let solver: Solver | undefined;
  const search = (n: number) => {
    solver ??= startSolver();
    return solver.solve(n, { maxStates: MOST_STATES }).cells;
  };
  return { cellsNeeded: (n) => knownCells().cellsNeeded(n) ?? search(n) };
}
