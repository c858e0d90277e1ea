// The results file of examples/solve, and its statistics. A stand-in takes the place of the solvers.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { CLI, run as runCommand, temporaryFolder } from '../support/command.js';

const FOLDER = new URL('../../examples/solve/', import.meta.url);
const RUN = fileURLToPath(new URL('run.mjs', FOLDER));
const REPORT = fileURLToPath(new URL('report.mjs', FOLDER));
const { readAndMendRecords, recordOf, VerdictTable } = await import(new URL('records.mjs', FOLDER).href);

const BY = { solver: 'stand-in 1', options: '-x' };
const SOLVED = { verdict: 'solved', moves: 52, states: 1, ...BY };
const LAST_DEAL = 8_589_934_591;

/** A solver that solves each deal in one state. It writes its records in pieces that do not end with lines. */
const STAND_IN = `
const deals = require('node:fs').readFileSync(0, 'utf8').match(/(?<="deal":)\\d+/g) ?? [];
const text = deals.map((deal) => '{"deal":' + deal + ',' + process.argv[1] + '\\n').join('');
for (let at = 0; at < text.length; at += 9_973) process.stdout.write(text.slice(at, at + 9_973));`;

interface Options {
  name?: 'solve' | 'cells';
  /** what the stand-in says of each deal */
  answer?: object;
  env?: Record<string, string>;
}

/** Solves deals by run.mjs and the stand-in. */
function solve(results: string, deals: string, { name = 'solve', answer = SOLVED, env = {} }: Options = {}) {
  const generate = [process.execPath, CLI, 'generate', deals];
  const solvers = [process.execPath, '-e', STAND_IN, JSON.stringify(answer).slice(1)];
  const { status, stderr } = spawnSync(
    process.execPath,
    [RUN, name, results, ...generate, '--solvers', ...solvers],
    { env: { ...process.env, SOLVER: JSON.stringify(BY), ...env }, timeout: 60_000 },
  );
  return { status, stderr: stderr.toString() };
}

function report(...paths: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [REPORT, ...paths]);
  return { status, stdout: stdout.toString(), stderr: stderr.toString() };
}

function recordsOf(path: string): { deal: number }[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  expect(lines.pop()).toBe('');
  return lines.map((line) => JSON.parse(line));
}

function numbers(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => first + i);
}

function linesOf(deals: readonly number[], said: object = SOLVED): string {
  return deals.map((deal) => `${JSON.stringify({ deal, ...said })}\n`).join('');
}

function write(content: string | Uint8Array, name = 'results.ndjson'): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}

const [FIRST, SECOND] = [linesOf([1]), linesOf([2])];

