// Runs examples/solve as docs/solvers.md says, and compares it with fc-solve, started once per deal.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, onTestFinished } from 'vitest';
import { showDeal } from '../../src/board/show.js';
import { range } from '../support/numbers.js';
import {
  ask,
  askSolver,
  byDeal,
  commandOf,
  dealsIn,
  growth,
  isRunning,
  kill,
  needsSolver,
  newResults,
  processTree,
  recordsIn,
  SOLVE,
  SOLVER,
} from './solver.js';

const DEFAULT_OPTIONS = '-l lg -ni -to 01ABCDE -me soft-dfs';
/** Breadth-first search needs minutes and gigabytes for 739671. */
const HARD = { FC_SOLVE: '-l lg -ni -to 01ABCDE -me bfs', JOBS: '1' };

const solve = (args: string[], env = {}) => ask(SOLVE, args, env);

/** Starts freecell-solver. */
function start(args: string[], env = {}) {
  const command = spawn(SOLVE, args, { stdio: 'ignore', env: { ...process.env, ...env } });
  return { command, ended: once(command, 'exit') };
}

/** Runs fc-solve on one board; returns its result as a record. */
function fcSolve(deal: number, options: string) {
  const args = [...options.split(' ').filter(Boolean), '-sel', '-m', '-snx'];
  const said = ask('fc-solve', args, {}, showDeal(deal, 'text')).stdout;
  const states = Number(/^Total number of states checked is (\d+)\.$/m.exec(said)?.[1]);
  const by = { solver: expect.stringMatching(/^fc-solve /), options };
  const verdict = said.includes('Iterations count exceeded.') ? 'gave-up' : 'unsolved';
  if (!said.includes('This game is solveable.')) return { deal, verdict, states, ...by };
  const words = said.split('\n').filter((line) => /^([1-8a-d][1-8a-dh](v[0-9a-f])? )+$/.test(line));
  const solution = words.join('').trim();
  return { deal, verdict: 'solved', moves: solution.split(' ').length, states, solution, ...by };
}

/** Kills the command, one of its descendants, or all of them, at random. */
function killSomething(command: ChildProcess): void {
  const tree = processTree(command.pid as number);
  const signal = Math.random() < 0.3 ? 'SIGTERM' : 'SIGKILL';
  const kind = Math.random();
  if (kind < 0.4) kill(command.pid as number, signal);
  else if (kind < 0.7) for (const pid of tree) kill(pid, signal);
  else kill(tree[Math.floor(Math.random() * tree.length)] as number, signal);
}

describe('the results of examples/solve', () => {
  // A record must not depend on which deals the same process had before.
  needsSolver('has the same verdicts as fc-solve, which is started once per deal', () => {
    const deals = [11982, 31465, 617, 4294967296, 8589934591];
    const results = newResults();
    expect(solve([results, deals.join()], { FC_SOLVE: '', JOBS: '1' }).status).toBe(0);
    expect(recordsIn(results)).toEqual(deals.map((deal) => ({ ...fcSolve(deal, ''), solution: undefined })));
    const forAll = deals.slice(1); // the first one takes a second of other searches
    for (const options of [
      DEFAULT_OPTIONS,
      '-l lg -mi 100',
      '-l cookie-monster',
      '-l lg -mi 50 -ni -mi 400',
      '-mss 500 -p -t',
      '-me patsolve',
      '-me random-dfs -seed 7',
    ]) {
      const records = askSolver(SOLVER, ['--moves', options], forAll);
      expect(records).toEqual(forAll.map((deal) => fcSolve(deal, options)));
    }
  });

  needsSolver('writes solutions, also for a deal on which the preset alone gives up', () => {
    const results = newResults();
    const deals = [...range(1, 9), 739671, ...range(8589934583, 9)];
    expect(solve([results, '1..9,739671,8589934583..8589934591'], { SOLUTIONS: '1' }).status).toBe(0);
    expect(byDeal(recordsIn(results))).toEqual(deals.map((deal) => fcSolve(deal, DEFAULT_OPTIONS)));
    expect(solve([results, '739671'], { FC_SOLVE: '-l lg' }).status).toBe(0);
    expect(recordsIn(results).filter(({ deal }) => deal === 739671)).toMatchObject([
      { verdict: 'solved', options: DEFAULT_OPTIONS },
      { verdict: 'unsolved', options: '-l lg' },
    ]);
  });

  needsSolver('gives up a deal after MAX_SECONDS, and does not try it again with the same limit', () => {
    const results = newResults();
    const env = { ...HARD, MAX_SECONDS: '1' };
    const { stderr } = solve([results, '739670..739673'], env);
    expect(stderr).toMatch(/^freecell-solver: 3 solved, 0 unsolved, 1 gave-up;/);
    const records = byDeal(recordsIn(results));
    expect(records.map(({ verdict }) => verdict)).toEqual(['solved', 'gave-up', 'solved', 'solved']);
    expect(records[1]).toMatchObject({ deal: 739671, seconds: 1 });
    expect(solve([results, '739671'], env).stderr).toContain('1 of them had their record before');
  });

  needsSolver('has no record of a deal on which the solver crashes, but has all others', () => {
    const results = newResults();
    const { status, stderr } = solve([results, '739669..739673'], { ...HARD, MAX_MEGABYTES: '100' });
    expect(stderr).toMatch(/^freecell-solver: deal 739671 has no record: the solver ended by [^\n]+\n/m);
    expect(stderr).toContain('freecell-solver: 1 deal has no record; run it again to try again\n');
    expect(status).toBe(1);
    expect(dealsIn(results).sort((a, b) => a - b)).toEqual([739669, 739670, 739672, 739673]);
  });
});

