// The commands cat and info, which read deals from a binary file. test/verbs/copy.test.ts has the selections.

import { existsSync, readdirSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { grouped } from '../../src/common/errors.js';
import { VERSION } from '../../src/common/version.js';
import { checkSame } from '../support/bytes.js';
import { runShell } from '../support/command.js';
import { expected, expectedOf, records } from '../support/engines.js';
import { edit } from '../support/files.js';
import { folderWith } from '../support/folder.js';
import { runLine, runMain } from '../support/main.js';
import { stopWhen } from '../support/stop.js';
import { until } from '../support/until.js';

const RANGE = '4294950000..4295010000'; // more than two reads, across 2^32
const LIST = '9990..10010,8589934591,617,2147483640..2147483660,1..57';

describe('cat', () => {
  it('writes NDJSON to standard output, or the format of --format', async () => {
    const folder = await folderWith({ 'a.bin': LIST });
    checkSame((await runMain(['cat', 'a.bin', '617'], folder)).stdout, expected(records.ndjson, 617, 1));
    const { stdout } = await runMain(['cat', 'a.bin', '617', '-f', 'text'], folder);
    checkSame(stdout, expected(records.text, 617, 1));
  });

  it('writes a list from a list, even if it has a deal twice', async () => {
    const folder = await folderWith({ 'a.bin': '5,617,7' });
    edit(join(folder, 'a.bin'), (bytes) => expectedOf(records.numbered, [617]).copy(bytes, 64));
    const { stdout } = await runMain(['cat', 'a.bin', '-f', 'bin'], folder);
    checkSame(stdout, readFileSync(join(folder, 'a.bin')));
  });

  it('replaces a file only with --force, even the file that it reads, and prints nothing', async () => {
    const folder = await folderWith({ 'a.bin': '1..100' });
    expect(await runLine('cat a.bin 50..60 -o a.bin', folder)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('a.bin: it exists already; use --force'),
    });
    const silent = { status: 0, stdout: '', stderr: '' };
    expect(await runLine('cat a.bin 50..60 -o a.bin --force', folder)).toEqual(silent);
    checkSame(readFileSync(join(folder, 'a.bin')).subarray(64), expected(records.cards, 50, 11));
    expect(readdirSync(folder)).toEqual(['a.bin']);
  });

  it('leaves no file if a deal is missing or damaged, and prints the deals before', async () => {
    const folder = await folderWith({ 'a.bin': '1..3,5..100' });
    edit(join(folder, 'a.bin'), (bytes) => bytes.fill(52, 64 + 60 + 8, 64 + 60 + 9));
    expect(await runLine('cat a.bin 3,4 -o b.ndjson', folder)).toMatchObject({
      status: 2,
      stderr: 'freecell-deals: deal 4 is not in a.bin, which holds a list of 99\n',
    });
    const damaged = {
      status: 1,
      stderr: 'freecell-deals: a.bin: deal 2 at offset 124: byte 52 is not a valid card; expected 0..51\n',
    };
    expect(await runLine('cat a.bin -o b.ndjson', folder)).toMatchObject(damaged);
    expect(readdirSync(folder)).toEqual(['a.bin']);
    const stdout = expected(records.ndjson, 1, 1).toString();
    expect(await runLine('cat a.bin', folder)).toEqual({ ...damaged, stdout });
  });

  it('prints the summary as a line of JSON on standard error with --json', async () => {
    const folder = await folderWith({ 'a.bin': '1..9' });
    const { stdout, stderr } = await runLine('cat --json a.bin 7,9 -f numbers', folder);
    expect(stdout).toBe('7\n9\n');
    expect(JSON.parse(stderr)).toEqual({ output: '-', deals: 2, bytes: 4, seconds: expect.any(Number) });
  });

  it('leaves no file if it is stopped by SIGINT', async () => {
    const folder = await folderWith({ 'a.bin': '1..2000000' });
    const begun = () => until(() => existsSync(join(folder, 'b.ndjson.partial')));
    expect(await stopWhen(begun, ['cat', 'a.bin', '-o', 'b.ndjson'], folder)).toMatchObject({
      status: 130,
      stderr: 'freecell-deals: stopped by SIGINT\n',
    });
    expect(readdirSync(folder)).toEqual(['a.bin']);
  });

  it.each(['cat a.bin 617', 'generate 617 -o -'])(
    'shows binary data in a terminal only with --force, as generate does: %s',
    async (command) => {
      const folder = await folderWith({ 'a.bin': '617' });
      const inTerminal = `NODE="$0" CLI="$1" script -qec '"$NODE" "$CLI" ${command} -f bin' /dev/null`;
      const { status, stdout } = runShell(inTerminal, folder);
      expect(String(stdout)).toContain('standard output is a terminal and would show binary data');
      expect(status).toBe(2);
      expect(runShell(inTerminal.replace('-f bin', '-f bin --force'), folder).status).toBe(0);
    },
  );
});