describe('a file that is not a results file', () => {
  const deals = (format: string) =>
    runCommand(['generate', '1..3', '-f', format, '-o', '-', '-q'], '.').stdout;
  const cases: Record<string, string | Uint8Array> = {
    'a binary file of deals': deals('bin'),
    'a text of deals': deals('text'),
    'an NDJSON file of deals': deals('ndjson'),
    'an NDJSON file of deals without its last line feed': deals('ndjson').subarray(0, -1),
    'an NDJSON file that ends within its first deal': deals('ndjson').subarray(0, 20),
    'a list without its last line feed': '4\n7\n9',
    'a list of one number': '617',
    'a text without a line feed': 'a text without a line feed',
    'an opening brace': '{',
    'the beginning of any line with a deal': '{"deal":617',
    'zero bytes alone': new Uint8Array(1000),
    "records of another program's kind": '{"deal":1,"result":"won"}\n',
    'a text after records': `${FIRST}${SECOND}notes`,
    'the beginning of a deal after records': `${FIRST}{"deal":2,"cards":["7D"`,
    'the beginning of an unknown member after records': `${FIRST}{"deal":2,"cost`,
    'a text in zero bytes after records': `${FIRST}\0\0notes\0\0`,
    'an empty line between records': `${FIRST}\n${SECOND}`,
    'half a record between records': `${FIRST}${SECOND.slice(0, 30)}${SECOND}`,
    'zero bytes between records': `${FIRST}\0\0\0\0\n${SECOND}`,
    'a byte order mark before records': `\uFEFF${FIRST}`,
  };

  it.each(Object.keys(cases))('solve leaves %s as it is, and says that it is not a results file', (kind) => {
    const content = cases[kind] as string | Uint8Array;
    const path = write(content);
    utimesSync(path, 1e9, 1e9);
    const { status, stderr } = solve(path, '1..3');
    expect(stderr).toMatch(/^solve: [^\n]+ is not a (results file: its line 1 is not a )?record[^\n]*\n$/);
    expect(stderr).toContain(path);
    expect(status).toBe(1);
    expect(readFileSync(path)).toEqual(Buffer.from(content));
    expect(statSync(path).mtimeMs).toBe(1e12);
  });

  it('solve and the report tell another file from a results file with a damaged line', () => {
    const path = write(`${FIRST}${SECOND}x\n`);
    expect(solve(path, '1').stderr).toBe(`solve: line 3 of ${path} is not a record; take the line out\n`);
    expect(report(path).stderr).toBe(`report: line 3 of ${path} is not a record; take the line out\n`);
    writeFileSync(path, '4\n7\n');
    const message = `${path} is not a results file: its line 1 is not a record\n`;
    expect(solve(path, '1').stderr).toBe(`solve: ${message}`);
    expect(report(path).stderr).toBe(`report: ${message}`);
  });

  it('a file is refused after 16 MB without a line feed, before it fills the memory', async () => {
    const path = write(Buffer.concat([Buffer.from(FIRST), Buffer.alloc(40 << 20, '1')]));
    await expect(readAndMendRecords(path, () => {})).rejects.toThrow('line 2 of');
    expect(statSync(path).size).toBe(FIRST.length + (40 << 20));
  });

  const damaged: Record<string, object | null | number> = {
    'no object': 617,
    null: null,
    'no deal': { ...SOLVED },
    'deal 0': { deal: 0, ...SOLVED },
    'a deal above the last one': { deal: LAST_DEAL + 1, ...SOLVED },
    'a deal that is text': { deal: '1', ...SOLVED },
    'no solver': { deal: 1, ...SOLVED, solver: undefined },
    'a solver that is a number': { deal: 1, ...SOLVED, solver: 5 },
    'options that are a number': { deal: 1, ...SOLVED, options: 5 },
    'an unknown verdict': { deal: 1, ...SOLVED, verdict: 'won' },
    'a number of cells as its verdict': { deal: 1, ...SOLVED, verdict: '4' },
    'a member of Object.prototype as its verdict': { deal: 1, ...SOLVED, verdict: 'constructor' },
    'a solved deal without moves': { deal: 1, ...SOLVED, moves: undefined },
    'a solved deal without states': { deal: 1, ...SOLVED, states: undefined },
    'half a move': { deal: 1, ...SOLVED, moves: 52.5 },
    'an unsolved deal without states': { deal: 1, verdict: 'unsolved', ...BY },
    'a deal given up without a limit or states': { deal: 1, verdict: 'gave-up', ...BY },
    'a limit that is text': { deal: 1, verdict: 'gave-up', seconds: '5', ...BY },
    'eight cells': { deal: 1, cells: 8, states: [1], ...BY },
    'cells that are text': { deal: 1, cells: 'open', states: [1], ...BY },
    'cells without states': { deal: 1, cells: 4, ...BY },
    'cells with no number of states': { deal: 1, cells: 4, states: [], ...BY },
    'an open deal whose states are text': { deal: 1, atLeast: 1, states: ['1'], ...BY },
  };

  it.each(Object.keys(damaged))('a line with %s is not a record', (kind) => {
    expect(recordOf(JSON.stringify(damaged[kind]))).toBeUndefined();
  });

  it('solve, cells and the report refuse a record that was planted with the verdict of the other program', () => {
    const content = FIRST + linesOf([2], { ...SOLVED, verdict: '4' });
    const path = write(content);
    const message = `line 2 of ${path} is not a record; take the line out\n`;
    expect(solve(path, '2')).toEqual({ status: 1, stderr: `solve: ${message}` });
    expect(solve(path, '2', { name: 'cells' })).toEqual({ status: 1, stderr: `cells: ${message}` });
    expect(report(path)).toEqual({ status: 1, stdout: '', stderr: `report: ${message}` });
    expect(readFileSync(path, 'utf8')).toBe(content);
  });
});

