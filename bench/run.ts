// npm run bench: what dealing costs, against the published C loop, the TypeScript core, cp and plain zeros.
// Contestants take turns, so that a drift of the machine meets all alike; medians and ratios are quoted.
// Writes bench/results/full.json (or quick.json), of which bench/report.ts makes the picture and the tables.

import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { arch, availableParallelism, cpus, release, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { dealCards, findDeal, loadKernel, openDeals, showDeal } from 'freecell-deals';
import { type Group, median, type Results, ROOT } from './results.js';

interface Contestant {
  name: string;
  command: string;
  bytes?: number;
  /** One run, in the group's unit. */
  run(): number;
}

const CLI = join(ROOT, 'dist/cli.cjs');
const isQuick = process.argv.includes('--quick');
const rounds = isQuick ? 3 : 7;
const folder = mkdtempSync(join(tmpdir(), 'freecell-deals-bench-'));
const peer = compilePeer();

/** The published loop in C, compiled here; undefined, and said so, where there is no compiler. */
function compilePeer(): string | undefined {
  const program = join(folder, 'deal');
  const { status } = spawnSync(
    'cc',
    ['-O3', '-march=native', '-o', program, join(ROOT, 'bench/peers/deal.c')],
    {
      stdio: 'inherit',
    },
  );
  if (status === 0) return program;
  console.error('no C compiler (cc): the comparisons with C are skipped');
  return undefined;
}

/** Runs the contestants in turn, `rounds` times after one run each that does not count. */
function measure(
  title: string,
  unit: Group['unit'],
  deals: number,
  contestants: (Contestant | undefined)[],
): Group {
  const present = contestants.filter((contestant) => contestant !== undefined);
  const times = present.map(() => [] as number[]);
  for (let round = -1; round < rounds; round++) {
    for (const [i, contestant] of present.entries()) {
      const time = contestant.run();
      if (round >= 0) times[i]?.push(time);
    }
  }
  const measured = present.map(({ name, command, bytes }, i) => ({
    name,
    command,
    times: (times[i] as number[]).map((time) => Number(time.toPrecision(4))),
    ...(bytes !== undefined && { bytes }),
  }));
  const group = { title, unit, deals, contestants: measured };
  print(group);
  return group;
}

function print({ title, unit, contestants }: Group): void {
  const fastest = Math.min(...contestants.map(({ times }) => median(times)));
  console.log(`\n${title}`);
  for (const { name, times } of contestants) {
    const time = median(times);
    console.log(
      `  ${name.padEnd(34)} ${time.toPrecision(3).padStart(8)} ${unit}  ${(time / fastest).toFixed(2).padStart(6)} x`,
    );
  }
}

const KERNEL_DEALS = 1_000_000;
const CORE_DEALS = 100_000; // of the slowest; a deal costs the same in a shorter run

/** One thread, card bytes into memory that has been touched before. */
async function kernels(): Promise<Group[]> {
  const simd = await loadKernel();
  const scalar = await loadKernel({ simd: false });
  const timed = (deals: number, deal: () => void) => {
    const started = performance.now();
    deal();
    return ((performance.now() - started) * 1e6) / deals;
  };
  const regimes = [
    ['below 2^31', 1],
    ['from 2^31', 2 ** 31],
    ['from 2^32', 2 ** 32],
  ] as const;
  return regimes.map(([regime, first]) =>
    measure(`One thread, cards into memory, deals ${regime}`, 'ns a deal', KERNEL_DEALS, [
      {
        name: 'WASM kernel, SIMD',
        command: `kernel.deal(${first}, ${KERNEL_DEALS})`,
        run: () => timed(KERNEL_DEALS, () => simd.deal(first, KERNEL_DEALS)),
      },
      {
        name: 'WASM kernel, scalar',
        command: `kernel.deal(${first}, ${KERNEL_DEALS}), simd: false`,
        run: () => timed(KERNEL_DEALS, () => scalar.deal(first, KERNEL_DEALS)),
      },
      peer === undefined
        ? undefined
        : {
            name: 'C, gcc -O3 -march=native',
            command: `deal loop ${first} ${KERNEL_DEALS}`,
            run: () => Number(execFileSync(peer, ['loop', String(first), String(KERNEL_DEALS)])),
          },
      {
        name: 'TypeScript core',
        command: `dealCards(n), ${CORE_DEALS} times`,
        run: () =>
          timed(CORE_DEALS, () => {
            for (let n = first; n < first + CORE_DEALS; n++) used += dealCards(n)[51] as number;
          }),
      },
    ]),
  );
}

let used = 0; // what was dealt is looked at, or it need not be dealt

/**
 * A whole process, from start to exit, in seconds; what it writes to its standard output goes to `stdout`, and it has to
 * end with `expected`.
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
      // nobody's turn shall wait for what another one left for the disk to write
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

/** In one file of the bench. */
const MOST_DEALS = 100_000_000;
/** Beyond, a round would wait for the disk for most of its time. */
const MOST_SYNCED = 40_000_000;

/** From start to exit, into a file: this command, the C program that writes the same bytes, cp, zeros. */
function binaryFiles(deals: number): Group[] {
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
    deals > MOST_SYNCED
      ? undefined
      : command('freecell-deals --sync', generate(deals, path('f.bin'), '--sync'), bytes, path('f.bin')),
    command('cp of the finished file', ['cp', made, path('d.bin')], bytes, path('d.bin')),
    command('as many zeros', ['head', '-c', String(bytes), '/dev/zero'], bytes, path('e.bin'), path('e.bin')),
  ]);
  const access = deals === MOST_DEALS ? [randomAccess(made, deals)] : [];
  rmSync(made);
  return [group, ...access];
}