describe('info', () => {
  const binary = { file: 'a.bin', format: 'bin', version: 1, headerBytes: 64 };

  it.each([
    [
      'a range',
      RANGE,
      { layout: 1, recordBytes: 52, count: 60001, first: 4294950000, last: 4295010000, bytes: 3120116 },
      `file    a.bin
format  binary, version 1
layout  1: a range of consecutive deals
deals   4294950000..4295010000
count   60,001
header  64 bytes
record  52 bytes
size    3,120,116 bytes
`,
    ],
    [
      'a list',
      LIST,
      { layout: 2, recordBytes: 60, count: 101, first: 9990, last: 57, bytes: 6124 },
      `file    a.bin
format  binary, version 1
layout  2: a list, each deal with its number
deals   101, the first 9990, the last 57
count   101
header  64 bytes
record  60 bytes
size    6,124 bytes
`,
    ],
  ])('prints what a binary file of %s contains, also as JSON', async (_, deals, facts, text) => {
    const folder = await folderWith({ 'a.bin': deals });
    expect(await runLine('info a.bin', folder)).toEqual({ status: 0, stdout: text, stderr: '' });
    const { stdout } = await runLine('info a.bin --json', folder);
    expect(stdout).toMatch(/^\{[^\n]*\}\n$/);
    expect(JSON.parse(stdout)).toEqual({ ...binary, ...facts });
  });

  it('prints what a Parquet file contains, also as JSON', async () => {
    // the greatest is in the first row group, the least in the last
    const selection = '300000..422879,5..30';
    const folder = await folderWith({ 'a.parquet': selection });
    const bytes = statSync(join(folder, 'a.parquet')).size;
    expect((await runLine('info a.parquet', folder)).stdout).toBe(
      `file    a.parquet
format  Parquet, by freecell-deals ${VERSION}
deals   between 5 and 422879
of      ${selection}
count   122,906
groups  2 of 122,880 deals, the last one of the rest
size    ${grouped(bytes)} bytes
`,
    );
    expect(JSON.parse((await runLine('info a.parquet --json', folder)).stdout)).toEqual({
      file: 'a.parquet',
      format: 'parquet',
      version: VERSION,
      selection,
      count: 122_906,
      min: 5,
      max: 422_879,
      rowGroups: 2,
      bytes,
    });
  });
});

it.each([
  [
    "cat it's.parquet",
    "it's.parquet: it is a Parquet file, which databases read; ask DuckDB, for example: SELECT * FROM 'it''s.parquet' WHERE deal = 617",
  ],
  [
    'info cut.parquet',
    'cut.parquet: it does not end as a Parquet file does: it is cut off or damaged, or is not one',
  ],
  ...['info', 'cat'].flatMap((command) => [
    [`${command} cut.bin`, 'cut.bin: it is cut off: 500 bytes of the 532 that 9 records take'],
    [
      `${command} a.ndjson`,
      'a.ndjson: it is text, no binary file of deals; for .ndjson and .txt there is verify',
    ],
  ]),
])('%s ends with status 1 and says why', async (line, message) => {
  const deals = '1..9';
  const names = ["it's.parquet", 'cut.parquet', 'cut.bin', 'a.ndjson'];
  const folder = await folderWith(Object.fromEntries(names.map((name) => [name, deals])));
  for (const name of ['cut.parquet', 'cut.bin']) truncateSync(join(folder, name), 500);
  const stderr = `freecell-deals: ${message}\n`;
  expect(await runLine(line, folder)).toEqual({ status: 1, stdout: '', stderr });
});