describe('the end of a results file', () => {
  const records = [
    { deal: 617, verdict: 'solved', moves: 104, states: 4308, solution: '53 a5 53v4', ...BY },
    { deal: LAST_DEAL, verdict: 'unsolved', states: 288_062, solver: 'x "y" \\ é', options: '-l\tlg' },
    { deal: 4, verdict: 'gave-up', seconds: 10, ...BY },
    { deal: 5, cells: 0, states: [1681], solver: 'cells 1' },
    {
      deal: 982,
      atLeast: 2,
      atMost: 3,
      states: [20, 21944, 6938247, 1578],
      seconds: 10,
      megabytes: 500,
      ...BY,
    },
    { deal: 7, atLeast: 8, states: [1, 2, 3, 4, 5, 6, 7, 8], solver: 'cells 1' },
  ];

  it('half a record is cut off at any length, with and without zero bytes after it, and no record is', async () => {
    const path = write('');
    for (const record of records) {
      const line = Buffer.from(JSON.stringify(record));
      for (let length = 0; length <= line.length; length++) {
        for (const zeros of [0, 3]) {
          writeFileSync(
            path,
            Buffer.concat([Buffer.from(FIRST), line.subarray(0, length), Buffer.alloc(zeros)]),
          );
          const deals: number[] = [];
          await readAndMendRecords(path, ({ deal }: { deal: number }) => deals.push(deal));
          const isWhole = length === line.length;
          expect([length, deals]).toEqual([length, isWhole ? [1, record.deal] : [1]]);
          expect(readFileSync(path, 'utf8')).toBe(isWhole ? `${FIRST}${line}\n` : FIRST);
        }
      }
    }
  });

  it('half a first record is cut off if it names a verdict', async () => {
    for (const record of records) {
      const line = JSON.stringify(record);
      const path = write(line.slice(0, -5));
      await readAndMendRecords(path, () => expect.fail('there is no record'));
      expect(readFileSync(path, 'utf8')).toBe('');
    }
  });

  it('half a record after 30,000 records is cut off, and nothing before it', () => {
    const whole = linesOf(numbers(1, 30_000)); // 2.6 MB
    const path = write(`${whole}{"deal":30001,"verdict":"sol`);
    expect(solve(path, '1..30000')).toEqual({
      status: 0,
      stderr: expect.stringMatching(/^solve: 30000 solved, .*; 30000 of them had/),
    });
    expect(readFileSync(path, 'utf8') === whole).toBe(true);
  });

  it('a record without its line feed is kept, and the next record begins a line', () => {
    const path = write(`${FIRST}${SECOND.trim()}`);
    expect(solve(path, '1..3').stderr).toMatch(/^solve: 3 solved, .*; 2 of them had/);
    expect(readFileSync(path, 'utf8')).toBe(linesOf([1, 2, 3]));
  });

  it('records in lines with CRLF are kept, and half a record after them is cut off', () => {
    const lines = (FIRST + SECOND).replaceAll('\n', '\r\n');
    for (const [content, had] of [
      [lines, 2],
      [lines.slice(0, -1), 2],
      [lines.slice(0, -20), 1],
    ] as const) {
      const path = write(content);
      expect(solve(path, '1..3').stderr).toMatch(new RegExp(`^solve: 3 solved, .*; ${had} of them had`));
      expect(recordsOf(path).map(({ deal }) => deal)).toEqual([1, 2, 3]);
    }
  });

  it('an empty file takes records', () => {
    const path = write('');
    expect(solve(path, '1..2').status).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe(FIRST + SECOND);
  });
});

