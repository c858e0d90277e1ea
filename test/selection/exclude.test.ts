// Lists of every kind of file are read, and their numbers are left out of selections.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countDeals, generate, InputError, type Selection } from '../../src/index.js';
import { runShell, temporaryFolder } from '../support/command.js';
import { runMain } from '../support/main.js';
import { scattered } from '../support/scattered.js';
import { numbersOf } from '../support/selection.js';

const LIST = scattered(30_000);

describe('a list', () => {
  it.each<[string, Selection]>([
    ['a range', { deals: '5..122885' }],
    ['ranges', { deals: '617,5..300,8589930000..8589934591' }],
    ['a list', { dealsFrom: LIST }],
    ['a sample', { deals: 'all', sample: { count: 130_000 } }],
    ['nothing', { deals: '1..5', where: 'deal = 6' }],
  ])('is read from a file of every format: %s', async (_, selection) => {
    const folder = temporaryFolder();
    const expected = await numbersOf(selection);
    for (const name of ['a.bin', 'a.numbers', 'a.ndjson', 'a.parquet']) {
      const dealsFrom = join(folder, name);
      await generate({ ...selection, output: dealsFrom });
      expect((await numbersOf({ dealsFrom })).join() === expected.join(), name).toBe(true);
      if (expected.length > 50_000) continue; // its name has no part in how long a file is
      const unnamed = join(folder, 'unnamed');
      writeFileSync(unnamed, readFileSync(dealsFrom));
      expect((await numbersOf({ dealsFrom: unnamed })).join() === expected.join(), name).toBe(true);
    }
  });

  it('is read from a pipe, and from several files in order', async () => {
    const folder = temporaryFolder();
    await runMain(['generate', '3..5,9', '-o', 'list.ndjson'], folder);
    await runMain(['generate', '7..8', '-o', 'range.bin'], folder);
    const piped = (file: string) =>
      runShell(
        `cat ${file} | "$0" "$1" generate --deals-from - -f numbers -o - -q`,
        folder,
      ).stdout.toString();
    expect(piped('list.ndjson')).toBe('3\n4\n5\n9\n');
    expect(piped('range.bin')).toBe('7\n8\n');
    const flags = ['--deals-from', 'range.bin', '--deals-from', 'list.ndjson'];
    expect(
      (await runMain(['generate', ...flags, '-f', 'numbers', '-o', '-', '-q'], folder)).stdout.toString(),
    ).toBe('7\n8\n3\n4\n5\n9\n');
  });

  it('of solvers’ records is read by the deal of each line, at any place in the line', async () => {
    const dealsFrom = join(temporaryFolder(), 'r.ndjson');
    writeFileSync(
      dealsFrom,
      '\uFEFF{"deal":617,"cells":2}\n\n{ "moves": ["a"], "deal": 5 }\r\n{"deal":8589934591}\n{"deal":7,"x":"}',
    );
    await expect(countDeals({ dealsFrom, where: 'deal > 0' })).rejects.toThrow(
      `${dealsFrom}, line 5: it is not JSON, or is cut off`,
    );
    writeFileSync(
      dealsFrom,
      '{"deal":617,"cells":2}\n\n{ "moves": ["a"], "deal": 5 }\r\n{"deal":8589934591}',
    );
    expect(await numbersOf({ dealsFrom })).toEqual([617, 5, 8589934591]);
    // known by how it begins, where its name does not tell
    const log = join(temporaryFolder(), 'r.log');
    for (const begin of ['{"id":1,', '\uFEFF \n{ "states": [1, 2], ']) {
      writeFileSync(log, `${begin}"deal":617}\n{"deal":5}\n`);
      expect(await numbersOf({ dealsFrom: log })).toEqual([617, 5]);
    }
  });

  it.each([
    [
      'r.ndjson',
      '{"deal":1}\n{"cells":2}\n',
      'line 2: it has no deal; expected an object such as {"deal":617}',
    ],
    ['r.ndjson', '{"deal":1}\n5\n', 'line 2: it has no deal'],
    ['r.ndjson', '{"deal":0,"cells":2}\n', 'line 1: deal number 0 is outside 1..8589934591'],
    ['r.ndjson', '{"deal":"617"}\n', "line 1: '617' is not a valid deal number"],
    ['r.ndjson', `{"deal":1}\n{"x":"${'x'.repeat(300_000)}"}\n`, 'line 2: it is longer than 262144 bytes'],
    ['r.bin', '617\n618\n', 'is not a freecell-deals file'],
    ['r.parquet', 'PAR1 and nothing else', 'it does not end as a Parquet file does'],
  ])('%s with %.30j is refused in one line that names it', async (name, text, message) => {
    const dealsFrom = join(temporaryFolder(), name);
    writeFileSync(dealsFrom, text);
    if (name === 'r.bin') {
      // a text is told by its first bytes, whatever it is called
      expect(await numbersOf({ dealsFrom })).toEqual([617, 618]);
      writeFileSync(dealsFrom, '\u0089FCD');
    }
    const read = countDeals({ dealsFrom, where: 'deal > 0' });
    await expect(read).rejects.toThrow(InputError);
    await expect(countDeals({ dealsFrom, where: 'deal > 0' })).rejects.toThrow(dealsFrom);
    if (name !== 'r.bin') await expect(countDeals({ dealsFrom, where: 'deal > 0' })).rejects.toThrow(message);
  });

  it.each<[string, (line: string) => string]>([
    ['a NUL', (line) => line.replace('"7D"', '"7\0"')],
    ['NULs at its end', (line) => line.slice(0, -20) + '\0'.repeat(20)],
    [
      'a second deal',
      (line) => line.replace('"7D","AD","5C"', '"7D"],"deal":5,"x":["7D"').slice(0, line.length),
    ],
  ])('of lines as this program writes them is refused where one has %s', async (_, damage) => {
    const dealsFrom = join(temporaryFolder(), 'a.ndjson');
    await generate({ deals: '616..618', output: dealsFrom });
    const lines = readFileSync(dealsFrom, 'utf8').split('\n') as [string, string, string, string];
    lines[1] = damage(lines[1]);
    writeFileSync(dealsFrom, lines.join('\n'));
    await expect(numbersOf({ dealsFrom })).rejects.toThrow(
      `${dealsFrom}, line 2: it is not JSON, or is cut off`,
    );
  });

  it('may have `deal` inside of a record, but not twice in it', async () => {
    const dealsFrom = join(temporaryFolder(), 'r.ndjson');
    writeFileSync(dealsFrom, '{"deal":7,"of":{"deal":5},"list":[{"deal":6}],"text":"\\"deal\\":8 \\\\"}\n');
    expect(await numbersOf({ dealsFrom })).toEqual([7]);
    for (const line of ['{"deal":7,"cells":1,"deal":5}', '{"deal":7,"of":{},"deal" : 7}']) {
      writeFileSync(dealsFrom, `{"deal":1}\n${line}\n`);
      await expect(numbersOf({ dealsFrom })).rejects.toThrow('line 2: it has two deals');
    }
  });

  it('that is cut off is refused, from a file and from a pipe', async () => {
    const folder = temporaryFolder();
    for (const selection of ['1..5', '1,3,5']) {
      await runMain(['generate', selection, '-o', 'a.bin', '--force'], folder);
      writeFileSync(join(folder, 'a.bin'), readFileSync(join(folder, 'a.bin')).subarray(0, -7));
      const count = '"$0" "$1" generate --where "deal > 0" --count --deals-from';
      expect(runShell(`${count} a.bin`, folder).stderr).toContain('a.bin: it is cut off');
      expect(runShell(`cat a.bin | ${count} -`, folder).stderr).toContain('standard input: it is cut off');
    }
  });
});