describe('a run of examples/solve', () => {
  // Acceptance: SOLVE_KILLS=30 SOLVE_DEALS=1..20000 TEST_BLOCKED_AFTER=900000 npm run vitest -- test/examples/solve.test.ts
  // --testTimeout 900000 -t 'has one record'
  needsSolver('has one record per deal after it was killed at random', async () => {
    const kills = Number(process.env.SOLVE_KILLS ?? 2);
    const deals = process.env.SOLVE_DEALS ?? '1..1000';
    const env = { SOLUTIONS: '1' };
    const [undisturbed, results] = [newResults(), newResults()];
    const started = performance.now();
    expect(solve([undisturbed, deals], env).status).toBe(0);
    const ms = performance.now() - started;
    for (let killed = 0; killed < kills; ) {
      const { command, ended } = start([results, deals], env);
      await growth(results, command);
      await Promise.race([setTimeout(Math.random() * Math.min(0.3, 1.5 / kills) * ms), ended]);
      if (isRunning(command)) {
        killed++;
        killSomething(command);
        await ended;
        appendFileSync(results, '{"deal":1,"verd');
      } else {
        writeFileSync(results, ''); // the run ended before it could be killed
      }
    }
    const { status, stderr } = solve([results, deals], { ...env, LOCK_WAIT: '50' });
    console.log(`${kills} kills; ${/\d+ of them had their record before/.exec(stderr)}`);
    expect(status).toBe(0);
    expect(byDeal(recordsIn(results))).toEqual(byDeal(recordsIn(undisturbed)));
  });

  // A stopped solver (SIGSTOP) does not end by itself: another process must kill it.
  needsSolver('leaves no process behind when a signal ends it', async () => {
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const;
    const left = await Promise.all(
      signals.map(async (signal) => {
        const results = newResults();
        const { command, ended } = start([results, '1..8589934591'], { JOBS: '1' });
        await growth(results, command);
        const tree = processTree(command.pid as number);
        onTestFinished(() => tree.forEach((pid) => void kill(pid, 'SIGKILL')));
        for (const pid of tree)
          if (commandOf(pid) === 'freecell-solver' && processTree(pid).length === 1) kill(pid, 'SIGSTOP');
        kill(command.pid as number, signal);
        await ended;
        const alive = () => tree.map(commandOf).filter((name) => name !== undefined);
        const deadline = performance.now() + 20_000;
        while (alive().length > 0 && performance.now() < deadline) await setTimeout(50);
        return [signal, alive()];
      }),
    );
    expect(left).toEqual(signals.map((signal) => [signal, []]));
  });

  needsSolver('says on Ctrl-C that it stopped, and how to continue', async () => {
    const results = newResults();
    // In a shell that does not end. When the terminal ends at once, a solver that parallel just starts complains about it.
    const line = `trap : INT; ${SOLVE} ${results} 1..8589934591; echo status $?; sleep 1`;
    const env = { ...process.env, SHELL: '/bin/bash' };
    const terminal = spawn('script', ['-qec', line, '/dev/null'], { env });
    const shown = text(terminal.stdout);
    await growth(results, terminal);
    terminal.stdin.write('\x03');
    const last = (await shown).split('\x1b[K').at(-1);
    expect(last).toBe('freecell-solver: stopped; run it again to continue\r\nstatus 130\r\n');
    const had = recordsIn(results).length;
    expect(solve([results, '1..10']).status).toBe(0);
    expect(recordsIn(results).length).toBeLessThanOrEqual(had + 10);
  });
});