describe('a resumed run', () => {
  it.each([2 ** 27, 2 ** 28, 2 ** 31, 2 ** 32, LAST_DEAL - 2999])(
    'a resumed run solves none of 3,000 recorded deals around %i again',
    (middle) => {
      const first = Math.min(middle - 1500, LAST_DEAL - 2999);
      const path = write(linesOf(numbers(first, 3000)));
      const before = statSync(path).size;
      expect(solve(path, `${first}..${first + 2999}`).stderr).toMatch(
        /^solve: 3000 solved, .*; 3000 of them had/,
      );
      expect(statSync(path).size).toBe(before);
    },
  );

  it('the table of verdicts knows each of 24,000 deals up to 2^33 and no other deal', () => {
    const verdicts = new VerdictTable();
    const known = ['solved', 'unsolved', 'gave-up', '0', '7', 'open'];
    const firsts = [1, 2 ** 27 - 2000, 2 ** 28 - 2000, 2 ** 31 - 2000, 2 ** 32 - 2000, LAST_DEAL - 4000];
    const deals = firsts.flatMap((first) => numbers(first, 4000));
    deals.forEach((deal, i) => void verdicts.set(deal, known[i % known.length]));
    const wrong = deals.filter((deal, i) => verdicts.get(deal) !== known[i % known.length]);
    expect(wrong).toEqual([]);
    // deals that differ from known ones by a multiple of 2^27 .. 2^32 alone
    const others = numbers(5000, 4000).flatMap((deal) => [
      deal,
      deal + 2 ** 27,
      deal + 2 ** 31,
      deal + 2 ** 32,
    ]);
    expect(others.filter((deal) => verdicts.get(deal) !== undefined)).toEqual([]);
  });

  it('a resumed run appends the missing records of 5,000 deals, which come in several blocks', () => {
    const half = numbers(1, 5000).filter((deal) => deal % 2 === 1);
    const path = write(linesOf(half));
    expect(solve(path, '1..5000')).toEqual({
      status: 0,
      stderr: expect.stringMatching(/^solve: 5000 solved, 0 unsolved, 0 gave-up; 2500 of them had/),
    });
    const records = recordsOf(path);
    expect(records.slice(2500)).toEqual(half.map((deal) => ({ deal: deal + 1, ...SOLVED })));
  });

  const limits = (seconds?: number, megabytes?: number) => ({ seconds, megabytes });
  it.each([
    // the limits of the record, the limits of the run, and whether the deal is searched again
    [limits(5), limits(5), false],
    [limits(5), limits(4), false],
    [limits(5), limits(6), true],
    [limits(5), limits(), true],
    [limits(5), limits(5, 400), false],
    [limits(undefined, 500), limits(undefined, 500), false],
    [limits(undefined, 500), limits(undefined, 400), false],
    [limits(undefined, 500), limits(undefined, 501), true],
    [limits(undefined, 500), limits(), true],
    [limits(undefined, 500), limits(9, 500), false],
    [limits(5, 500), limits(5, 500), false],
    [limits(5, 500), limits(6, 500), true],
    [limits(5, 500), limits(5, 501), true],
    [limits(5, 500), limits(4, 501), true],
    [limits(5, 500), limits(4, 499), false],
  ])(
    'cells searches a deal that the limits %o left open again with the limits %o: %s',
    (limited, { seconds, megabytes }, isSearched) => {
      const open = { atLeast: 1, states: [1, 2], ...limited, ...BY };
      const path = write(linesOf([1], open));
      const env = {
        ...(seconds !== undefined && { MAX_SECONDS: String(seconds) }),
        ...(megabytes !== undefined && { MAX_MEGABYTES: String(megabytes) }),
      };
      const answer = { cells: 2, states: [1, 2, 3], ...BY };
      const { stderr } = solve(path, '1', { name: 'cells', answer, env });
      expect(stderr).toContain(isSearched ? '2: 1,' : 'open: 1; 1 of them had');
      expect(recordsOf(path)).toHaveLength(isSearched ? 2 : 1);
    },
  );

  it('a record with a verdict counts before one that gives the deal up, in any order', () => {
    const gaveUp = linesOf([1], { verdict: 'gave-up', seconds: 10, ...BY });
    for (const lines of [`${gaveUp}${FIRST}`, `${FIRST}${gaveUp}`])
      expect(solve(write(lines), '1', { env: { MAX_SECONDS: '10' } }).stderr).toMatch(/^solve: 1 solved, /);
  });

  it('records of the other program, of another solver or with other options do not count', () => {
    const cells = linesOf([1], { cells: 4, states: [1], ...BY });
    const others =
      linesOf([1], { ...SOLVED, solver: 'another' }) + linesOf([1], { ...SOLVED, options: '-y' });
    const path = write(cells + others);
    expect(solve(path, '1').stderr).toMatch(/^solve: 1 solved, 0 unsolved, 0 gave-up; 0 of them had/);
    const answer = { cells: 4, states: [1], ...BY };
    const verdicts = write(FIRST + others);
    expect(solve(verdicts, '1', { name: 'cells', answer }).stderr).toMatch(/4: 1, .*; 0 of them had/);
  });

  it('shards that were joined by cat count', () => {
    const shards = [1, 2, 3].map((i) => write('', `results-${i}.ndjson`));
    const ranges = ['1..40', '41..80', '81..100'];
    shards.forEach((shard, i) => void expect(solve(shard, ranges[i] as string).status).toBe(0));
    const joined = write('');
    spawnSync('sh', ['-c', `cat ${shards.join(' ')} >${joined}`]);
    expect(solve(joined, '1..101').stderr).toMatch(/^solve: 101 solved, .*; 100 of them had/);
    expect(report(joined).stdout).toContain('stand-in 1 -x: 101 deals, 101 solved');
  });
});

