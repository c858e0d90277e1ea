// The examples, run as their README files say.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import { cardName } from '../src/game/cards.js';
import { dealCards } from '../src/game/deal.js';
import { run, temporaryFolder } from './support/command.js';
import { peer } from './support/peer.js';

const SOLVE = fileURLToPath(new URL('../examples/solve/solve', import.meta.url));
const DEALS_PY = fileURLToPath(new URL('../examples/python/deals.py', import.meta.url));
// Debian's own: another python3 may come first on the PATH, without Debian's numpy.
const PYTHON = '/usr/bin/python3';

interface SolverRecord {
  deal: number;
  verdict: string;
  moves?: number;
  states: number;
  solver: string;
  options: string;
}

function recordsOf(results: string): SolverRecord[] {
  return readFileSync(results, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

function solve(args: string[], env: Record<string, string> = {}) {
  const { status, stderr } = spawnSync(SOLVE, args, { env: { ...process.env, ...env }, timeout: 50_000 });
  return { status, stderr: stderr.toString() };
}

/** Resolves when a file has `lines` lines. */
async function linesIn(path: string, lines: number): Promise<void> {
  while (readFileSync(path, 'utf8').split('\n').length <= lines) await setTimeout(10);
}

function numbers(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

describe('examples/solve', () => {
  const needsSolver = peer('fc-solve and parallel', 'command -v fc-solve && command -v parallel');

  needsSolver('solves all around 11982 but that, killed and restarted on the way', async () => {
    const results = join(temporaryFolder(), 'results.ndjson');
    writeFileSync(results, '');
    const first = spawn(SOLVE, [results, '11900..12050'], {
      stdio: 'ignore',
      env: { ...process.env, BLOCK: '20' },
    });
    await linesIn(results, 30);
    first.kill('SIGKILL');
    await once(first, 'close');
    const before = readFileSync(results, 'utf8');
    appendFileSync(results, '{"deal":12050,"verd');

    const { status, stderr } = solve([results, '11900..12050']);
    expect(stderr).toMatch(
      /^solve: 150 solved, 1 unsolved, 0 gave-up; (\d+) of them had their record before/,
    );
    expect(status).toBe(0);
    expect(readFileSync(results, 'utf8').startsWith(before)).toBe(true);
    const records = recordsOf(results);
    expect(records.map(({ deal }) => deal).sort((a, b) => a - b)).toEqual(numbers(11900, 12050));
    expect(records.filter(({ verdict }) => verdict !== 'solved').map(({ deal }) => deal)).toEqual([11982]);
    for (const { verdict, moves, states, solver, options } of records) {
      expect(states).toBeGreaterThan(0);
      // 52 cards have to move at least once each
      if (verdict === 'solved') expect(moves).toBeGreaterThanOrEqual(52);
      else expect(moves).toBeUndefined();
      expect(solver).toMatch(/^fc-solve \d+\.\d+\.\d+$/);
      expect(options).toBe('-l lg -ni -to 01ABCDE -me soft-dfs');
    }
  });

  needsSolver('solves nothing twice, and again with other options', () => {
    const results = join(temporaryFolder(), 'results.ndjson');
    expect(solve([results, '1,617,11982']).status).toBe(0);
    const whole = readFileSync(results);
    expect(solve([results, '1,617,11982'])).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('3 of them had their record before'),
    });
    expect(readFileSync(results).equals(whole)).toBe(true);
    expect(solve([results, '617'], { FC_SOLVE: '-mi 10' }).status).toBe(0);
    expect(recordsOf(results).slice(3)).toMatchObject([{ deal: 617, verdict: 'gave-up', options: '-mi 10' }]);
  });

  needsSolver('takes lists, from a file and from standard input, and flags of generate', () => {
    const folder = temporaryFolder();
    const results = join(folder, 'results.ndjson');
    writeFileSync(join(folder, 'list.txt'), '11982 5 # and so on\n1..3\n');
    expect(solve([results, join(folder, 'list.txt')]).status).toBe(0);
    const piped = spawnSync(SOLVE, [results, '-', '--winnable'], { input: '11981\n11982\n3\n146692\n' });
    expect(piped.stderr.toString()).toMatch(/^solve: 2 solved, 0 unsolved, 0 gave-up; 1 of them had/);
    expect(piped.status).toBe(0);
    const deals = recordsOf(results).map(({ deal }) => deal);
    expect(deals.sort((a, b) => a - b)).toEqual([1, 2, 3, 5, 11981, 11982]);
    const bad = spawnSync(SOLVE, [results, '-'], { input: '1\nx\n' });
    expect(bad.stderr.toString()).toMatch(/^freecell-deals: standard input, line 2: 'x' is neither[^\n]*\n$/);
    expect(bad.status).toBe(2);
  });

  needsSolver('solves what a solver alone gives up on', () => {
    const results = join(temporaryFolder(), 'results.ndjson');
    expect(solve([results, '739671']).status).toBe(0);
    expect(recordsOf(results)).toMatchObject([{ deal: 739671, verdict: 'solved' }]);
  });

  needsSolver('leaves no record where the solver fails, and ends with 1', () => {
    const results = join(temporaryFolder(), 'results.ndjson');
    const { status, stderr } = solve([results, '1..3'], { FC_SOLVE: '--no-such-flag' });
    expect(status).toBe(1);
    expect(stderr).toContain('solve: 3 deals have no record; run it again to try them again');
    expect(readFileSync(results, 'utf8')).toBe('');
  });

  needsSolver('refuses what is no deal, no record or no file, and a second run at the same time', () => {
    const folder = temporaryFolder();
    const results = join(folder, 'results.ndjson');
    expect(solve([results]).status).toBe(2);
    expect(solve([results, '0'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('deal number 0'),
    });
    writeFileSync(results, 'x\n');
    expect(solve([results, '1'])).toMatchObject({
      status: 1,
      stderr: `solve: line 1 of ${results} is no record; take it out\n`,
    });
    const held = spawnSync('flock', [results, SOLVE, results, '1']);
    expect(held.status).toBe(1);
    expect(held.stderr.toString()).toContain('another run');
  });
});

describe('examples/python', () => {
  const needsNumpy = peer("Debian's python3-numpy", `${PYTHON} -c 'import numpy'`);

  function read(file: string, cwd: string) {
    const { status, stdout, stderr } = spawnSync(PYTHON, [DEALS_PY, file], { cwd });
    return { status, stdout: stdout.toString(), stderr: stderr.toString() };
  }

  function expected(deals: readonly number[]): string {
    return deals.map((n) => `${[n, ...Array.from(dealCards(n), cardName)].join(' ')}\n`).join('');
  }

  needsNumpy('reads both layouts of .bin, and .ndjson, as the library deals them', () => {
    const folder = temporaryFolder();
    for (const file of ['range.bin', 'range.ndjson']) {
      run(['generate', '4294967200..4294967400', '-q', '-o', file], folder);
      expect(read(file, folder)).toEqual({
        status: 0,
        stdout: expected(numbers(4294967200, 4294967400)),
        stderr: '',
      });
    }
    for (const file of ['list.bin', 'list.ndjson']) {
      run(['generate', '8589934591,617,1..3', '-q', '-o', file], folder);
      expect(read(file, folder)).toEqual({
        status: 0,
        stdout: expected([8589934591, 617, 1, 2, 3]),
        stderr: '',
      });
    }
  });

  needsNumpy('refuses a file that is damaged or cut off', () => {
    const folder = temporaryFolder();
    run(['generate', '1..9', '-q', '-o', 'deals.bin'], folder);
    const path = join(folder, 'deals.bin');
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.with(24, 8));
    expect(read('deals.bin', folder).stderr).toContain('the CRC-32 does not fit');
    writeFileSync(path, bytes.subarray(0, -1));
    expect(read('deals.bin', folder).stderr).toContain('it has 531 bytes; expected 532');
    writeFileSync(path, 'x');
    expect(read('deals.bin', folder).stderr).toContain('does not begin like a file of deals');
  });
});