describe('without a list', () => {
  const source = fc.constantFrom<Selection>(
    { deals: '1..5000' },
    { deals: '900..5000,1..300,617,8589934000..8589934591' },
    { deals: '11000..20000', winnable: true },
    { deals: '1..90000000', impossible: true },
    { dealsFrom: LIST.map((n) => 1 + (n % 7000)) },
  );
  const excluded = fc.oneof(
    fc.array(fc.integer({ min: 1, max: 6000 }), { maxLength: 300 }),
    fc
      .tuple(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 0, max: 89 }))
      .map(([step, start]) => Array.from({ length: 200 }, (_, i) => 1 + start + i * step)),
    fc.constant(Array.from({ length: 4900 }, (_, i) => 5000 - i)),
  );

  it('any selection keeps its other deals in order', async () => {
    const property = fc.asyncProperty(source, excluded, async (selection, exclude) => {
      const gone = new Set(exclude);
      const expected = (await numbersOf(selection)).filter((n) => !gone.has(n));
      const rest = { ...selection, exclude };
      expect(await numbersOf(rest)).toEqual(expected);
      expect(await countDeals(rest)).toBe(expected.length);
      const shards = [];
      for (const index of [1, 2, 3]) shards.push(await numbersOf({ ...rest, shard: { index, count: 3 } }));
      expect(shards.flat()).toEqual(expected);
      if (selection.dealsFrom !== undefined || expected.length === 0) return;
      const sample = await numbersOf({ ...rest, sample: { count: expected.length, seed: 5 } });
      expect(sample.toSorted((a, b) => a - b)).toEqual(expected.toSorted((a, b) => a - b));
    });
    await fc.assert(property, { numRuns: 10 });
  });

  it('leaves out what a solver has solved, by the command', async () => {
    const folder = temporaryFolder();
    const solved = Array.from({ length: 900 }, (_, i) => 1000 - i);
    writeFileSync(join(folder, 'r.ndjson'), solved.map((deal) => `{"deal":${deal},"cells":2}\n`).join(''));
    await runMain(['generate', '7..9,50', '-o', 'more.bin'], folder);
    const flags = ['--exclude', 'r.ndjson', '--exclude', 'more.bin', '-f', 'numbers', '-o', '-', '-q'];
    const left = await runMain(['generate', '1..1003', ...flags], folder);
    const expected = Array.from({ length: 1003 }, (_, i) => i + 1).filter(
      (n) => (n <= 100 || n > 1000) && ![7, 8, 9, 50].includes(n),
    );
    expect(left.stdout.toString()).toBe(`${expected.join('\n')}\n`);
    expect(await runMain(['generate', '101..1000', ...flags], folder)).toMatchObject({
      status: 0,
      stdout: Buffer.from(''),
    });
  });

  it('is refused if standard input is given twice, or if the list cannot be read', async () => {
    await expect(countDeals({ dealsFrom: '-', exclude: ['a', '-'] })).rejects.toThrow(
      'standard input (-) is given twice, but can be read only once',
    );
    await expect(countDeals({ exclude: '/no/such/file' })).rejects.toThrow('cannot read /no/such/file');
  });

  it('is part of the job: a run with other numbers cannot be resumed', async () => {
    const output = join(temporaryFolder(), 'a.bin');
    const selection = { deals: '1..90000', output, resume: true };
    await generate({ ...selection, exclude: [5, 617] });
    expect(await generate({ ...selection, exclude: [617, 5, 5] })).toMatchObject({ status: 'unchanged' });
    await expect(generate({ ...selection, exclude: [5, 618] })).rejects.toThrow(/exists/);
  });
});

describe('a selection of which no deal is left', () => {
  it.each([['--winnable'], ['--where', 'deal < 1'], ['--exclude', 'list.txt']])(
    'is counted as 0 and written as an empty file: %s',
    async (...flags) => {
      const folder = temporaryFolder();
      writeFileSync(join(folder, 'list.txt'), '11982\n');
      const count = await runMain(['generate', '11982', ...flags, '--count'], folder);
      expect([count.status, count.stdout.toString()]).toEqual([0, '0\n']);
      for (const name of ['a.bin', 'a.ndjson', 'a.numbers', 'a.parquet']) {
        expect(await runMain(['generate', '11982', ...flags, '-o', name, '-q'], folder), name).toMatchObject({
          status: 0,
        });
        const read = await runMain(
          ['generate', '--deals-from', name, '--where', 'deal > 0', '--count'],
          folder,
        );
        expect([read.status, read.stdout.toString()], name).toEqual([0, '0\n']);
      }
      expect(readFileSync(join(folder, 'a.ndjson'), 'utf8')).toBe('');
    },
  );
});
