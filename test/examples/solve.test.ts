// Runs examples/solve as its README says, and compares it with fc-solve, started once per deal.

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cardName } from '../../src/game/cards.js';
import { dealCards } from '../../src/game/deal.js';
import { checkSame } from '../support/bytes.js';
import { newFifo, run, temporaryFolder } from '../support/command.js';
import { fileWith } from '../support/files.js';
import { range } from '../support/numbers.js';
import { play } from '../support/play.js';
import {
  askSolver,
  BULK_SOLVE,
  byDeal,
  commandOf,
  growth,
  isRunning,
  kill,
  linesOf,
  needsSolver,
  newResults,
  processTree,
  REPORT,
  recordsIn,
  SOLVE,
  waitsForLock,
} from './solver.js';

const SUBMIT = fileURLToPath(new URL('../../examples/slurm/submit', import.meta.url));
const DEFAULT_OPTIONS = '-l lg -ni -to 01ABCDE -me soft-dfs';

interface SolverRecord {
  deal: number;
  verdict: string;
  moves?: number;
  states?: number;
  seconds?: number;
  solution?: string;
  solver: string;
  options: string;
}

const recordsOf = recordsIn<SolverRecord>;

function solve(args: string[], env: Record<string, string> = {}) {
  const { status, stderr } = spawnSync(SOLVE, args, { env: { ...process.env, ...env }, timeout: 50_000 });
  return { status, stderr: stderr.toString() };
}

/** Runs fc-solve on one board; returns its result as a record. */
function fcSolve(deal: number, options: string) {
  const names = Array.from(dealCards(deal), cardName);
  const columns = range(0, 8).map((column) => names.filter((_, i) => i % 8 === column).join(' '));
  const args = [...options.split(' ').filter(Boolean), '-sel', '-m', '-snx'];
  const said = execFileSync('fc-solve', args, { input: `${columns.join('\n')}\n`, stdio: 'pipe' }).toString();
  const states = Number(/^Total number of states checked is (\d+)\.$/m.exec(said)?.[1]);
  if (!said.includes('This game is solveable.'))
    return { deal, verdict: said.includes('Iterations count exceeded.') ? 'gave-up' : 'unsolved', states };
  const words = said.split('\n').filter((line) => /^([1-8a-d][1-8a-dh](v[0-9a-f])? )+$/.test(line));
  const solution = words.join('').trim();
  return { deal, verdict: 'solved', moves: solution.split(' ').length, states, solution };
}

const isAlive = (pid: number) => commandOf(pid) !== undefined;

/** Kills the command, one of its descendants, or all of them, at random. */
function killSomething(command: ChildProcess): void {
  const tree = processTree(command.pid as number);
  const signal = Math.random() < 0.3 ? 'SIGTERM' : 'SIGKILL';
  const kind = Math.random();
  if (kind < 0.4) kill(command.pid as number, signal);
  else if (kind < 0.7) for (const pid of tree) kill(pid, signal);
  else kill(tree[Math.floor(Math.random() * tree.length)] as number, signal);
}

