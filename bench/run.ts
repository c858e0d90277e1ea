// npm run bench: measures dealing against the published C loop, the reference implementation, cp, and writing zeros.
// The contestants take turns, so that a change in the machine's speed affects all of them alike.
// Writes bench/results/full.json, or quick.json with --quick; bench/report.ts makes the chart and the tables from full.json.
// npm run bench -- --questions measures only the questions of conditions, and writes questions.json.
// npm run bench -- --starts measures only short runs, under Node 20, 22 and 24, and writes starts.json.
// npm run bench -- --solve measures only the search, and writes solve.json.
// npm run bench -- --nodes 20,22,24 measures only the kernels, under each of these Node versions, and writes nodes.json.

import { execFileSync, fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { availableParallelism, release, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dealCards, findDeal, showDeal } from 'freecell-deals';
import { testSetting } from '../src/common/test-settings.js';
import { describeLoad, processorName } from '../src/verbs/bench.js';
import type { KernelTask } from './kernels.js';
import { type Contestant, measure as measureRounds } from './measure.js';
import { installNode } from './nodes.js';
import { measureParquet } from './parquet.js';
import { compileNative, compilePortable } from './peers.js';
import { measureQuestions } from './questions.js';
import { type Group, median, type Results, ROOT } from './results.js';
import { measureSolve } from './solve.js';
import { measureStarts } from './starts.js';

// If this variable is set, every start of Node parses certificates for 35 ms, which would be measured. Only npm needs it.
const npmEnvironment = { ...process.env };
delete process.env.NODE_EXTRA_CA_CERTS;

const CLI = join(ROOT, 'dist/cli.cjs');
const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    questions: { type: 'boolean' },
    solve: { type: 'boolean' },
    starts: { type: 'boolean' },
    nodes: { type: 'string' },
  },
});
const isQuick = flags.quick ?? false;
const rounds = testSetting('BENCH_ROUNDS') ?? (isQuick ? 3 : 7);
const million = testSetting('BENCH_MILLION') ?? 1_000_000;
const folder = mkdtempSync(join(tmpdir(), 'freecell-deals-bench-'));
/** Removes the files when its standard input ends, which it also does when a signal ends this process. */
const cleaner = spawn('sh', ['-c', 'cat; rm -rf "$0"', folder], {
  detached: true, // Ctrl-C does not end it
  stdio: ['pipe', 'ignore', 'ignore'],
});
const native = compileNative(folder);
const peer = native?.program;

function measure(
  title: string,
  unit: Group['unit'],
  deals: number,
  contestants: (Contestant | undefined)[],
): Group {
  return measureRounds(rounds, title, unit, deals, contestants);
}

/** Measures the kernels under one version of Node. */
function measureKernels(execPath: string): Promise<Group[]> {
  const peers = [native, native && compilePortable(folder)].filter((peer) => peer !== undefined);
  const task: KernelTask = { rounds, peers };
  return new Promise((resolve, reject) => {
    let groups: Group[] | undefined;
    fork(join(ROOT, 'build/bench/kernels.js'), [JSON.stringify(task)], { execPath })
      .on('message', (message) => {
        groups = message as Group[];
      })
      .on('error', reject)
      .on('exit', (status) => {
        if (groups !== undefined) resolve(groups);
        else reject(new Error(`${execPath}: status ${status}`));
      });
  });
}

/** Measures the kernels under several versions of Node: `20,22,24`. */
async function measureNodes(versions: string): Promise<Group[]> {
  const groups: Group[] = [];
  for (const version of versions.split(',')) {
    const execPath = installNode(version, folder, npmEnvironment);
    if (execPath !== undefined) groups.push(...(await measureKernels(execPath)));
  }
  return groups;
}

let used = 0; // depends on every result, so that the compiler cannot leave the work out

/**
 * A process, measured from start to exit in seconds.
 * @param file the file that it writes, removed after each run
 * @param stdout the file to which its standard output goes
 * @param expected its exit status; another one throws
 */
