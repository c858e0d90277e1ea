// Runs examples/solve/each with commands that answer, fail, hang, print much, and leave processes behind.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import { showDeal } from '../../src/board/show.js';
import { temporaryFolder } from '../support/command.js';
import { range } from '../support/numbers.js';
import { peer } from '../support/peer.js';
import { ask, byDeal, dealsIn, growth, newResults, processTree, programOf, recordsIn } from './solver.js';

const EACH = programOf('each');
const needsLock = peer('flock and setpriv', 'command -v flock && command -v setpriv');

/** Runs a line of shell on each of some deals. */
function each(deals: string, line: string, env = {}, results = newResults()) {
  const { status, stderr } = ask(EACH, [results, deals, '--', 'sh', '-c', line], env);
  return { status, stderr, results, records: byDeal(recordsIn(results)) };
}

needsLock('each gives a command the board on standard input and in a file, and its number', () => {
  const folder = temporaryFolder();
  const { records } = each('617,4294967296', 'cat - {}; echo {deal} {}', { MATCH: '^[^]*$', TMPDIR: folder });
  expect(records.map(({ deal }) => deal)).toEqual([617, 4294967296]);
  for (const { deal, output } of records) {
    const board = showDeal(deal, 'text');
    expect(output).toMatch(new RegExp(`^${board}${board}${deal} ${folder}/.*/${deal}\\.txt\n$`));
  }
  expect(readdirSync(folder).filter((name) => name.startsWith('freecell-each'))).toEqual([]);
});

needsLock(
  'each records status, seconds and what the settings take from the output, else from the errors',
  () => {
    const line =
      'cat >&2; [ {deal} = 2 ] && kill -9 $$; [ {deal} != 3 ] || { yes | head -c 9000000; echo 45; }';
    const { records, stderr } = each('1..3', `${line}; exit {deal}`, { LAST_LINES: '2' });
    const last = (deal: number) => showDeal(deal, 'text').trim().split('\n').slice(-2).join('\n');
    expect(records).toEqual(
      [
        { deal: 1, status: 1, output: last(1) },
        { deal: 2, status: 137, output: last(2) },
        { deal: 3, status: 3, output: 'y\n45' },
      ].map((record) => ({
        ...record,
        ...{ seconds: expect.any(Number), solver: 'sh', options: `-c '${line}; exit {deal}'` },
      })),
    );
    expect(stderr).toMatch(/^each: 0 succeeded, 3 failed, 0 given up; 0 of them had their record before;/);
    const taken = each('1..2', 'echo {deal} tried, 45 states', { MATCH: '1.* (\\d+) states' });
    expect(taken.records.map(({ output }) => output)).toEqual(['45', null]);
  },
);

needsLock(
  'each gives a deal up at the limit with all its processes, and asks again with a greater one',
  () => {
    const line = '[ {deal} -gt 1 ] || { sleep 600.1 & sleep 600.2; }';
    const { records, results } = each('1..2', line, { MAX_SECONDS: '1' });
    expect(records).toMatchObject([{ status: null, seconds: 1 }, { status: 0 }]);
    expect(ask('pgrep', ['-f', 'sleep 600.[12]']).stdout).toBe('');
    const again = (MAX_SECONDS: string) => each('1..2', line, { MAX_SECONDS }, results).records.length;
    expect([again('1'), again('2')]).toEqual([2, 3]);
  },
);

needsLock('each refuses wrong arguments and settings with status 2, and leaves no file', () => {
  for (const [args, env, message] of [
    [['1', '--'], {}, 'usage: each RESULTS'],
    [
      ['1', '--', 'no-such-program'],
      {},
      "'no-such-program' is not a program; name one that is on the PATH\n",
    ],
    [['1', '--', 'cat'], { MATCH: '(' }, 'MATCH is no regular expression: '],
    [['1', '--', 'cat'], { BLOCK: '1' }, 'BLOCK is not for each; unset it\n'],
    [['1', '--', 'cat'], { LAST_LINES: '0' }, "LAST_LINES is '0'; expected a whole number, 1..1000\n"],
  ] as const) {
    const results = newResults();
    const { status, stderr } = ask(EACH, [results, ...args], env);
    expect([status, stderr.startsWith(`each: ${message}`), existsSync(results)]).toEqual([2, true, false]);
  }
});

needsLock(
  'each continues after signals, and asks no deal that has a record; no process is left behind',
  async () => {
    const asked = `${temporaryFolder()}/asked`;
    const results = newResults();
    const args = [results, '1..300', '--', 'sh', '-c', `echo {deal} >> ${asked}; sleep 0.05`];
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGKILL', undefined] as const) {
      const known = existsSync(results) ? dealsIn(results) : [];
      rmSync(asked, { force: true });
      const command = spawn(EACH, args, { stdio: 'ignore' });
      const ended = once(command, 'exit');
      await growth(results, command);
      const tree = processTree(command.pid as number);
      if (signal !== undefined) command.kill(signal);
      await ended;
      while (tree.some((pid) => existsSync(`/proc/${pid}`))) await setTimeout(20);
      const numbers = readFileSync(asked, 'utf8').trim().split('\n').map(Number);
      expect(numbers.filter((deal) => known.includes(deal))).toEqual([]);
    }
    expect(dealsIn(results).sort((a, b) => a - b)).toEqual(range(1, 300));
  },
);
