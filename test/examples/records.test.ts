// The results file of examples/solve, and its statistics. A stand-in takes the place of the solvers.

import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CLI, run as runCommand } from '../support/command.js';
import { fileWith } from '../support/files.js';
import { rowsIn } from '../support/golden.js';
import { range } from '../support/numbers.js';
import { ask, linesOf as linesOfRecords, programOf, recordsIn } from './solver.js';

const { readAndMendRecords, recordOf, VerdictTable } = await import(programOf('records.mjs'));

const BY = { solver: 'stand-in 1', options: '-x' };
const SOLVED = { verdict: 'solved', moves: 52, states: 1, ...BY };
const LAST_DEAL = 8_589_934_591;

/** A solver that solves each deal in one state. It writes its records in pieces that do not end with lines. */
const STAND_IN = `
const deals = require('node:fs').readFileSync(0, 'utf8').match(/(?<="deal":)\\d+/g) ?? [];
const text = deals.map((deal) => '{"deal":' + deal + ',' + process.argv[1] + '\\n').join('');
for (let at = 0; at < text.length; at += 9_973) process.stdout.write(text.slice(at, at + 9_973));`;

/** Preloaded into run.mjs: lets the system write half of what it is asked to. */
const WRITES_HALF = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { writeSync } = fs;
fs.writeSync = (fd, bytes, at = 0) => writeSync(fd, bytes, at, Math.ceil((bytes.length - at) / 2));
syncBuiltinESMExports();`;

/** Solves deals by run.mjs and the stand-in. */
function solve(results: string, deals: string, { env = {} }: { env?: Record<string, string> } = {}) {
  const generate = [process.execPath, CLI, 'generate', deals];
  const solvers = [process.execPath, '-e', STAND_IN, JSON.stringify(SOLVED).slice(1)];
  const words = [programOf('run.mjs'), 'freecell-solver', results, ...generate, '--solvers', ...solvers];
  const { status, stderr } = ask(process.execPath, words, { SOLVER: JSON.stringify(BY), ...env });
  return { status, stderr };
}

function linesOf(deals: readonly number[], said: object = SOLVED): string {
  return linesOfRecords(deals.map((deal) => ({ deal, ...said })));
}

const write = (content: string | Uint8Array, name = 'results.ndjson') => fileWith(content, name);

const FIRST = linesOf([1]);

describe('a file that is not a results file', () => {
  const deals = (format: string) =>
    runCommand(['generate', '1..3', '-f', format, '-o', '-', '-q'], '.').stdout;
  const cases: [kind: string, content: string | Uint8Array][] = [
    ['a binary file of deals', deals('bin')],
    ['a text of deals', deals('text')],
    ['an NDJSON file of deals', deals('ndjson')],
    ['an NDJSON file of deals without its last line feed', deals('ndjson').subarray(0, -1)],
    ['an NDJSON file that ends within its first deal', deals('ndjson').subarray(0, 20)],
    ...rowsIn<[string, string]>('foreign-results.txt'),
  ];

  it.each(cases)('%s stays as it is, and is refused', async (_, content) => {
    const path = write(content);
    utimesSync(path, 1e9, 1e9);
    await expect(readAndMendRecords(path, () => {})).rejects.toThrow(/is not a record/);
    expect(readFileSync(path)).toEqual(Buffer.from(content));
    expect(statSync(path).mtimeMs).toBe(1e12);
  });

  it.each(rowsIn<object[]>('wrong-records.txt'))('a record needs each member: %j', (record, ...wrong) => {
    expect(recordOf(JSON.stringify(record))).toEqual(record);
    for (const one of wrong) expect(recordOf(JSON.stringify(one)), JSON.stringify(one)).toBeUndefined();
  });
});

describe('the end of a results file', () => {
  const records = rowsIn<{ deal: number }>('records.txt');

  it('half a record is cut off at any length, with and without zero bytes after it, and no record is', async () => {
    const path = write('');
    for (const record of records) {
      const line = Buffer.from(JSON.stringify(record));
      for (let length = 0; length <= line.length; length++) {
        const zeros = Buffer.alloc(length % 2 === 0 ? 0 : 3);
        writeFileSync(path, Buffer.concat([Buffer.from(FIRST), line.subarray(0, length), zeros]));
        const deals: number[] = [];
        await readAndMendRecords(path, ({ deal }: { deal: number }) => deals.push(deal));
        const isWhole = length === line.length;
        expect([length, deals]).toEqual([length, isWhole ? [1, record.deal] : [1]]);
        expect(readFileSync(path, 'utf8')).toBe(isWhole ? `${FIRST}${line}\n` : FIRST);
      }
      // the first record of a file is cut off if it names a verdict
      writeFileSync(path, line.subarray(0, -5));
      await readAndMendRecords(path, () => expect.fail('there is no record'));
      expect(readFileSync(path, 'utf8')).toBe('');
    }
  });

  it('half a record after 30,000 records on both sides of 2^32 is cut off, and no deal is solved again', () => {
    const first = 2 ** 32 - 15_000;
    const whole = linesOf(range(first, 30_000)); // 2.6 MB
    const path = write(`${whole}{"deal":30001,"verdict":"sol`);
    expect(solve(path, `${first}..${first + 29_999}`)).toEqual({
      status: 0,
      stderr: expect.stringMatching(/^freecell-solver: 30000 solved, .*; 30000 of them had/),
    });
    expect(readFileSync(path, 'utf8') === whole).toBe(true);
  });
});

describe('a resumed run', () => {
  it('the table of verdicts knows each of 240,000 deals up to 2^33 and no other deal', () => {
    const verdicts = new VerdictTable();
    const known = ['solved', 'unsolved', 'gave-up', 'with status 0', 'with another', 'given up'];
    const firsts = [1, 2 ** 27 - 2000, 2 ** 28 - 2000, 2 ** 31 - 2000, 2 ** 32 - 2000, LAST_DEAL - 40_000];
    const deals = firsts.flatMap((first) => range(first, 40_000)); // minutes, if they were not spread
    deals.forEach((deal, i) => void verdicts.set(deal, known[i % known.length]));
    const wrong = deals.filter((deal, i) => verdicts.get(deal) !== known[i % known.length]);
    expect(wrong).toEqual([]);
    // deals that differ from known ones by a multiple of 2^27 .. 2^32 alone
    const others = [0, 2 ** 27, 2 ** 31, 2 ** 32].flatMap((apart) => range(50_000 + apart, 4000));
    expect(others.filter((deal) => verdicts.get(deal) !== undefined)).toEqual([]);
  });

  it('a record is whole if the system writes half of what it is asked to', () => {
    const path = write('');
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(WRITES_HALF)}` };
    expect(solve(path, '1..50', { env }).status).toBe(0);
    expect(recordsIn(path)).toEqual(range(1, 50).map((deal) => ({ deal, ...SOLVED })));
  });
});