function command(
  name: string,
  args: string[],
  bytes: number,
  file: string,
  stdout?: string,
  expected = 0,
): Contestant {
  const shown = args.map((arg) =>
    arg.replace(`${folder}/`, '').replace(process.execPath, 'node').replace(CLI, 'dist/cli.cjs'),
  );
  return {
    name,
    command: shown.join(' ') + (stdout === undefined ? '' : ` >${stdout.replace(`${folder}/`, '')}`),
    bytes,
    run() {
      const out = stdout === undefined ? 'ignore' : openSync(stdout, 'w');
      const started = performance.now();
      const { status } = spawnSync(args[0] as string, args.slice(1), {
        stdio: ['ignore', out, expected === 0 ? 'inherit' : 'ignore'],
      });
      const seconds = (performance.now() - started) / 1000;
      if (typeof out === 'number') closeSync(out);
      // otherwise the next contestant would wait while the disk writes this file
      if (file.startsWith(folder)) rmSync(file, { force: true });
      if (status !== expected) throw new Error(`status ${status}: ${args.join(' ')}`);
      return seconds;
    },
  };
}

const generate = (deals: number, output: string, ...flags: string[]) => [
  process.execPath,
  CLI,
  'generate',
  `1..${deals}`,
  '-o',
  output,
  '-q',
  ...flags,
];

/** Deals in the largest file of the bench. */
const MAX_DEALS = 100 * million;
/** Deals in the largest file that is synced. */
const MAX_SYNCED = 40 * million;

/** Measures this command, the C program, cp, and zeros. */
function measureBinaryFiles(deals: number): Group {
  const path = (name: string) => join(folder, name);
  const bytes = 64 + deals * 52;
  const made = path('made.bin');
  execFileSync(process.execPath, generate(deals, made, '--sync').slice(1));
  if (peer !== undefined) {
    execFileSync(peer, ['bin', '1', String(deals), path('c.bin')]);
    execFileSync('cmp', [made, path('c.bin')]);
    rmSync(path('c.bin'));
  }
  const group = measure(`1..${deals} to a binary file, start to exit`, 's', deals, [
    command('freecell-deals', generate(deals, path('a.bin')), bytes, path('a.bin')),
    command('freecell-deals -t 1', generate(deals, path('b.bin'), '-t', '1'), bytes, path('b.bin')),
    peer === undefined
      ? undefined
      : command('C, one thread', [peer, 'bin', '1', String(deals), path('c.bin')], bytes, path('c.bin')),
    deals > MAX_SYNCED
      ? undefined
      : command('freecell-deals --sync', generate(deals, path('f.bin'), '--sync'), bytes, path('f.bin')),
    command('cp of the finished file', ['cp', made, path('d.bin')], bytes, path('d.bin')),
    command(
      'head: as many zero bytes',
      ['head', '-c', String(bytes), '/dev/zero'],
      bytes,
      path('e.bin'),
      path('e.bin'),
    ),
  ]);
  rmSync(made);
  return group;
}

/** Measures NDJSON against the shorter text of the C program. */
function measureNdjson(deals: number, output: (name: string) => string): Group {
  const bytes = deals * 280 + String(deals).length * deals; // approximately: smaller numbers have fewer digits
  const file = (name: string) =>
    output(name).startsWith('/dev/') ? output(name) : join(folder, output(name));
  const flags = ['-f', 'ndjson'];
  const where = output('').startsWith('/dev/') ? output('') : 'a file';
  const group = measure(`1..${deals} as NDJSON to ${where}, start to exit`, 's', deals, [
    command('freecell-deals', generate(deals, file('a'), ...flags), bytes, file('a')),
    command('freecell-deals -t 1', generate(deals, file('b'), ...flags, '-t', '1'), bytes, file('b')),
    peer === undefined
      ? undefined
      : command(
          'C, text of 156 bytes per deal',
          [peer, 'text', '1', String(deals), file('c')],
          deals * 156,
          file('c'),
        ),
  ]);
  return group;
}

