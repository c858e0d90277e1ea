// The statistics that report.mjs prints of results files.

import { describe, expect, it } from 'vitest';
import { fileWith } from '../support/files.js';
import { rowsIn, textIn } from '../support/golden.js';
import { range } from '../support/numbers.js';
import { linesOf, report } from './solver.js';

const write = (records: readonly object[]) => fileWith(linesOf(records), 'results.ndjson');
const by = (options: string) => ({ solver: 'fc-solve 5.0.0', options });
const SOLVED = { verdict: 'solved', moves: 52, states: 1, ...by('-l lg') };

describe('report.mjs', () => {
  it('counts verdicts, shows quantiles of states and moves, and lists the deals that no search has solved', () => {
    const solved = range(1, 1000).map((deal) => {
      const found = { moves: 100 + (deal % 10), states: deal * 7 };
      return { deal, verdict: 'solved', ...found, ...by('-l lg') };
    });
    const others = rowsIn<object>('verdicts.txt');
    const { status, stdout, stderr } = report(write(solved.reverse()), write(others));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    // of 1,001 values the 11th, the 101st, the 501st and so on; the mean is (7 * 500500 + 90000) / 1001
    const lines = textIn('verdicts-report.txt').trimEnd().split('\n');
    expect(stdout.split('\n').filter((line) => lines.includes(line))).toEqual(lines);
    // ten hardest deals and one; solve.test.ts has the whole report of 1..32000
    expect(stdout.match(/^\| \d+ \| [\d,]+ \| \d+ \|$/gm)).toHaveLength(11);
  });

  it('prints a table of the cells that deals need, and open deals in a second table', () => {
    const records = rowsIn<object>('cells.txt');
    expect(report(write(records)).stdout).toBe(textIn('cells-report.txt'));
  });

  it('keeps verdicts and numbers of cells apart if their solvers have the same name', () => {
    const { status, stdout } = report(
      write([
        { deal: 1, ...SOLVED },
        { deal: 1, cells: 4, states: [1], ...by('-l lg') },
      ]),
    );
    expect(status).toBe(0);
    expect(stdout).toContain('-l lg: 1 deals, 1 solved');
    expect(stdout).toContain('-l lg: 1 deals, 0 of them open');
  });

  it.each([
    ['deal 1 is solved and unsolved', { verdict: 'unsolved', states: 100, ...by('-l lg') }],
    ['deal 1 needs 4 and 2 cells', { cells: 2, states: [1], ...by('-l lg') }],
  ])('refuses records that contradict each other: %s', (problem, other) => {
    const first = 'cells' in other ? { cells: 4, states: [1], ...by('-l lg') } : SOLVED;
    const path = write([first, other].map((said) => ({ deal: 1, ...said })));
    expect(report(path)).toEqual({ status: 1, stdout: '', stderr: `report: ${problem}\n` });
  });

  it('escapes control characters of records', () => {
    const planted = { solver: 'a\x1b[31m', options: 'b\n\u202e\x9bc\x7f' };
    const { stdout } = report(
      write([
        { deal: 1, ...SOLVED, ...planted },
        { deal: 2, verdict: 'unsolved', states: 5, ...planted },
        { deal: 1, atLeast: 1, atMost: '\x1b[2J', states: [1], ...planted },
      ]),
    );
    expect(stdout).toContain('a\\u001b[31m b\\u000a\\u202e\\u009bc\\u007f: 2 deals, 1 solved, 1 unsolved');
    expect(stdout).toMatch(/^\| not solved \| a\\u001b\[31m/m);
    expect(stdout).toContain('\\u001b[2J');
    expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  });
});
