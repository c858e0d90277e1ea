// Runs examples/slurm on a Slurm cluster of four nodes, one of which is killed, and compares the result with one machine's.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkSame } from '../support/bytes.js';
import { Cluster } from './cluster.js';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
const CLI = join(REPOSITORY, 'dist/cli.cjs');
const DEALS = '1..32000';
const TASKS = 8;

const cluster = new Cluster();

function run(command: string, args: string[], env: NodeJS.ProcessEnv = process.env): string {
  const { status, stdout, stderr } = spawnSync(command, args, { env, maxBuffer: 1 << 30, timeout: 60_000 });
  expect(`${command} ${args[0]}: ${status} ${status === 0 ? '' : stderr}`).toBe(`${command} ${args[0]}: 0 `);
  return stdout.toString().trim();
}

interface Task {
  name: string;
  index: string;
  state: string;
  node: string;
  restarts: number;
}

/** Lists all tasks; `restarts` counts how often Slurm restarted one. */
function tasks(): Task[] {
  const columns = 'Name,ArrayTaskID,State,NodeList,RestartCnt';
  const lines = cluster.run('squeue', ['-h', '-r', '-t', 'all', '-O', columns]);
  return lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const field = (column: number) => line.slice(20 * column, 20 * (column + 1)).trim();
      return { name: field(0), index: field(1), state: field(2), node: field(3), restarts: Number(field(4)) };
    });
}

async function waitUntil(what: string, isDone: () => boolean, interval = 250): Promise<void> {
  const started = performance.now();
  for (const deadline = performance.now() + 180_000; performance.now() < deadline; await setTimeout(interval))
    if (isDone()) return console.log(`${what}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
  throw new Error(`waited too long until ${what}: ${JSON.stringify(tasks())}`);
}

beforeAll(() => cluster.start(), 60_000);
afterAll(() => cluster.stop(), 60_000);

it('deals and solves 1..32000 in 8 tasks each with the result of one machine, although a node is killed', async () => {
  const folder = join(cluster.folder, 'run');
  const alone = join(cluster.folder, 'alone');
  mkdirSync(alone);
  const results = join(alone, 'solved.ndjson');
  run(join(REPOSITORY, 'examples/solve/solve'), [results, DEALS]); // also compiles the solver
  run('node', [CLI, 'generate', DEALS, '-q', '-o', join(alone, 'deals.bin')]);
  const records = readFileSync(results, 'utf8').trim().split('\n');
  records.sort((a, b) => JSON.parse(a).deal - JSON.parse(b).deal);

  const env = { ...cluster.env, TASKS: String(TASKS) };
  run(join(REPOSITORY, 'examples/slurm/submit'), [folder, DEALS], env);

  // Kills a node in the middle of a task, which has about 300 of its 4,000 records.
  let victim: Task | undefined;
  const fileOf = ({ index }: Task) => join(folder, `solved-${index}-of-${TASKS}.ndjson`);
  const size = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const isInTheMiddle = (task: Task) =>
    task.name === 'solve' && task.state === 'RUNNING' && size(fileOf(task)) > 40_000;
  const findVictim = () => {
    victim = tasks().find(isInTheMiddle);
    return victim !== undefined;
  };
  await waitUntil('a task solves', findVictim, 20);
  const { index, node } = victim as Task;
  cluster.killNode(node);
  const recordsLeft = readFileSync(fileOf(victim as Task), 'utf8').split('\n').length - 1;
  expect(recordsLeft).toBeLessThan(32_000 / TASKS);
  console.log(`killed ${node} at record ${recordsLeft} of task ${index}`);

  const isSame = (task: Task) => task.name === 'solve' && task.index === index;
  await waitUntil('Slurm requeues the task', () => (tasks().find(isSame)?.restarts ?? 0) > 0);
  await waitUntil('all jobs have ended', () => tasks().every(({ state }) => state === 'COMPLETED'));

  const ended = tasks();
  expect(ended.filter(({ restarts }) => restarts > 0)).toMatchObject([{ name: 'solve', index }]);
  expect(ended.find(isSame)?.node).not.toBe(node);
  const log = readFileSync(join(folder, `solve-${index}.log`), 'utf8');
  expect(log).toContain(`${recordsLeft} of them had their record before`);

  expect(readdirSync(folder).filter((name) => name.startsWith('deals-'))).toHaveLength(TASKS);
  checkSame(readFileSync(join(folder, 'deals.bin')), readFileSync(join(alone, 'deals.bin')));
  expect(readFileSync(join(folder, 'solved.ndjson'), 'utf8')).toBe(`${records.join('\n')}\n`);
  const report = readFileSync(join(folder, 'merge.log'), 'utf8');
  expect(report).toContain('32,000 deals, 31,999 solved, 1 unsolved, 0 gave-up');
  expect(report).toMatch(/^\| 11982 \| unsolved, 288,062 states \|$/m);
  console.log(report);

  // Tasks that run again succeed and change nothing.
  const before = readFileSync(join(folder, 'solved.ndjson'));
  const again = run(join(REPOSITORY, 'examples/slurm/submit'), [folder, DEALS], env).split(' ');
  const isAgain = () => cluster.run('squeue', ['-h', '-r', '-t', 'all', '-j', again.join(), '-O', 'State']);
  await waitUntil('the second jobs have ended', () => /^(COMPLETED\s*)+$/.test(isAgain()));
  checkSame(readFileSync(join(folder, 'solved.ndjson')), before);
}, 300_000);

it('finds the fewest cells in tasks with the result of one machine', async () => {
  const deals = '3035..3064'; // these take few states
  const [folder, alone] = [join(cluster.folder, 'cells'), join(cluster.folder, 'alone.ndjson')];
  run(join(REPOSITORY, 'examples/solve/cells'), [alone, deals]);
  const env = { ...cluster.env, TASKS: '3', PROGRAM: 'cells' };
  run(join(REPOSITORY, 'examples/slurm/submit'), [folder, deals], env);
  await waitUntil('all jobs have ended', () => tasks().every(({ state }) => state === 'COMPLETED'));
  const records = readFileSync(alone, 'utf8').trim().split('\n');
  records.sort((a, b) => JSON.parse(a).deal - JSON.parse(b).deal);
  expect(readFileSync(join(folder, 'solved.ndjson'), 'utf8')).toBe(`${records.join('\n')}\n`);
  expect(readFileSync(join(folder, 'merge.log'), 'utf8')).toContain('cells 1: 30 deals, 0 of them open');
}, 300_000);