describe('examples/solve', () => {
  needsSolver('solves the deals around 11982, but not 11982', () => {
    const results = newResults();
    const { status, stderr } = solve([results, '11900..12050']);
    expect(stderr).toMatch(/^solve: 150 solved, 1 unsolved, 0 gave-up; 0 of them had their record before/);
    expect(status).toBe(0);
    const records = byDeal(recordsOf(results));
    expect(records.map(({ deal }) => deal)).toEqual(range(11900, 151));
    expect(records.filter(({ verdict }) => verdict !== 'solved').map(({ deal }) => deal)).toEqual([11982]);
    for (const { verdict, moves, states, solver, options } of records) {
      expect(states).toBeGreaterThan(0);
      // each of the 52 cards must move at least once
      if (verdict === 'solved') expect(moves).toBeGreaterThanOrEqual(52);
      else expect(moves).toBeUndefined();
      expect(solver).toMatch(/^fc-solve \d+\.\d+\.\d+$/);
      expect(options).toBe(DEFAULT_OPTIONS);
    }
  });

  // A record must not depend on which deals the same process had before.
  needsSolver('has the same verdicts as fc-solve, which is started once per deal', () => {
    const deals = [11982, 31465, 617, 4294967296, 8589934591];
    // which takes a second of other searches
    const forAll = deals.slice(1);
    const asAlone = (options: string, deals = forAll) =>
      deals.map((deal) => ({
        ...fcSolve(deal, options),
        solver: expect.stringMatching(/^fc-solve /),
        options,
      }));
    const results = newResults();
    const env = { FC_SOLVE: '', SOLUTIONS: '1', JOBS: '1' };
    expect(solve([results, deals.join()], env).status).toBe(0);
    expect(recordsOf(results)).toEqual(asAlone('', deals));
    for (const options of [
      DEFAULT_OPTIONS,
      '-l lg -mi 100',
      '-l cookie-monster',
      '-l lg -mi 50 -ni -mi 400',
      '-mss 500 -p -t',
      '-me patsolve',
      '-me random-dfs -seed 7',
    ]) {
      expect(askSolver(BULK_SOLVE, ['--moves', options], forAll)).toEqual(asAlone(options));
    }
  });

  needsSolver('writes solutions that win, also for a deal on which the preset alone gives up', () => {
    const results = newResults();
    expect(solve([results, '1..100,739671,8589934491..8589934591'], { SOLUTIONS: '1' }).status).toBe(0);
    const records = recordsOf(results);
    expect(records).toHaveLength(202);
    for (const { deal, verdict, solution, moves } of records) {
      expect({ deal, verdict }).toEqual({ deal, verdict: 'solved' });
      const words = (solution as string).split(' ');
      expect(words).toHaveLength(moves as number);
      expect(`${deal}: ${play(dealCards(deal), words)}`).toBe(`${deal}: won`);
    }
    expect(solve([results, '739671'], { FC_SOLVE: '-l lg' }).status).toBe(0);
    expect(recordsOf(results).filter(({ deal }) => deal === 739671)).toMatchObject([
      { verdict: 'solved', options: DEFAULT_OPTIONS },
      { verdict: 'unsolved', options: '-l lg' },
    ]);
  });

  needsSolver('writes a record that is longer than a pipe takes in one piece', () => {
    const results = newResults();
    const env = { SOLUTIONS: '1', JOBS: '1', FC_SOLVE: '-to 01ABCDE -me soft-dfs' };
    expect(solve([results, '12,116,23'], env).status).toBe(0);
    const records = recordsOf(results);
    expect(records.map(({ deal }) => deal)).toEqual([12, 116, 23]);
    expect(records[1]?.solution?.length).toBeGreaterThan(4096);
    for (const { deal, solution } of records)
      expect(`${deal}: ${play(dealCards(deal), (solution as string).split(' '))}`).toBe(`${deal}: won`);
  });

  // Acceptance: SOLVE_KILLS=30 SOLVE_DEALS=20000 npx vitest run test/examples/solve.test.ts -t killed
  needsSolver('has one record per deal after it was killed at random', async () => {
    const kills = Number(process.env.SOLVE_KILLS ?? 2);
    const last = Number(process.env.SOLVE_DEALS ?? 1000);
    const folder = temporaryFolder();
    const undisturbed = join(folder, 'undisturbed.ndjson');
    const results = join(folder, 'results.ndjson');
    const started = performance.now();
    expect(solve([undisturbed, `1..${last}`], { SOLUTIONS: '1' }).status).toBe(0);
    const ms = performance.now() - started;

    for (let killed = 0; killed < kills; ) {
      const command = spawn(SOLVE, [results, `1..${last}`], {
        stdio: 'ignore',
        env: { ...process.env, SOLUTIONS: '1' },
      });
      const ended = once(command, 'exit');
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

    const { status, stderr } = solve([results, `1..${last}`], { SOLUTIONS: '1' });
    expect(stderr).toMatch(/^solve: /);
    const found = Number(/(\d+) of them had their record before/.exec(stderr)?.[1]);
    console.log(`${kills} kills; ${found} of ${last} deals had their record before the last run`);
    expect(status).toBe(0);
    expect(byDeal(recordsOf(results))).toEqual(byDeal(recordsOf(undisturbed)));
  });

  // A stopped solver (SIGSTOP) does not end by itself: another process must kill it.
  needsSolver('leaves no process behind when a signal ends it', async () => {
    const folder = temporaryFolder();
    const left = await Promise.all(
      (['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const).map(async (signal) => {
        const results = join(folder, `${signal}.ndjson`);
        const env = { ...process.env, JOBS: '1' };
        const command = spawn(SOLVE, [results, '1..8589934591'], { stdio: 'ignore', env });
        const ended = once(command, 'exit');
        await growth(results, command);
        const tree = processTree(command.pid as number);
        onTestFinished(() => tree.forEach((pid) => void kill(pid, 'SIGKILL')));
        const solvers = tree.filter(
          (pid) => commandOf(pid) === 'bulk-solve' && processTree(pid).length === 1,
        );
        for (const pid of solvers) kill(pid, 'SIGSTOP');
        kill(command.pid as number, signal);
        await ended;
        const deadline = performance.now() + 20_000;
        while (tree.some(isAlive) && performance.now() < deadline) await setTimeout(50);
        return [signal, tree.filter(isAlive).map(commandOf)];
      }),
    );
    expect(left).toEqual(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'].map((signal) => [signal, []]));
  });

  needsSolver('ends at SIGINT while it waits for the lock of another run', async () => {
    const results = newResults();
    const holder = spawn('flock', [results, 'sleep', '60'], { detached: true });
    onTestFinished(() => void process.kill(-(holder.pid as number), 'SIGKILL'));
    await once(holder, 'spawn');
    const command = spawn(SOLVE, [results, '1'], { env: { ...process.env, LOCK_WAIT: '50' } });
    const ended = once(command, 'exit');
    await waitsForLock(command);
    command.kill('SIGINT');
    expect((await ended)[0]).toBe(130);
  });

  // JOBS=0 once started thousands of solvers and left them behind.
  needsSolver('refuses settings that are not whole numbers, and starts no process', () => {
    const results = newResults();
    for (const [name, values, range] of [
      ['JOBS', ['0', '-1', 'x', '1.5', '1001', '100%'], '1..1000'],
      ['BLOCK', ['0', '1k'], '1..1000000000'],
      ['MAX_SECONDS', ['0', 'long'], '1..1000000000'],
      ['MAX_MEGABYTES', ['0', '99999999999'], '1..1000000000'],
      ['SOLUTIONS', ['yes'], '0..1'],
      ['LOCK_WAIT', ['-1', '08'], '0..1000000000'],
    ] as const) {
      for (const value of values) {
        const stderr = `solve: ${name} is '${value}'; expected a whole number, ${range}\n`;
        expect(solve([results, '1'], { [name]: value })).toEqual({ status: 2, stderr });
      }
    }
    const { status, stderr } = spawnSync(SUBMIT, [results, '1'], { env: { ...process.env, TASKS: '0' } });
    expect(stderr.toString()).toBe("submit: TASKS is '0'; expected a whole number, 1..9999999\n");
    expect(status).toBe(2);
    expect(existsSync(results)).toBe(false);
  });

  // It once waited forever for GNU parallel to read more deals.
  needsSolver('ends with status 1 if GNU parallel is killed', async () => {
    const results = newResults();
    const command = spawn(SOLVE, [results, '1..100000'], { stdio: ['ignore', 'ignore', 'pipe'] });
    const ended = once(command, 'close');
    let stderr = '';
    command.stderr.on('data', (bytes) => {
      stderr += bytes;
    });
    await growth(results, command);
    const parallel = processTree(command.pid as number).find((pid) =>
      readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('parallel'),
    );
    kill(parallel as number, 'SIGKILL');
    expect((await ended)[0]).toBe(1);
    expect(stderr).toMatch(/^solve: \d+ deals? ha(s|ve) no record; run it again to try again$/m);
    expect(recordsOf(results).length).toBeGreaterThan(0);
  });

  needsSolver('shows the rate and the remaining time on a terminal', () => {
    const results = newResults();
    const line = `JOBS=1 ${SOLVE} ${results} 1..5000`;
    const { status, stdout } = spawnSync('script', ['-qec', line, '/dev/null'], { timeout: 50_000 });
    expect(status).toBe(0);
    expect(stdout.toString()).toMatch(/\rsolve: [\d,]+ of 5,000 deals, [\d,]+ deals\/s, \d+ s left/);
    expect(stdout.toString()).toMatch(/solve: 5000 solved, 0 unsolved, 0 gave-up;[^\n]+\n$/);
  });

  needsSolver(
    'leaves a file of deals and swapped arguments as they are, and refuses folders and FIFOs',
    () => {
      const folder = temporaryFolder();
      const results = join(folder, 'results.ndjson');
      expect(solve([results, '1..5']).status).toBe(0);
      const numbersFile = join(folder, 'numbers.txt');
      writeFileSync(numbersFile, '4\n7\n9');
      const deals = join(folder, 'deals.bin');
      run(['generate', '1..1000', '-q', '-o', deals], folder);
      for (const [path, list] of [
        [deals, '1..3'],
        [numbersFile, results],
      ] as const) {
        const before = readFileSync(path);
        const stderr = `solve: ${path} is not a results file: its line 1 is not a record\n`;
        expect(solve([path, list])).toEqual({ status: 1, stderr });
        checkSame(readFileSync(path), before);
      }
      for (const path of [folder, newFifo()])
        expect(solve([path, '1'])).toEqual({ status: 1, stderr: `solve: '${path}' is not a file\n` });
    },
  );

  needsSolver('leaves no results file after a usage error, also one that another run waits for', async () => {
    const results = newResults();
    expect(solve([results, '1..x']).status).toBe(2);
    expect(existsSync(results)).toBe(false);
    // the first run has its lock until its list comes, and the second run waits for that
    const first = spawn(SOLVE, [results, '-'], { stdio: ['pipe', 'ignore', 'ignore'] });
    const firstEnded = once(first, 'exit');
    while (!existsSync(results)) await setTimeout(20);
    const env = { ...process.env, LOCK_WAIT: '50' };
    const second = spawn(SOLVE, [results, '617'], { stdio: 'ignore', env });
    const secondEnded = once(second, 'exit');
    await waitsForLock(second);
    first.stdin.end('x\n');
    expect((await firstEnded)[0]).toBe(2);
    expect((await secondEnded)[0]).toBe(0);
    expect(recordsOf(results)).toMatchObject([{ deal: 617, verdict: 'solved' }]);
  });

  needsSolver('says on Ctrl-C that it stopped, and how to continue', async () => {
    const results = newResults();
    const line = `trap : INT; ${SOLVE} ${results} 1..8589934591; echo status $?`; // in a shell that does not end
    const terminal = spawn('script', ['-qec', line, '/dev/null'], {
      env: { ...process.env, SHELL: '/bin/bash' },
    });
    const ended = once(terminal, 'close');
    let shown = '';
    terminal.stdout.on('data', (bytes) => {
      shown += bytes;
    });
    await growth(results, terminal);
    terminal.stdin.write('\x03');
    await ended;
    expect(shown.split('\x1b[K').at(-1)).toBe('solve: stopped; run it again to continue\r\nstatus 130\r\n');
    const had = recordsOf(results).length;
    expect(solve([results, '1..10']).status).toBe(0);
    expect(recordsOf(results).length).toBeLessThanOrEqual(had + 10);
  });

  needsSolver('starts a solver for each BLOCK of deals, the last one smaller', () => {
    const results = newResults();
    expect(solve([results, '1..10'], { BLOCK: '3', JOBS: '1' }).status).toBe(0);
    expect(recordsOf(results).map(({ deal }) => deal)).toEqual(range(1, 10));
  });

  needsSolver('solves no deal twice with the same options, but again with other options', () => {
    const results = newResults();
    const twice = spawnSync(SOLVE, [results, '-'], { input: '1 617\n5 617\n' });
    expect(twice.stderr.toString()).toMatch(/^solve: 4 solved, 0 unsolved, 0 gave-up; 1 of them had/);
    expect(recordsOf(results)).toHaveLength(3);
    const whole = readFileSync(results);
    expect(solve([results, '1,617,5'])).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('3 of them had their record before'),
    });
    checkSame(readFileSync(results), whole);
    expect(solve([results, '617'], { FC_SOLVE: '-mi 10' }).status).toBe(0);
    expect(recordsOf(results).slice(3)).toMatchObject([{ deal: 617, verdict: 'gave-up', options: '-mi 10' }]);
  });

  needsSolver('accepts lists from a file and from standard input, and flags of generate', () => {
    const folder = temporaryFolder();
    const results = join(folder, 'results.ndjson');
    writeFileSync(join(folder, 'list.txt'), '4 5 # and so on\n1..3\n');
    expect(solve([results, join(folder, 'list.txt')]).status).toBe(0);
    const piped = spawnSync(SOLVE, [results, '-', '--winnable'], { input: '11981\n11982\n3\n146692\n' });
    expect(piped.stderr.toString()).toMatch(/^solve: 2 solved, 0 unsolved, 0 gave-up; 1 of them had/);
    expect(piped.status).toBe(0);
    expect(byDeal(recordsOf(results)).map(({ deal }) => deal)).toEqual([1, 2, 3, 4, 5, 11981]);
    const bad = spawnSync(SOLVE, [results, '-'], { input: '1\nx\n' });
    expect(bad.stderr.toString()).toMatch(/^freecell-deals: standard input, line 2: 'x' is neither[^\n]*\n$/);
    expect(bad.status).toBe(2);
  });

  // Breadth-first search needs minutes and gigabytes for 739671.
  const HARD = { FC_SOLVE: '-l lg -ni -to 01ABCDE -me bfs', JOBS: '1' };

  needsSolver('gives up a deal after MAX_SECONDS, and tries it again when MAX_SECONDS is greater', () => {
    const results = newResults();
    const env = { ...HARD, MAX_SECONDS: '1' };
    expect(solve([results, '739670..739673'], env)).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/^solve: 3 solved, 0 unsolved, 1 gave-up;/),
    });
    const records = byDeal(recordsOf(results));
    expect(records.map(({ verdict }) => verdict)).toEqual(['solved', 'gave-up', 'solved', 'solved']);
    expect(records[1]).toMatchObject({ deal: 739671, verdict: 'gave-up', seconds: 1 });
    expect(solve([results, '739671'], env).stderr).toContain('1 of them had their record before');
    // a deal with the same record that takes no time
    const { solver, options } = records[0] as SolverRecord;
    const gaveUp = { deal: 5, verdict: 'gave-up', seconds: 1, solver, options };
    appendFileSync(results, linesOf([gaveUp]));
    expect(solve([results, '5'], { ...HARD, MAX_SECONDS: '2' }).status).toBe(0);
    expect(recordsOf(results).slice(5)).toMatchObject([{ deal: 5, verdict: 'solved' }]);
  });

  needsSolver('tries a deal again only if a limit is greater than the one that ended its search', () => {
    const results = join(temporaryFolder(), 'results.ndjson');
    expect(solve([results, '1']).status).toBe(0);
    const [{ solver, options }] = recordsOf(results) as [SolverRecord];
    for (const [limit, smaller, greater] of [
      [
        { states: 10, megabytes: 900 },
        { MAX_MEGABYTES: '900', MAX_SECONDS: '1000' },
        { MAX_MEGABYTES: '901' },
      ],
      [{ seconds: 50 }, { MAX_SECONDS: '50', MAX_MEGABYTES: '2000' }, { MAX_SECONDS: '51' }],
    ] as const) {
      writeFileSync(
        results,
        `${JSON.stringify({ deal: 5, verdict: 'gave-up', ...limit, solver, options })}\n`,
      );
      expect(solve([results, '5'], smaller).stderr).toContain('1 of them had their record before');
      expect(solve([results, '5'], greater).status).toBe(0);
      expect(recordsOf(results)).toMatchObject([{ verdict: 'gave-up' }, { deal: 5, verdict: 'solved' }]);
    }
  });

  needsSolver(
    'has no record of a deal on which the solver crashes, has all others, and ends with status 1',
    () => {
      const results = newResults();
      const { status, stderr } = solve([results, '739669..739673'], { ...HARD, MAX_MEGABYTES: '100' });
      expect(stderr).toMatch(/^bulk-solve: deal 739671 has no record: the solver ended by [^\n]+\n/);
      expect(stderr).toContain('solve: 1 deal has no record; run it again to try again\n');
      expect(status).toBe(1);
      expect(byDeal(recordsOf(results)).map(({ deal }) => deal)).toEqual([739669, 739670, 739672, 739673]);
    },
  );

  needsSolver('refuses wrong deals, flags, records and files, and a second run at the same time', () => {
    const folder = temporaryFolder();
    const results = join(folder, 'results.ndjson');
    expect(solve([results]).status).toBe(2);
    expect(solve([results, '0'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('deal number 0'),
    });
    expect(solve([results, '1'], { FC_SOLVE: '-l lg --no-such-flag' })).toEqual({
      status: 2,
      stderr: 'bulk-solve: not a flag of the solver: --no-such-flag\n',
    });
    expect(solve([results, '1'], { FC_SOLVE: '-l lg --\x1b[31m' }).stderr).toBe(
      'bulk-solve: not a flag of the solver: --\\u001b[31m\n',
    );
    expect(solve([results, '1'], { FC_SOLVE: '-l none-such' }).status).toBe(2);
    expect(existsSync(results)).toBe(false);
    expect(solve([join(folder, 'no-folder', 'results.ndjson'), '1']).status).toBe(1);
    writeFileSync(results, 'x\n');
    expect(solve([results, '1'])).toMatchObject({
      status: 1,
      stderr: `solve: ${results} is not a results file: its line 1 is not a record\n`,
    });
    const held = spawnSync('flock', [results, SOLVE, results, '1']);
    expect(held.status).toBe(1);
    expect(held.stderr.toString()).toContain('another run');
  });
});

