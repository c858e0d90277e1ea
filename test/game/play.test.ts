// The checker of solutions plays those of Freecell Solver, and says which move of another is wrong. The plain search agrees with the
// cells that are known and with the search kernel; npm run prove -- solve asks both more.

import { expect, it } from 'vitest';
import { loadSolver } from '../../src/index.js';
import { knownCells } from '../../src/selection/facts.js';
import { pairsIn } from '../support/golden.js';
import { range } from '../support/numbers.js';
import { columnsOf, searchPlainly } from '../support/plain-search.js';
import { dealByNumber, play } from '../support/play.js';

const solutions = new Map(pairsIn('solutions.txt'));

it.each([...solutions])('%s free cells: the solution of Freecell Solver wins', (key, solution) => {
  const [deal, cells] = key.split(' ').map(Number) as [number, number];
  expect(play(deal, cells, solution)).toBe(solution.split(' ').length);
  expect(play(dealByNumber(deal), cells, solution)).toBe(play(deal, cells, solution));
});

it.each([
  ['11', "move 1 of 1, '11': not a move"],
  ['h1', "move 1 of 1, 'h1': not a move"],
  ['7a  8b', "move 2 of 3, '': not a move"],
  ['7av2', "move 1 of 1, '7av2': one card moves"],
  ['7e', "move 1 of 1, '7e': there is no cell e"],
  ['a1', "move 1 of 1, 'a1': there is no card"],
  ['ah', "move 1 of 1, 'ah': there is no card"],
  ['7a 8a', "move 2 of 2, '8a': JH is in the cell"],
  ['7a ab', "move 2 of 2, 'ab': a card moves from cell to cell"],
  ['7a a8', "move 2 of 2, 'a8': JH does not go on QH"],
  ['7h', "move 1 of 1, '7h': JH is not next"],
  ['12', "move 1 of 1, '12': nothing there goes on KS"],
  ['58v2', "move 1 of 1, '58v2': the column is not empty"],
  ['58', 'the end: not all cards are on the foundations'],
])('of deal 617 with four cells, %s is refused', (solution, message) => {
  expect(() => play(617, 4, solution)).toThrow(new Error(`deal 617, ${message}`));
});

it.each([
  [14, '23', '2 cards move, but at most 1 can'],
  [28, '73', '5 cards move, but at most 4 can'],
  [29, '21vd', '13 cards move, but at most 4 can'],
  [29, '21v4', '6H does not go on 6C'],
])('of deal 164 without a cell, after %i moves of a solution, %s is refused', (count, move, problem) => {
  const before = solutions.get('164 0')?.split(' ').slice(0, count) ?? [];
  const message = `deal 164, move ${count + 1} of ${count + 1}, '${move}': ${problem}`;
  expect(() => play(164, 0, [...before, move].join(' '))).toThrow(new Error(message));
});

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