/** Measures dealing without the cost of writing. */
function measureNullDevice(deals: number): Group {
  const bytes = 64 + deals * 52;
  return measure(`1..${deals} as binary to /dev/null, start to exit`, 's', deals, [
    command('freecell-deals', generate(deals, '/dev/null', '-f', 'bin'), bytes, '/dev/null'),
    command('freecell-deals -t 1', generate(deals, '/dev/null', '-f', 'bin', '-t', '1'), bytes, '/dev/null'),
    peer === undefined
      ? undefined
      : command('C, one thread', [peer, 'bin', '1', String(deals), '/dev/null'], bytes, '/dev/null'),
  ]);
}

/**
 * Writes a shuffled list of the numbers 1..count.
 * The order is that of the multiples of a step modulo a prime.
 * @param count one million or ten million
 */
function writeShuffled(path: string, count: number): void {
  const prime = count === million ? 1_000_003 : 10_000_019;
  const file = openSync(path, 'w');
  let lines: number[] = [];
  for (let i = 1; i < prime; i++) {
    const n = (i * 618_033) % prime;
    if (n <= count) lines.push(n);
    if (lines.length < 100_000 && i < prime - 1) continue;
    writeSync(file, `${lines.join('\n')}\n`);
    lines = [];
  }
  closeSync(file);
}

/** Measures selections against a range with the same number of deals. */
function measureSelections(deals: number): Group {
  const path = (name: string) => join(folder, name);
  writeShuffled(path('list.txt'), deals);
  writeFileSync(path('all.mjs'), 'export default () => true;\n');
  const written = (name: string, file: string, ...words: string[]) => {
    const args = [process.execPath, CLI, 'generate', ...words, '-o', path(file), '-q'];
    return command(name, args, 64 + deals * 60, path(file));
  };
  const range = `1..${deals}`;
  return measure(`${deals} selected deals to a binary file, start to exit`, 's', deals, [
    written('a range', 'range.bin', range),
    written('--deals-from, shuffled', 'list.bin', '--deals-from', path('list.txt')),
    written('--sample of 1..2^33-1', 'sample.bin', '1..8589934591', '--sample', String(deals)),
    written('--filter that keeps every deal', 'filter.bin', range, '--filter', path('all.mjs')),
  ]);
}

const BOARDS = million / (isQuick ? 500 : 100);
const LAST = 2 ** 33 - 1;

/** Measures lookups of random boards, and of boards without a deal. */
function measureLookups(): Group {
  const some = Array.from({ length: BOARDS }, () => dealCards(1 + Math.floor(Math.random() * LAST)));
  const none = some.map((cards) => {
    const [a, b] = [Math.floor(Math.random() * 26), 26 + Math.floor(Math.random() * 26)] as [number, number];
    return cards.with(a, cards[b] as number).with(b, cards[a] as number);
  });
  const times = (all: Uint8Array[]) =>
    all.map((cards) => {
      const started = performance.now();
      used += findDeal(cards) ?? 0;
      return performance.now() - started;
    });
  const call = `findDeal(cards), ${BOARDS} boards`;
  return measure('findDeal, boards of 1..2^33-1', 'ms per call', BOARDS, [
    { name: 'median', command: call, run: () => median(times(some)) },
    { name: 'worst', command: call, run: () => Math.max(...times(some)) },
    { name: 'board of no deal, median', command: call, run: () => median(times(none)) },
    { name: 'board of no deal, worst', command: call, run: () => Math.max(...times(none)) },
  ]);
}

