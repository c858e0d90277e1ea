// The programs of examples/solve, their records and their processes.

import { type ChildProcess, execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { cardName } from '../../src/game/cards.js';
import { dealCards } from '../../src/game/deal.js';
import { temporaryFolder, until } from '../support/command.js';
import { peer } from '../support/peer.js';

/** Path of a program in examples/solve. */
export function programOf(name: string): string {
  return fileURLToPath(new URL(`../../examples/solve/${name}`, import.meta.url));
}

export const SOLVE = programOf('freecell-solver');
/** The solver that it compiles; alone, it starts in milliseconds. */
export const SOLVER = programOf('build/freecell-solver');

const RUNS_WITHIN = Number(process.env.TEST_BLOCKED_AFTER ?? 50_000); // ms

/** Runs a program to its end. */
export function ask(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}, input = '') {
  const { status, stdout, stderr } = spawnSync(program, args, {
    env: { ...process.env, ...env },
    input,
    encoding: 'utf8',
    timeout: RUNS_WITHIN,
  });
  return { status, stdout, stderr };
}

export const needsSolver = peer(
  'fc-solve, parallel, cc and libfreecell-solver-dev',
  "command -v fc-solve && command -v parallel && echo '#include <freecell-solver/fcs_user.h>' | cc -E -",
);

/** Path of a new file of results, in a folder that is removed after the test. */
export const newResults = () => join(temporaryFolder(), 'results.ndjson');

/** A record of freecell-solver or of each. */
export interface SolverRecord {
  deal: number;
  verdict?: string;
  moves?: number;
  solution?: string;
  states?: number;
  status?: number | null;
  seconds?: number;
  cpuSeconds?: number;
  output?: string | null;
  solver: string;
  options?: string;
}

function parseRecords(text: string): SolverRecord[] {
  const lines = text.split('\n');
  expect(lines.pop()).toBe(''); // each line has its end
  return lines.map((line) => JSON.parse(line));
}

/** The records of a file, in its order. */
export const recordsIn = (results: string) => parseRecords(readFileSync(results, 'utf8'));

/** The deals of the records of a file, in its order. */
export const dealsIn = (results: string) => recordsIn(results).map(({ deal }) => deal);

export const byDeal = (records: SolverRecord[]) => records.sort((a, b) => a.deal - b.deal);

/** Records as the solvers write them. */
export function linesOf(records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** Runs only a compiled solver; returns its records. */
export function askSolver(program: string, args: readonly string[], deals: readonly number[]) {
  const input = linesOf(deals.map((deal) => ({ deal, cards: Array.from(dealCards(deal), cardName) })));
  return parseRecords(ask(program, args, {}, input).stdout);
}

/** Resolves when a command has made a file longer, or has ended. */
export async function growth(path: string, command: ChildProcess): Promise<void> {
  const size = () => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const before = size();
  await until(() => size() > before || !isRunning(command));
}

export function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

/** Returns a process and all its descendants. */
export function processTree(root: number): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=']).toString().trim().split('\n');
  const parents = lines.map((line) => line.trim().split(/ +/).map(Number) as [number, number]);
  const tree = [root];
  for (const pid of tree)
    tree.push(...parents.filter(([, parent]) => parent === pid).map(([child]) => child));
  return tree;
}

/** Returns the name of a process; undefined if it does not run. */
export function commandOf(pid: number): string | undefined {
  if (!existsSync(`/proc/${pid}`)) return undefined;
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [, name, state] = /^\d+ \((.*)\) (.)/s.exec(stat) ?? [];
  return state === 'Z' || state === 'X' ? undefined : name;
}

export function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // the process has ended meanwhile
  }
}
