// Runs examples/solve/cells as its README says, and compares it with Freecell Solver's library for each number of cells.

import { describe, expect } from 'vitest';
import { range } from '../support/numbers.js';
import {
  ask,
  askSolver,
  BULK_SOLVE,
  byDeal,
  CELLS,
  EASY,
  needsSolver,
  newResults,
  programOf,
  recordsIn,
  SOLVE,
} from './solver.js';

const cells = (args: string[], env = {}) => ask(CELLS, args, env);

describe('examples/solve/cells', () => {
  needsSolver('agrees with published results: the first deals that need no cell, and 11982', () => {
    const results = newResults();
    const deals = [164, 617, 892, 1012, 1081, 1150, 11982];
    const { status, stderr } = cells([results, deals.join()]);
    expect(stderr).toMatch(/^cells: 0: 5, 1: 0, 2: 0, 3: 0, 4: 1, 5: 1, 6: 0, 7: 0, open: 0; 0 of them had/);
    expect(status).toBe(0);
    const records = byDeal(recordsIn(results));
    expect(records.map(({ deal }) => deal)).toEqual(deals);
    expect(records.map(({ cells }) => cells)).toEqual([0, 4, 0, 0, 0, 0, 5]);
    expect(records[1]).toMatchObject({ states: { length: 5 }, solver: 'cells 2' });
    expect(records[6]?.states).toEqual([8, 67, 368, 1700, 20716, 1764]); // with four cells, in two searches
    for (const { states, tookSeconds, tookMegabytes } of records) {
      const millions = Math.max(...(states as number[])) / 1e6;
      expect(tookSeconds).toBeLessThan(60);
      expect(tookMegabytes).toBeGreaterThan(4 * millions); // 16 bytes per state, in the longest of several searches
      expect(tookMegabytes).toBeLessThan(0.2 + 150 * millions);
    }
  });

  needsSolver('agrees with the exhaustive searches of Freecell Solver', () => {
    for (const program of [SOLVE, CELLS]) ask(program, [newResults(), '1']); // compiles the solvers
    const deals = range(EASY, 40);
    // forwards and backwards, because a search does not depend on those before it; 90 takes several swaps
    const asked = [...deals, 178, 90, 90, 178, ...deals.toReversed()];
    const found = askSolver(programOf('build/bulk-cells'), [], asked);
    const untimed = found.map((record) => ({ ...record, tookSeconds: 0 }));
    expect(untimed.toReversed()).toEqual(untimed);
    // a method that takes other states needs another version
    expect(found.slice(40, 42).map(({ states }) => states)).toEqual([
      [8, 153, 1900, 13831, 1203],
      [32, 35448, 12718],
    ]);
    const compared: Record<string, number> = { solved: 0, unsolved: 0 };
    for (const count of [0, 1, 2, 3, 4]) {
      const flags = `--freecells-num ${count} -sp r:tf -to 01ABCDE -me soft-dfs -mi 10000`;
      for (const { deal, verdict = '' } of askSolver(BULK_SOLVE, [flags], deals)) {
        if (compared[verdict] === undefined) continue; // 10,000 states are not enough for every deal
        compared[verdict]++;
        const needed = found.find((record) => record.deal === deal)?.cells ?? -1;
        expect([deal, count, verdict]).toEqual([deal, count, needed <= count ? 'solved' : 'unsolved']);
      }
    }
    expect(compared.solved).toBeGreaterThan(60);
    expect(compared.unsolved).toBeGreaterThan(60);
  });

  needsSolver('leaves a deal open if a limit ends its search, until the limit is another', () => {
    const results = newResults();
    // with one cell, deal 192616 takes about eight seconds
    const limits = { MAX_SECONDS: '1', MAX_MEGABYTES: '2000' };
    expect(cells([results, '192615..192617'], limits).stderr).toMatch(/open: 1; 0 of them had/);
    const open = byDeal(recordsIn(results))[1];
    expect(open).toMatchObject({ deal: 192616, atLeast: 1, atMost: 2, seconds: 1, megabytes: 2000 });
    expect(open?.states).toHaveLength(3);
    expect(cells([results, '192615..192617'], limits).stderr).toMatch(/open: 1; 3 of them had/);
  });

  needsSolver(
    'leaves a deal open if memory ends its search, and then searches the next one as always',
    () => {
      const records = askSolver(programOf('build/bulk-cells'), ['--megabytes', '20'], [192616, 90]);
      expect(records).toMatchObject([
        { deal: 192616, atLeast: 1, atMost: 2, states: { length: 3 }, megabytes: 20 },
        { deal: 90, cells: 2, states: [32, 35448, 12718] },
      ]);
      expect(Object.keys(records[0] as object)).not.toContain('seconds');
      const [open, won] = records.map(({ tookMegabytes = 0 }) => tookMegabytes);
      expect(open).toBeGreaterThan(4); // 16 bytes per state, in a table that could not grow
      expect(open).toBeLessThan(20);
      expect(won).toBeLessThan(1);
    },
  );

  needsSolver('writes solutions that can be replayed card by card', () => {
    const results = newResults();
    cells([results, '1..20,11982'], { SOLUTIONS: '1' });
    const replayed = ask(process.execPath, [programOf('replay.mjs'), results]);
    expect(replayed).toMatchObject({ status: 0, stdout: '21 solutions win\n' });
  });
});