/** Measures the find command from start to exit. */
function measureFind(): Group {
  const [board, swapped] = [join(folder, 'board.txt'), join(folder, 'swapped.txt')];
  const [row] = showDeal(11982).split('\n') as [string];
  writeFileSync(board, showDeal(617));
  writeFileSync(swapped, showDeal(617).replace('7D AD', 'AD 7D'));
  const find = (name: string, ...words: string[]) =>
    command(name, [process.execPath, CLI, 'find', ...words], 0, '');
  return measure('freecell-deals find, start to exit', 's', 1, [
    find('a board', board),
    command('a board that no deal has', [process.execPath, CLI, 'find', swapped], 0, '', undefined, 1),
    find('--row, among 1..1000000', '--row', row),
    find('--row, among 1..2^31-1', '--row', row, '--in', '1..2147483647'),
    find('--row, among 1..2^33-1', '--row', row, '--in', '1..8589934591'),
    command('node alone', [process.execPath, '-e', '0'], 0, ''),
  ]);
}

function firstLine(program: string, args: string[]): string {
  const { status, stdout } = spawnSync(program, args, { cwd: ROOT });
  return status === 0 ? (stdout.toString().split('\n')[0] as string) : 'none';
}

function askQuestions(): Group {
  return measureQuestions({ measure, command, generate, peer }, isQuick ? 10 * million : MAX_DEALS);
}

function startAll(): Group[] {
  return measureStarts(['20', '22', '24'], {
    measure: measureRounds,
    command,
    cli: CLI,
    folder,
    npmEnvironment,
  });
}

/** Measures everything except the kernels under other versions of Node. */
async function measureAll(): Promise<Group[]> {
  const groups = await measureKernels(process.execPath);
  if (!isQuick) groups.push(...startAll());
  const sizes = isQuick ? [million, 10 * million] : [million, 10 * million, 40 * million, MAX_DEALS];
  for (const deals of sizes) groups.push(measureBinaryFiles(deals));
  for (const deals of isQuick ? [] : [10 * million, 100 * million]) groups.push(measureNullDevice(deals));
  for (const deals of isQuick ? [million] : [million, 10 * million])
    groups.push(measureNdjson(deals, (name) => `${name}.out`));
  for (const deals of isQuick ? [] : [10 * million, 100 * million])
    groups.push(measureNdjson(deals, () => '/dev/null'));
  groups.push(measureSelections(isQuick ? million : 10 * million), measureLookups(), measureFind());
  groups.push(askQuestions(), ...(await measureSolve({ measure, command, cli: CLI, folder, million })));
  groups.push(...measureParquet({ folder, million, isQuick, measure, command, generate }));
  if (used === 0) throw new Error('nothing was dealt');
  return groups;
}

/** Measures what the flags ask for: the name of its file, if it is not everything, and the groups. */
async function measureAsked(): Promise<[name: string | undefined, groups: Group[]]> {
  if (flags.nodes !== undefined) return ['nodes', await measureNodes(flags.nodes)];
  if (flags.questions) return ['questions', [askQuestions()]];
  if (flags.solve) return ['solve', await measureSolve({ measure, command, cli: CLI, folder, million })];
  if (flags.starts) return ['starts', startAll()];
  return [undefined, await measureAll()];
}

async function main(): Promise<void> {
  const load = await describeLoad();
  const [only, groups] = await measureAsked();
  const results: Results = {
    machine: {
      cpu: processorName(),
      cores: availableParallelism(),
      memoryGiB: Math.round(totalmem() / 2 ** 30),
      system: `Linux ${release()}`,
    },
    node: process.version,
    compiler: firstLine('cc', ['--version']),
    commit: firstLine('git', ['rev-parse', '--short', 'HEAD']),
    date: new Date().toISOString().slice(0, 10),
    rounds,
    groups,
  };
  const name = only ?? (isQuick ? 'quick' : 'full');
  const file = join(ROOT, 'bench/results', `${name}.json`);
  mkdirSync(join(ROOT, 'bench/results'), { recursive: true });
  writeFileSync(file, `${JSON.stringify(results, null, 1)}\n`);
  console.log(`\n${results.machine.cpu}, ${results.machine.cores} cores, Node ${results.node}; ${file}`);
  if (load !== undefined) console.log(load);
}

try {
  await main();
} finally {
  cleaner.stdin.end();
  await once(cleaner, 'exit');
}