describe('a new results file', () => {
  const env = { RESULTS_ARE_NEW: '1' }; // which bulk.sh says

  it('an empty results file that a run made is removed after a usage error', () => {
    const path = write('');
    expect(solve(path, '1..x', { env }).status).toBe(2);
    expect(existsSync(path)).toBe(false);
  });

  it('a results file stays if it has a record, if it was there before, or if no deal was asked for', () => {
    const [withRecord, before, noDeal] = [FIRST, '', ''].map((content) => write(content)) as [
      string,
      string,
      string,
    ];
    expect(solve(withRecord, '1..x', { env }).status).toBe(2);
    expect(solve(before, '1..x').status).toBe(2);
    expect(solve(noDeal, '1..3', { env, answer: SOLVED }).status).toBe(0);
    expect([withRecord, before, noDeal].map((path) => existsSync(path))).toEqual([true, true, true]);
  });
});

describe('control characters', () => {
  const name = 'a\x1b[31m\u202eb\nc.ndjson';

  it('control characters in the name of a file are escaped', () => {
    const path = write('x\n', name);
    for (const { stderr } of [solve(path, '1'), report(path)])
      expect(stderr).toContain('a\\u001b[31m\\u202eb\\u000ac.ndjson is not a results file');
  });

  it('control characters in records are escaped in the report', () => {
    const planted = { solver: 'a\x1b[31m', options: 'b\n\u202e\x9bc\x7f' };
    const records =
      linesOf([1], { ...SOLVED, ...planted }) + linesOf([2], { verdict: 'unsolved', states: 5, ...planted });
    const cells = linesOf([1], { atLeast: 1, atMost: '\x1b[2J', states: [1], ...planted });
    const { stdout } = report(write(records + cells));
    expect(stdout).toContain('a\\u001b[31m b\\u000a\\u202e\\u009bc\\u007f: 2 deals, 1 solved, 1 unsolved');
    expect(stdout).toMatch(/^\| not solved \| a\\u001b\[31m/m);
    expect(stdout).toContain('\\u001b[2J');
    expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  });
});

describe('the report', () => {
  it('the report counts 30,000 records, which are several blocks', () => {
    const { stdout } = report(write(linesOf(numbers(1, 30_000))));
    expect(stdout).toContain('stand-in 1 -x: 30,000 deals, 30,000 solved, 0 unsolved, 0 gave-up');
  });

  it('the report counts a deal as solved that another record gives up, in any order', () => {
    const gaveUp = linesOf([1], { verdict: 'gave-up', seconds: 10, ...BY });
    for (const lines of [`${gaveUp}${FIRST}`, `${FIRST}${gaveUp}`])
      expect(report(write(lines)).stdout).toContain('1 deals, 1 solved, 0 unsolved, 0 gave-up');
  });

  it('the report keeps verdicts and numbers of cells apart if their solvers have the same name', () => {
    const { status, stdout } = report(write(FIRST + linesOf([1], { cells: 4, states: [1], ...BY })));
    expect(status).toBe(0);
    expect(stdout).toContain('stand-in 1 -x: 1 deals, 1 solved');
    expect(stdout).toContain('stand-in 1 -x: 1 deals, 0 of them open');
  });
});
