// Decides deals, and boards that no deal has, with the search kernel on the calling thread.

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/common/errors.js';
import { loadSolver } from '../../src/engine/load.js';
import { cardName } from '../../src/game/cards.js';
import { dealCards, dealFreeCell } from '../../src/game/deal.js';
import { play } from '../support/play.js';

interface Golden {
  deal: number;
  cells: number;
  states: number[];
}

/** Records of the search in C from which the kernel was made (examples/solve/search.c of 1.0.0). */
const golden: Golden[] = readFileSync('test/golden/solve/records.ndjson', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

const solver = await loadSolver();

it('finds the cells, and searches as many states as the program in C: 300 deals, of all regimes, of 0 to 6 cells', () => {
  expect(golden.map(({ deal }) => ({ deal, ...solver.solve(deal) }))).toEqual(golden);
});

describe('a limit of states', () => {
  const { states } = solver.solve(617, { cells: 3 });

  it('decides with as many states as the search takes, and ends open with one less', () => {
    expect(solver.solve(617, { cells: 3, maxStates: states })).toEqual({
      withCells: 3,
      winnable: false,
      states,
    });
    const open = { withCells: 3, winnable: null, states: states - 1 };
    expect(solver.solve(617, { cells: 3, maxStates: states - 1 })).toEqual(open);
  });

  it('gives bounds in place of the cells, and goes on with more cells', () => {
    expect(solver.solve(617, { maxStates: 100 })).toMatchObject({
      atLeast: 1,
      states: [6, 100, 100, 100, 100, 100, 100, 100],
    });
    expect(solver.solve(617, { maxStates: 2000 })).toEqual({
      atLeast: 3,
      atMost: 4,
      states: [6, 114, 816, 2000, 923],
    });
  });
});

it('keeps nothing from one deal to the next, also after a search of 12 MB', () => {
  const before = solver.solve(617, { solutions: true });
  expect(solver.solve(464_404, { cells: 1, maxStates: 600_000 }).winnable).toBe(null);
  expect(solver.solve(617, { solutions: true })).toEqual(before);
});

it('solves any board, such as a shuffled deck, with moves that win it', () => {
  const decks = fc.shuffledSubarray([...dealCards(1)], { minLength: 52 });
  fc.assert(
    fc.property(decks, (cards) => {
      const { cells, moves, solution } = solver.solve(cards, { solutions: true });
      expect(play(cards.map(cardName), cells as number, solution as string)).toBe(moves);
    }),
    { numRuns: 20 },
  );
  expect(solver.solve(dealFreeCell(617))).toEqual(solver.solve(617));
});

it.each([
  [() => solver.solve(0), 'deal number 0 is outside'],
  [() => solver.solve([1, 2]), 'the board has 2 cards'],
  [() => solver.solve(1, { cells: 8 }), 'number of cells 8 is outside 0..7'],
  [() => solver.solve(1, { cells: 1.5 }), 'number of cells 1.5 is outside 0..7'],
  [() => solver.solve(1, { maxStates: 0 }), 'limit of states 0 is not 1 or more'],
  [() => solver.solve(1, { states: 1 } as never), 'states'],
])('refuses %s', (call, message) => {
  expect(call).toThrow(InputError);
  expect(call).toThrow(message);
});
