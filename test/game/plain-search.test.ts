// The plain search agrees with the cells that are known and with the search kernel. npm run prove -- solve asks both more.

import { expect, it } from 'vitest';
import { loadSolver } from '../../src/index.js';
import { knownCells } from '../../src/selection/facts.js';
import { range } from '../support/numbers.js';
import { columnsOf, searchPlainly } from '../support/plain-search.js';
import { dealByNumber, play } from '../support/play.js';

const solver = await loadSolver();

it.each([
  [0, [...range(1, 53), 147201, 272253, 287254, 248578, 76136]],
  [1, [102, 117, 191, 421, 546, 570, 927, 91, 408, 545, 689]],
  [2, [590, 657, 699, 912, 913, 158, 545, 825, 967]],
  [3, [657, 28952, 31729, 155, 232]],
  [4, [77, 146]],
])('with %i cells, the plain search and the kernel find which of %j can be won', (cells, deals) => {
  const found = deals.map((n) => [n, searchPlainly(columnsOf(dealByNumber(n)), cells, 4000).outcome]);
  const known = deals.map((n) => [n, (knownCells().cellsNeeded(n) ?? 8) <= cells ? 'won' : 'impossible']);
  expect(found).toEqual(known);
  const verdicts = deals.map((n) => [n, solver.solve(n, { cells, solutions: true })] as const);
  expect(verdicts.map(([n, { winnable }]) => [n, winnable ? 'won' : 'impossible'])).toEqual(known);
  for (const [n, { solution, moves }] of verdicts)
    if (solution !== undefined) expect(play(n, cells, solution)).toBe(moves);
});

it('the plain search has as many states of deal 11982 as Freecell Solver counts, and ends open at its limit', () => {
  const columns = columnsOf(dealByNumber(11982));
  // make-microsoft-freecell-board -t 11982 | fc-solve --freecells-num CELLS -to 01ABCDE -me soft-dfs
  for (const [cells, states] of [8, 83, 585, 5297].entries())
    expect(searchPlainly(columns, cells, 6000)).toEqual({ outcome: 'impossible', states });
  expect(searchPlainly(columns, 3, 5000).outcome).toBe('open');
});