describe('examples/solve/report.mjs', () => {
  function report(...paths: string[]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [REPORT, ...paths]);
    return { status, stdout: stdout.toString(), stderr: stderr.toString() };
  }

  const write = (records: object[]) => fileWith(linesOf(records), 'results.ndjson');
  const by = (options: string) => ({ solver: 'fc-solve 5.0.0', options });

  it('counts verdicts, shows quantiles of states and moves, and lists the deals that no search has solved', () => {
    const solved = range(1, 1000).map((deal) => {
      const found = { moves: 100 + (deal % 10), states: deal * 7 };
      return { deal, verdict: 'solved', ...found, ...by('-l lg') };
    });
    const others = [
      { deal: 1001, verdict: 'gave-up', seconds: 1, ...by('-l lg') },
      { deal: 1001, verdict: 'solved', moves: 90, states: 90_000, ...by('-l lg') },
      { deal: 1002, verdict: 'gave-up', seconds: 5, ...by('-l lg') },
      { deal: 11982, verdict: 'unsolved', states: 1234, ...by('-l lg') },
      { deal: 739671, verdict: 'unsolved', states: 99, ...by('-l lg') },
      { deal: 739671, verdict: 'solved', moves: 483, states: 98, ...by('-me bfs') },
      { deal: 11982, verdict: 'unsolved', states: 83_239, ...by('-me bfs') },
    ];
    const { status, stdout, stderr } = report(write(solved.reverse()), write(others));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.split('\n')).toEqual([
      'fc-solve 5.0.0 -l lg: 1,004 deals, 1,001 solved, 2 unsolved, 1 gave-up',
      '',
      '| of the solved deals | least | 1 % | 10 % | 50 % | 90 % | 99 % | 99.9 % | most | mean |',
      '| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |',
      // of 1,001 values the 11th, the 101st, the 501st and so on; the mean is (7 * 500500 + 90000) / 1001
      '| states | 7 | 77 | 707 | 3,507 | 6,307 | 6,937 | 7,000 | 90,000 | 3,590 |',
      '| moves | 90 | 100 | 100 | 104 | 108 | 109 | 109 | 109 | 104 |',
      '',
      '| hardest deals | states | moves |',
      '| --- | --: | --: |',
      '| 1001 | 90,000 | 90 |',
      ...[1000, 999, 998, 997, 996, 995, 994, 993, 992].map(
        (deal) => `| ${deal} | ${(deal * 7).toLocaleString('en-US')} | ${100 + (deal % 10)} |`,
      ),
      '',
      'fc-solve 5.0.0 -me bfs: 2 deals, 1 solved, 1 unsolved, 0 gave-up',
      '',
      '| of the solved deals | least | 1 % | 10 % | 50 % | 90 % | 99 % | 99.9 % | most | mean |',
      '| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |',
      '| states | 98 | 98 | 98 | 98 | 98 | 98 | 98 | 98 | 98 |',
      '| moves | 483 | 483 | 483 | 483 | 483 | 483 | 483 | 483 | 483 |',
      '',
      '| hardest deals | states | moves |',
      '| --- | --: | --: |',
      '| 739671 | 98 | 483 |',
      '',
      '| not solved | fc-solve 5.0.0 -l lg | fc-solve 5.0.0 -me bfs |',
      '| --- | --: | --: |',
      '| 1002 | gave-up, 5 s |  |',
      '| 11982 | unsolved, 1,234 states | unsolved, 83,239 states |',
      '',
      '',
    ]);
  });

  it('refuses records that contradict each other, and lines that are not records', () => {
    const contradiction = [
      { deal: 1, verdict: 'solved', moves: 100, states: 100, ...by('-l lg') },
      { deal: 1, verdict: 'unsolved', states: 100, ...by('-l lg') },
    ];
    expect(report(write(contradiction))).toEqual({
      status: 1,
      stdout: '',
      stderr: 'report: deal 1 is solved and unsolved\n',
    });
    const path = write([{ deal: 1 }]);
    expect(report(path).stderr).toBe(`report: ${path} is not a results file: its line 1 is not a record\n`);
  });
});
