// Runs examples/solve/cells as its README says, and compares it with Freecell Solver's library for each number of cells.

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/command.js';
import { fileWith } from '../support/files.js';
import { range } from '../support/numbers.js';
import {
  askSolver,
  BULK_SOLVE,
  byDeal,
  growth,
  linesOf,
  needsSolver,
  newResults,
  programOf,
  REPORT,
  recordsIn,
  SOLVE,
} from './solver.js';

const [CELLS, BULK_CELLS] = [programOf('cells'), programOf('build/bulk-cells')];

/** First deal of a range in which all deals take few states. */
const EASY = 3035;

interface CellsRecord {
  deal: number;
  cells?: number;
  atLeast?: number;
  atMost?: number;
  states: number[];
  solver: string;
}

function recordsOf(results: string): CellsRecord[] {
  return byDeal(recordsIn<CellsRecord>(results));
}

function cells(args: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(CELLS, args, { env: { ...process.env, ...env } });
  return { status, stdout: stdout.toString(), stderr: stderr.toString() };
}

describe('examples/solve/cells', () => {
  needsSolver('agrees with published results: the first deals that need no cell, and 11982', () => {
    const results = newResults();
    const { status, stderr } = cells([results, '164,617,892,1012,1081,1150,11982']);
    expect(stderr).toMatch(/^cells: 0: 5, 1: 0, 2: 0, 3: 0, 4: 1, 5: 1, 6: 0, 7: 0, open: 0; 0 of them had/);
    expect(status).toBe(0);
    const deals = [164, 617, 892, 1012, 1081, 1150, 11982];
    expect(recordsOf(results).map(({ deal }) => deal)).toEqual(deals);
    expect(recordsOf(results).map(({ cells }) => cells)).toEqual([0, 4, 0, 0, 0, 0, 5]);
    expect(recordsOf(results)[1]).toMatchObject({ states: { length: 5 }, solver: 'cells 1' });
  });

  needsSolver('agrees with the exhaustive searches of Freecell Solver', () => {
    const folder = temporaryFolder();
    for (const program of [SOLVE, CELLS]) spawnSync(program, [join(folder, 'results.ndjson'), '1']); // compiles the solvers
    const deals = range(EASY, 40);
    const found = askSolver<CellsRecord>(BULK_CELLS, [], deals);
    const compared = { solved: 0, unsolved: 0 };
    for (const count of [0, 1, 2, 3, 4]) {
      const flags = `--freecells-num ${count} -sp r:tf -to 01ABCDE -me soft-dfs -mi 10000`;
      const verdicts = askSolver<{ deal: number; verdict: string }>(BULK_SOLVE, [flags], deals);
      for (const { deal, verdict } of verdicts) {
        if (verdict !== 'solved' && verdict !== 'unsolved') continue; // 10,000 states are not enough for every deal
        compared[verdict]++;
        const needed = found.find((record) => record.deal === deal)?.cells ?? -1;
        expect([deal, count, verdict]).toEqual([deal, count, needed <= count ? 'solved' : 'unsolved']);
      }
    }
    expect(compared.solved).toBeGreaterThan(60);
    expect(compared.unsolved).toBeGreaterThan(60);
  });

  needsSolver(
    'leaves a deal open if a limit cuts its search short, and tries it again with a greater limit',
    () => {
      const results = newResults();
      // with two cells, deal 267 takes about ten seconds
      const limits = { MAX_SECONDS: '1', MAX_MEGABYTES: '2000' };
      expect(cells([results, '266..268'], limits).stderr).toMatch(/open: 1; 0 of them had/);
      const open = recordsOf(results)[1];
      expect(open).toMatchObject({ deal: 267, atLeast: 2, atMost: 3, seconds: 1, megabytes: 2000 });
      expect(open.states).toHaveLength(4);
      expect(cells([results, '266..268'], limits).stderr).toMatch(/open: 1; 3 of them had/);
      const easy = { ...open, deal: 2 }; // a deal with the same record that takes no time
      appendFileSync(results, linesOf([easy]));
      expect(cells([results, '2'], { ...limits, MAX_SECONDS: '2' }).stderr).toMatch(/^cells: 0: 0, 1: 1, /);
    },
  );

  // the longer proof: CELLS_KILLS=30 CELLS_DEALS=1..981,983..2000 TEST_BLOCKED_AFTER=900000, and --testTimeout 900000
  needsSolver('has one record per deal after it was killed at random, also with shards', async () => {
    const kills = Number(process.env.CELLS_KILLS ?? 2);
    const deals = process.env.CELLS_DEALS ?? `${EASY}..${EASY + 29}`;
    const folder = temporaryFolder();
    const [whole, results, shards] = ['whole', 'results', 'shards'].map((name) => join(folder, name));
    expect(cells([whole, deals]).status).toBe(0);
    for (let killed = 0; killed < kills; killed++) {
      const command = spawn(CELLS, [results, deals], { stdio: 'ignore', detached: true });
      const ended = once(command, 'exit');
      await growth(results, command);
      if (killed % 2 === 0) command.kill('SIGKILL');
      else if (command.exitCode === null) process.kill(-(command.pid as number), 'SIGKILL');
      await ended;
      appendFileSync(results, '{"deal":1,"cel');
      await setTimeout(200);
    }
    const { status, stderr } = cells([results, deals], { LOCK_WAIT: '60' });
    expect([status, stderr]).toEqual([0, expect.stringContaining('open: 0')]);
    expect(recordsOf(results)).toEqual(recordsOf(whole));
    for (const shard of ['1/2', '2/2']) cells([shards, deals, '--shard', shard]);
    expect(recordsOf(shards)).toEqual(recordsOf(whole));
  });

  needsSolver('keeps verdicts for different numbers of cells apart', () => {
    const results = newResults();
    const solve = (count: number) => {
      const FC_SOLVE = `--freecells-num ${count} -l lg -ni -to 01ABCDE -me soft-dfs`;
      return String(spawnSync(SOLVE, [results, '1..100'], { env: { ...process.env, FC_SOLVE } }).stderr);
    };
    expect(solve(3)).toMatch(/^solve: 100 solved, 0 unsolved, 0 gave-up; 0 of them had/);
    expect(solve(0)).toMatch(/^solve: 0 solved, 100 unsolved, 0 gave-up; 0 of them had/);
    expect(solve(3)).toMatch(/^solve: 100 solved, 0 unsolved, 0 gave-up; 100 of them had/);
  });

  it('explains wrong arguments in one line', () => {
    const results = newResults();
    expect(cells(['--help'])).toMatchObject({ status: 0, stdout: expect.stringMatching(/^usage: cells /) });
    expect(cells([results])).toMatchObject({ status: 2, stderr: expect.stringMatching(/^cells: usage: /) });
    expect(cells([results, '1'], { FC_SOLVE: '-l lg' })).toMatchObject({
      status: 2,
      stderr: 'cells: FC_SOLVE is for solve alone; unset it\n',
    });
    expect(cells([results, '1'], { MAX_MEGABYTES: '100' })).toMatchObject({
      status: 2,
      stderr: "cells: MAX_MEGABYTES is '100'; expected a whole number, 400..1000000000\n",
    });
    expect(cells([results, '1'], { JOBS: '\x1b[31m' }).stderr).toBe(
      "cells: JOBS is $'\\E[31m'; expected a whole number, 1..1000\n",
    );
    expect(existsSync(results)).toBe(false);
  });

  it('reports a table of cells, and open deals in a second table', () => {
    const by = { solver: 'cells 1' };
    const records = [
      { deal: 5, atLeast: 1, atMost: 2, states: [1, 2, 3], ...by },
      { deal: 1, cells: 1, states: [1, 2], ...by },
      { deal: 2, cells: 1, states: [1, 4], ...by },
      { deal: 3, atLeast: 1, states: [1, 4], ...by },
      { deal: 3, cells: 2, states: [1, 2, 7], ...by },
    ];
    const results = fileWith(linesOf(records));
    expect(execFileSync(process.execPath, [REPORT, results]).toString().split('\n')).toEqual([
      'cells 1: 4 deals, 1 of them open',
      '',
      '| cells needed | deals | share | least states | 50 % | most |',
      '| --- | --: | --: | --: | --: | --: |',
      '| 1 | 2 | 50.00 % | 3 | 3 | 5 |',
      '| 2 | 1 | 25.00 % | 10 | 10 | 10 |',
      '',
      '| open | at least | at most |',
      '| --- | --: | --: |',
      '| 5 | 1 | 2 |',
      '',
      '',
    ]);
    appendFileSync(results, linesOf([{ deal: 1, cells: 2, states: [1], ...by }]));
    expect(spawnSync(process.execPath, [REPORT, results]).stderr.toString()).toBe(
      'report: deal 1 needs 1 and 2 cells\n',
    );
  });
});
