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

/** Runs a line of shell on each of some deals; returns their records. */
function each(deals: string, line: string, env = {}, results = newResults()) {
  expect(ask(EACH, [results, deals, '--', 'sh', '-c', line], env).status).toBe(0);
  return byDeal(recordsIn(results));
}

needsLock('each passes board and number, and records status and what settings take of the output', () => {
  const folder = temporaryFolder();
  const [whole] = each('4294967296', 'cat - {}; echo {deal} {}', { MATCH: '^[^]*$', TMPDIR: folder });
  const board = showDeal(4294967296, 'text');
  expect(whole?.output).toMatch(new RegExp(`^${board}${board}4294967296 .*/4294967296\\.txt\n$`));
  expect(readdirSync(folder)).toEqual([]);

  const line =
    'cat >&2; [ {deal} = 2 ] && kill -9 $$; [ {deal} != 3 ] || { yes | head -c 9000000; echo 45; }';
  const last = (deal: number) => showDeal(deal, 'text').trim().split('\n').slice(-2).join('\n');
  const [seconds, digest] = [expect.any(Number), expect.stringMatching(/^[\da-f]{16}$/)];
  const by = { seconds, cpuSeconds: seconds, solver: 'sh', options: `-c '${line}'`, digest };
  expect(each('1..3', line, { LAST_LINES: '2' })).toEqual([
    { deal: 1, status: 0, output: last(1), ...by },
    { deal: 2, status: 137, output: last(2), ...by },
    { deal: 3, status: 0, output: 'y\n45', ...by },
  ]);
  const taken = each('1..2', 'echo {deal} tried, 45 states; exit {deal}', { MATCH: '1.* (\\d+) states' });
  expect(taken.flatMap(({ status, output }) => [status, output])).toEqual([1, '45', 2, null]);
  // what is kept of a long output begins within a line, after abc
  expect(each('1', 'yes abc123 | head -n 300000', { MATCH: '^123' })).toMatchObject([{ output: null }]);
});

needsLock('each gives a deal up at the limit with all processes, and asks again with a greater one', () => {
  const results = newResults();
  const ran = (MAX_SECONDS: string) =>
    each('1..2', '[ {deal} -gt 1 ] || { sleep 600.1 & (while :; do :; done); }', { MAX_SECONDS }, results);
  expect(ran('1')).toMatchObject([{ status: null, cpuSeconds: 1 }, { status: 0 }]);
  expect(ask('pgrep', ['-f', 'sleep 600.1']).stdout).toBe('');
  expect([ran('1').length, ran('2').length]).toEqual([2, 3]);
});

needsLock(
  'each limits processor time, sleep at ten times as long, and takes the answer of what leaves a process',
  () => {
    const line =
      'case {deal} in 1) sleep 600.2;; 2) setsid sleep 9 & echo hi;; *) timeout 0.3 sh -c "while :; do :; done"; sleep 1.5; esac';
    const [asleep, left, busy] = each('1..3', line, { MAX_SECONDS: '1', JOBS: '3' });
    expect(asleep).toMatchObject({ status: null, cpuSeconds: 1 });
    expect(asleep?.seconds).toBeGreaterThan(9);
    expect(left).toMatchObject({ status: 0, output: 'hi' });
    expect(left?.seconds).toBeLessThan(8);
    expect(busy).toMatchObject({ status: 0 });
    expect(busy?.cpuSeconds).toBeLessThan(0.5); // its seconds are more
    expect(busy?.cpuSeconds).toBeGreaterThan(0.01);
    expect(busy?.seconds).toBeGreaterThan(1.5);
  },
);

needsLock('each continues after signals, asks no deal with a record, and leaves no process', async () => {
  const [results, asked] = [newResults(), `${temporaryFolder()}/asked`];
  const args = [results, '1..150', '--', 'sh', '-c', `echo {deal} >> ${asked}; sleep 0.05`];
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
  expect(dealsIn(results).sort((a, b) => a - b)).toEqual(range(1, 150));
});
