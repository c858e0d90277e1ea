// Runs examples/slurm on a Slurm cluster of four nodes, one of which is killed, and compares the result with one machine's. munged,
// slurmctld and four slurmd run in a temporary folder, as children of the test with their own ports and key.

import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:net';
import { hostname, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkSame } from '../support/bytes.js';
import { CLI } from '../support/command.js';
import { textIn } from '../support/golden.js';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
const DEALS = '1..4000';
const TASKS = 8;
const NODES = ['n1', 'n2', 'n3', 'n4'] as const;

/** Folder of the cluster. */
const cluster = fs.mkdtempSync(join(tmpdir(), 'freecell-deals-slurm-'));
const SLURM_CONF = join(cluster, 'slurm.conf');
/** Environment in which Slurm's commands find the cluster. Its daemons are not on every user's PATH. */
const ENV = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin`, SLURM_CONF };

/**
 * Slurm notices a dead node after SlurmdTimeout.
 * A task of that node may start again when the credential of its first start has expired (cred_expire: at least 5 s, default 120 s).
 */
function configuration(ports: readonly number[]): string {
  const [HOST] = hostname().split('.');
  const [PORT, ...nodePorts] = ports;
  const nodes = NODES.map((name, i) => {
    const address = `NodeHostname=${HOST} NodeAddr=127.0.0.1 Port=${nodePorts[i]}`;
    return `NodeName=${name} ${address} CPUs=1 RealMemory=4000`;
  });
  const USER = userInfo().username;
  const values: Record<string, unknown> = { HOST, PORT, CLUSTER: cluster, USER, NODES: nodes.join('\n') };
  return textIn('slurm.conf').replace(/\b[A-Z]{4,}\b/g, (name) => String(values[name] ?? name));
}

/** Returns free ports. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

/** Returns the processes of the cluster, or of one node. */
function processes(node?: string): number[] {
  const settings = [`SLURM_CONF=${SLURM_CONF}`, ...(node === undefined ? [] : [`SLURMD_NODENAME=${node}`])];
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const environment = fs.readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
        return settings.every((setting) => environment.includes(setting));
      } catch {
        return false; // the process has ended, or belongs to another user
      }
    });
}

/** Kills the processes of the cluster or of one node at once, its daemon among them. */
function kill(node?: string): void {
  for (const pid of processes(node)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // the process has ended
    }
  }
}

function startDaemon(program: string, args: string[], env: NodeJS.ProcessEnv = {}): void {
  const log = fs.openSync(join(cluster, `${program}-${env.SLURMD_NODENAME ?? ''}.log`), 'w');
  spawn(program, args, { env: { ...ENV, ...env }, stdio: ['ignore', log, log] });
}

/** Runs a command to its end; returns what it prints. */
function ask(command: string, args: readonly string[], env: NodeJS.ProcessEnv = ENV): string {
  return execFileSync(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    .toString()
    .trim();
}

async function waitUntil(what: string, isDone: () => boolean, interval = 250): Promise<void> {
  const started = performance.now();
  while (performance.now() < started + 180_000) {
    if (isDone()) return console.log(`${what}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
    await setTimeout(interval);
  }
  throw new Error(`waited too long until ${what}; logs are in ${cluster}`);
}

beforeAll(async () => {
  process.on('exit', () => kill()); // in case the tests end before afterAll
  fs.writeFileSync(SLURM_CONF, configuration(await freePorts(1 + NODES.length)));
  fs.writeFileSync(join(cluster, 'munge.key'), randomBytes(128), { mode: 0o400 });
  fs.mkdirSync(join(cluster, 'state'));
  const files = ['key-file', 'socket', 'pid-file', 'log-file', 'seed-file'];
  const options = files.map((name) => `--${name}=${cluster}/munge.${name.replace('-file', '')}`);
  startDaemon('munged', ['--foreground', '--force', ...options]);
  await waitUntil('munged runs', () => fs.readdirSync(cluster).includes('munge.socket'));
  startDaemon('slurmctld', ['-D', '-i']);
  for (const node of NODES) {
    fs.mkdirSync(join(cluster, `spool-${node}`));
    startDaemon('slurmd', ['-D', '-N', node], { SLURMD_NODENAME: node });
  }
  // sinfo fails until slurmctld answers
  const idle = () => ask('sh', ['-c', 'sinfo -h -t idle -o %D || :']);
  await waitUntil('the nodes are idle', () => idle() === String(NODES.length));
}, 60_000);

afterAll(async () => {
  // slurmd starts a process per step, which starts the step and outlives slurmd
  for (; processes().length > 0; await setTimeout(50)) kill();
  fs.rmSync(cluster, { recursive: true, force: true });
}, 60_000);

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
  const lines = ask('squeue', ['-h', '-r', '-t', 'all', '-O', columns]);
  return lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const field = (column: number) => line.slice(20 * column, 20 * (column + 1)).trim();
      return { name: field(0), index: field(1), state: field(2), node: field(3), restarts: Number(field(4)) };
    });
}

it('deals and solves 1..4000 in 8 tasks each with the result of one machine, although a node is killed', async () => {
  const folder = join(cluster, 'run');
  const alone = join(cluster, 'alone');
  fs.mkdirSync(alone);
  ask('node', [CLI, 'solve', DEALS, '-q', '-o', join(alone, 'solved.ndjson')]);
  ask('node', [CLI, 'generate', DEALS, '-q', '-o', join(alone, 'deals.bin')]);

  ask(join(REPOSITORY, 'examples/slurm/submit'), [folder, DEALS], { ...ENV, TASKS: String(TASKS) });

  // Kills a node in the middle of a task, which has about 100 of its 500 records.
  let victim: Task | undefined;
  const fileOf = ({ index }: Task) => join(folder, `solved-${index}-of-${TASKS}.ndjson.partial`);
  const size = (path: string) => fs.statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const isInTheMiddle = (task: Task) =>
    task.name === 'solve' && task.state === 'RUNNING' && size(fileOf(task)) > 5_000;
  const findVictim = () => {
    victim = tasks().find(isInTheMiddle);
    return victim !== undefined;
  };
  await waitUntil('a task solves', findVictim, 20);
  const { index, node } = victim as Task;
  kill(node);
  const recordsLeft = fs.readFileSync(fileOf(victim as Task), 'utf8').split('\n').length - 1;
  expect(recordsLeft).toBeLessThan(4_000 / TASKS);
  console.log(`killed ${node} at record ${recordsLeft} of task ${index}`);

  const isSame = (task: Task) => task.name === 'solve' && task.index === index;
  await waitUntil('Slurm requeues the task', () => (tasks().find(isSame)?.restarts ?? 0) > 0);
  await waitUntil('all jobs have ended', () => tasks().every(({ state }) => state === 'COMPLETED'));

  const ended = tasks();
  expect(ended.filter(({ restarts }) => restarts > 0)).toMatchObject([{ name: 'solve', index }]);
  expect(ended.find(isSame)?.node).not.toBe(node);
  expect(fs.readdirSync(folder).filter((name) => name.startsWith('deals-'))).toHaveLength(TASKS);
  for (const name of ['deals.bin', 'solved.ndjson'])
    checkSame(fs.readFileSync(join(folder, name)), fs.readFileSync(join(alone, name)));
  const report = fs.readFileSync(join(folder, 'merge.log'), 'utf8');
  expect(report).toMatch(/^ +\d+ "cells":3$/m);
  console.log(report);
}, 300_000);
