// Measures the search kernel against the search in C from which it was made, and threads against one thread. Both searches take
// the same deals in one process each, and must have searched as many states.

import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dealCards, loadSolver } from 'freecell-deals';
import type { Contestant } from './measure.js';
import { type Group, median, ROOT } from './results.js';

/** The commit that has the search in C, and its files there. */
const COMMIT = 'cf6d7f9e';
const FILES = ['search.c', 'search.h', 'bulk.h'];

/** Above the million: one deal in a hundred is large, so some hundreds of deals are needed. */
const FIRST = 1_000_001;
const DEALS = 300;
const MOST_THREADS_DEALS = 3000;

/** The functions of run.ts that this bench uses. */
interface Tools {
  measure(title: string, unit: Group['unit'], deals: number, contestants: Contestant[]): Group;
  command(name: string, args: string[], bytes: number, file: string): Contestant;
  cli: string;
  folder: string;
  million: number;
}

/** Compiles the search in C; undefined without a compiler, or in a clone without its commit. */
function compileSearch(folder: string): string | undefined {
  for (const name of FILES) {
    const file = `${COMMIT}:examples/solve/${name}`;
    const { status, stdout } = spawnSync('git', ['show', file], { cwd: ROOT });
    if (status !== 0) return undefined;
    writeFileSync(join(folder, name), stdout);
  }
  const program = join(folder, 'search');
  const sources = [join(ROOT, 'bench/peers/search.c'), join(folder, 'search.c')];
  const { status } = spawnSync('cc', ['-O2', `-I${folder}`, '-o', program, ...sources], { stdio: 'inherit' });
  return status === 0 ? program : undefined;
}

export async function measureSolve({ measure, command, cli, folder, million }: Tools): Promise<Group[]> {
  const boards = Array.from({ length: DEALS }, (_, i) => dealCards(FIRST + i));
  const solver = await loadSolver();
  const searched: number[] = []; // states of the last run of each contestant
  const kernel: Contestant = {
    name: 'search kernel',
    command: `solver.solve(cards), ${DEALS} times`,
    run() {
      const before = process.cpuUsage();
      const states = boards.flatMap((cards) => solver.solve(cards).states);
      const { user, system } = process.cpuUsage(before);
      searched[0] = states.reduce((sum, some) => sum + some, 0);
      return (user + system) / 1000 / DEALS;
    },
  };
  const program = compileSearch(folder);
  const input = Buffer.concat(boards);
  const peer: Contestant = {
    name: 'C, gcc -O2',
    command: `search.c of ${COMMIT}`,
    run() {
      const printed = execFileSync(program as string, { input })
        .toString()
        .split(' ');
      searched[1] = Number(printed[0]);
      return (1000 * Number(printed[1])) / DEALS;
    },
  };
  const of = `${FIRST}..${FIRST + DEALS - 1}`;
  const contestants = program === undefined ? [kernel] : [kernel, peer];
  const one = measure(`fewest cells of ${of}, one thread, processor time`, 'ms per deal', DEALS, contestants);
  console.log(`  states: ${searched.join(', ')}`);
  if (searched.length === 2 && searched[0] !== searched[1]) throw new Error('the states differ');
  const [least, mid] = [(times: number[]) => Math.min(...times), median].map((of) =>
    one.contestants.map(({ times }) => of(times)),
  ) as [number[], number[]];
  if (program !== undefined)
    console.log(
      `  of C: least ${((least[0] as number) / (least[1] as number)).toFixed(2)}, median ${((mid[0] as number) / (mid[1] as number)).toFixed(2)}`,
    );
  const threadsDeals = Math.min(MOST_THREADS_DEALS, million);
  const threads = (count: string) => {
    const deals = `${FIRST}..${FIRST + threadsDeals - 1}`;
    return command(
      `-t ${count}`,
      [process.execPath, cli, 'solve', deals, '-t', count, '-q', '-f', 'ndjson', '-o', '/dev/null'],
      0,
      '',
    );
  };
  const all = measure(
    `solve of ${threadsDeals} deals, start to exit`,
    's',
    threadsDeals,
    ['1', '2'].map(threads),
  );
  return [one, all];
}
