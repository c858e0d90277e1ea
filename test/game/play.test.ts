// The checker of solutions: it plays those of Freecell Solver, and says which move of another is wrong.

import { expect, it } from 'vitest';
import { goldenBoards, pairsIn } from '../support/golden.js';
import { dealByNumber, play } from '../support/play.js';

it('deals the boards of the golden data', () => {
  for (const [deal, board] of goldenBoards) {
    const rows = board.split('\n').map((line) => line.split(' '));
    const dealt = Array.from({ length: 52 }, (_, i) => rows[i % 8]?.[Math.floor(i / 8)]);
    expect(dealByNumber(deal), `deal ${deal}`).toEqual(dealt);
  }
});

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