/** NDJSON against the shorter text of the same deals written by C. */
function ndjsonFiles(deals: number, output: (name: string) => string): Group {
  const bytes = deals * 280 + String(deals).length * deals; // nearly: smaller numbers have fewer digits
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
          'C, text of 156 bytes a deal',
          [peer, 'text', '1', String(deals), file('c')],
          deals * 156,
          file('c'),
        ),
  ]);
  return group;
}

/** Dealing where writing costs nothing. */
function nowhere(deals: number): Group {
  const bytes = 64 + deals * 52;
  return measure(`1..${deals} as binary to /dev/null, start to exit`, 's', deals, [
    command('freecell-deals', generate(deals, '/dev/null', '-f', 'bin'), bytes, '/dev/null'),
    command('freecell-deals -t 1', generate(deals, '/dev/null', '-f', 'bin', '-t', '1'), bytes, '/dev/null'),
    peer === undefined
      ? undefined
      : command('C, one thread', [peer, 'bin', '1', String(deals), '/dev/null'], bytes, '/dev/null'),
  ]);
}

const million = 1_000_000;

/** A list of all numbers 1..count, a million or ten, in an order without pattern: multiples of a step modulo a prime. */
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

/** What choosing deals costs, against a range of as many. */
function chosen(deals: number): Group {
  const path = (name: string) => join(folder, name);
  writeShuffled(path('list.txt'), deals);
  writeFileSync(path('all.mjs'), 'export default () => true;\n');
  const made = (name: string, file: string, ...words: string[]) => {
    const args = [process.execPath, CLI, 'generate', ...words, '-o', path(file), '-q'];
    return command(name, args, 64 + deals * 60, path(file));
  };
  const range = `1..${deals}`;
  return measure(`${deals} deals to a binary file, chosen in several ways, start to exit`, 's', deals, [
    made('a range', 'range.bin', range),
    made('--deals-from, in no order', 'list.bin', '--deals-from', path('list.txt')),
    made('--sample of 1..2^33-1', 'sample.bin', '1..8589934591', '--sample', String(deals)),
    made('--filter that keeps all', 'filter.bin', range, '--filter', path('all.mjs')),
  ]);
}

const BOARDS = isQuick ? 2000 : 10_000;
const LAST = 2 ** 33 - 1;

/** Boards of deals at random, and as many that no deal has. */
function boards(): Group {
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
  return measure('findDeal, boards of 1..2^33-1', 'ms a call', BOARDS, [
    { name: 'median', command: call, run: () => median(times(some)) },
    { name: 'worst', command: call, run: () => Math.max(...times(some)) },
    { name: 'no deal at all, median', command: call, run: () => median(times(none)) },
    { name: 'no deal at all, worst', command: call, run: () => Math.max(...times(none)) },
  ]);
}

/** The find command as a whole. */
function finding(): Group {
  const [board, swapped, row] = ['board.txt', 'swapped.txt', 'row.txt'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(board, showDeal(617));
  writeFileSync(swapped, showDeal(617).replace('7D AD', 'AD 7D'));
  writeFileSync(row, showDeal(11982).split('\n')[0] as string);
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

const CALLS = 100_000;

/** Deals anywhere in a file, one read each. */
function randomAccess(path: string, deals: number): Group {
  const file = openDeals(path);
  const times = () =>
    Array.from({ length: CALLS }, () => {
      const n = 1 + Math.floor(Math.random() * deals);
      const started = performance.now();
      used += file.cards(n)[51] as number;
      return (performance.now() - started) * 1000;
    });
  const call = `openDeals(...).cards(n), ${CALLS} times`;
  const group = measure(`openDeals, cards(n) of a file of ${deals} deals`, 'µs a call', CALLS, [
    { name: 'median', command: call, run: () => median(times()) },
    {
      name: 'one in a thousand takes longer',
      command: call,
      run: () => times().toSorted((a, b) => a - b)[CALLS - CALLS / 1000] as number,
    },
    { name: 'worst', command: call, run: () => times().reduce((most, time) => Math.max(most, time)) },
  ]);
  file.close();
  return group;
}

function firstLine(program: string, args: string[]): string {
  const { status, stdout } = spawnSync(program, args, { cwd: ROOT });
  return status === 0 ? (stdout.toString().split('\n')[0] as string) : 'none';
}

async function main(): Promise<void> {
  const groups = await kernels();
  const sizes = isQuick ? [million, 10 * million] : [million, 10 * million, 40 * million, MOST_DEALS];
  for (const deals of sizes) groups.push(...binaryFiles(deals));
  for (const deals of isQuick ? [] : [10 * million, 100 * million]) groups.push(nowhere(deals));
  for (const deals of isQuick ? [million] : [million, 10 * million])
    groups.push(ndjsonFiles(deals, (name) => `${name}.out`));
  for (const deals of isQuick ? [] : [10 * million, 100 * million])
    groups.push(ndjsonFiles(deals, () => '/dev/null'));
  groups.push(chosen(isQuick ? million : 10 * million), boards(), finding());
  groups.push(...parquetGroups({ folder, isQuick, measure, command, generate }));
  const results: Results = {
    machine: {
      cpu: cpus()[0]?.model ?? arch(),
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
  const file = join(ROOT, 'bench/results', isQuick ? 'quick.json' : 'full.json');
  mkdirSync(join(ROOT, 'bench/results'), { recursive: true });
  writeFileSync(file, `${JSON.stringify(results, null, 1)}\n`);
  console.log(`\n${results.machine.cpu}, ${results.machine.cores} cores, Node ${results.node}; ${file}`);
  if (used === 0) throw new Error('nothing was dealt');
}

try {
  await main();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
