// The commands cat and info, which read deals from a binary file, as built.

import { once } from 'node:events';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grouped } from '../../src/common/errors.js';
import { VERSION } from '../../src/common/version.js';
import type { FormatName } from '../../src/formats/registry.js';
import { generate } from '../../src/verbs/generate.js';
import { checkSame } from '../support/bytes.js';
import { runShell, start, temporaryFolder } from '../support/command.js';
import { expected, records } from '../support/engines.js';
import { runMain } from '../support/main.js';

const RANGE = '4294950000..4295010000'; // more than two reads, across 2^32
const LIST = '9990..10010,8589934591,617,2147483640..2147483660,1..57';

const source = mkdtempSync(join(tmpdir(), 'freecell-deals-cat-'));
const listFile = join(source, 'list.bin');
afterAll(() => rmSync(source, { recursive: true }));

beforeAll(async () => {
  await generate({ deals: RANGE, output: join(source, 'range.bin') });
  await generate({ deals: LIST, output: listFile });
});

/** The bytes that generate writes, made in this process. */
async function generated(deals: string, format: FormatName): Promise<Buffer> {
  const output = join(temporaryFolder(), 'a');
  await generate({ deals, format, output });
  return readFileSync(output);
}

describe('cat', () => {
  // each format of the whole of each layout, and of a part of each
  it.each<[string, string | undefined, string, FormatName[]]>([
    ['range.bin', undefined, RANGE, ['ndjson', 'text', 'bin']],
    ['range.bin', '4294967000..4294968000', '4294967000..4294968000', ['ndjson', 'bin']],
    ['range.bin', '4294967296', '4294967296', ['text']],
    [
      'range.bin',
      '4295000000..4295000009,4294960000',
      '4295000000..4295000009,4294960000',
      ['bin', 'numbers'],
    ],
    ['list.bin', undefined, LIST, ['ndjson', 'text', 'bin']],
    ['list.bin', '1..57', '1..57', ['text', 'bin']],
    ['list.bin', '617,9999..10001,2..4', '617,9999..10001,2..4', ['ndjson', 'bin', 'numbers']],
  ])('of %s with the deals %s writes the bytes that generate writes', async (file, deals, same, formats) => {
    for (const format of formats) {
      const args = deals === undefined ? [file] : [file, deals];
      const cat = await runMain(['cat', ...args, '-f', format], source);
      expect({ status: cat.status, stderr: cat.stderr }).toEqual({ status: 0, stderr: '' });
      checkSame(cat.stdout, await generated(same, format), format);
    }
  });

  it('writes NDJSON to standard output, and a file in the format of its extension', async () => {
    const folder = temporaryFolder();
    checkSame((await runMain(['cat', listFile, '617'], folder)).stdout, expected(records.ndjson, 617, 1));
    const wanted = { 'a.ndjson': records.ndjson, 'a.txt': records.text, 'a.bin': records.cards };
    for (const [name, record] of Object.entries(wanted)) {
      const { status, stdout, stderr } = await runMain(['cat', listFile, '1..57', '-o', name], folder);
      expect({ status, stdout: String(stdout), stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
      const bytes = readFileSync(join(folder, name)).subarray(name === 'a.bin' ? 64 : 0);
      checkSame(bytes, expected(record, 1, 57));
    }
    expect(readdirSync(folder).sort()).toEqual(Object.keys(wanted).sort());
    expect((await runMain(['verify', 'a.bin', 'a.ndjson', 'a.txt'], folder)).status).toBe(0);
  });

  it('writes a list from a list, even if it has a deal twice', async () => {
    const folder = temporaryFolder();
    const bytes = readFileSync(listFile);
    records.numbered.encode(617, expected(records.cards, 617, 1)).forEach((byte, i) => {
      bytes[64 + i] = byte;
    });
    writeFileSync(join(folder, 'twice.bin'), bytes);
    checkSame((await runMain(['cat', 'twice.bin', '-f', 'bin'], folder)).stdout, bytes);
    checkSame((await runMain(['cat', 'twice.bin', '617'], folder)).stdout, expected(records.ndjson, 617, 1));
  });

  it('replaces a file only with --force, even the file that it reads', async () => {
    const folder = temporaryFolder();
    await generate({ deals: '1..100', output: join(folder, 'a.bin') });
    const refused = await runMain(['cat', 'a.bin', '50..60', '-o', 'a.bin'], folder);
    expect(refused).toMatchObject({ status: 1 });
    expect(refused.stderr).toContain('a.bin: it exists already; use --force');
    expect((await runMain(['cat', 'a.bin', '50..60', '-o', 'a.bin', '--force'], folder)).status).toBe(0);
    checkSame(readFileSync(join(folder, 'a.bin')).subarray(64), expected(records.cards, 50, 11));
    expect(readdirSync(folder)).toEqual(['a.bin']);
  });

  it('leaves no file if a deal is missing or damaged', async () => {
    const folder = temporaryFolder();
    await generate({ deals: '1..3,5..100', output: join(folder, 'a.bin') });
    const missing = await runMain(['cat', 'a.bin', '2..9', '-o', 'b.ndjson'], folder);
    expect(missing).toMatchObject({
      status: 2,
      stderr: 'freecell-deals: deal 4 is not in a.bin, which holds a list of 99\n',
    });
    const bytes = readFileSync(join(folder, 'a.bin'));
    bytes[64 + 60 + 8] = 52;
    writeFileSync(join(folder, 'a.bin'), bytes);
    const damaged = await runMain(['cat', 'a.bin', '-o', 'b.ndjson'], folder);
    expect(damaged).toMatchObject({
      status: 1,
      stderr: 'freecell-deals: a.bin: deal 2 at offset 124: byte 52 is not a valid card; expected 0..51\n',
    });
    expect(readdirSync(folder)).toEqual(['a.bin']);
    const shown = await runMain(['cat', 'a.bin'], folder);
    expect(shown.status).toBe(1);
    checkSame(shown.stdout, expected(records.ndjson, 1, 1));
  });

  it('ends with status 0 and no message if the reader closes the pipe', () => {
    const line = '"$0" "$1" cat range.bin | head -1; exit $PIPESTATUS';
    const { status, stdout, stderr } = runShell(line, source);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    checkSame(stdout, expected(records.ndjson, 4294950000, 1));
  });

  it('leaves no file if it is stopped by SIGINT', async () => {
    const folder = temporaryFolder();
    await generate({ deals: '1..2000000', output: join(folder, 'a.bin') });
    const child = start(['cat', 'a.bin', '-o', 'b.ndjson'], folder);
    const said = child.stderr.toArray();
    while (!readdirSync(folder).includes('b.ndjson.partial')) await sleep(2);
    child.kill('SIGINT');
    const [status] = await once(child, 'exit');
    expect(String(await said)).toBe('freecell-deals: stopped by SIGINT\n');
    expect(status).toBe(130);
    expect(readdirSync(folder)).toEqual(['a.bin']);
  });

  it('shows binary data in a terminal only with --force, as generate does', () => {
    for (const command of ['cat list.bin 617', 'generate 617 -o -']) {
      const inTerminal = `NODE="$0" CLI="$1" script -qec '"$NODE" "$CLI" ${command} -f bin' /dev/null`;
      const { status, stdout } = runShell(inTerminal, source);
      expect(String(stdout)).toContain('standard output is a terminal and would show binary data');
      expect(status).toBe(2);
      expect(runShell(inTerminal.replace('-f bin', '-f bin --force'), source).status).toBe(0);
    }
  });
});

describe('info', () => {
  it('prints what a file of a range contains', async () => {
    const { status, stdout } = await runMain(['info', 'range.bin'], source);
    expect(status).toBe(0);
    expect(stdout.toString()).toBe(
      `file    range.bin
format  binary, version 1
layout  1: a range of consecutive deals
deals   4294950000..4295010000
count   60,001
header  64 bytes
record  52 bytes
size    3,120,116 bytes
`,
    );
  });

  it.each([
    [
      'range.bin',
      { layout: 1, recordBytes: 52, count: 60001, first: 4294950000, last: 4295010000, bytes: 3120116 },
    ],
    ['list.bin', { layout: 2, recordBytes: 60, count: 101, first: 9990, last: 57, bytes: 6124 }],
  ])('prints what %s contains, also as JSON', async (file, facts) => {
    const deals = facts.layout === 1 ? `${facts.first}..${facts.last}` : '101, the first 9990, the last 57';
    expect((await runMain(['info', file], source)).stdout.toString()).toContain(`\ndeals   ${deals}\n`);
    const { status, stdout } = await runMain(['info', file, '--json'], source);
    expect(status).toBe(0);
    expect(stdout.toString()).toMatch(/^\{[^\n]*\}\n$/);
    expect(JSON.parse(stdout.toString())).toEqual({
      file,
      format: 'bin',
      version: 1,
      headerBytes: 64,
      ...facts,
    });
  });

  it('prints what a Parquet file contains, as text and as JSON', async () => {
    const folder = temporaryFolder();
    // the greatest is in the first row group, the least in the last
    await generate({ deals: '300000..422879,5..30', output: join(folder, 'a.parquet') });
    const { status, stdout } = await runMain(['info', 'a.parquet'], folder);
    expect(status).toBe(0);
    expect(stdout.toString()).toBe(
      `file    a.parquet
format  Parquet, by freecell-deals ${VERSION}
deals   between 5 and 422879
of      300000..422879,5..30
count   122,906
groups  2 of 122,880 deals, the last one of the rest
size    ${grouped(statSync(join(folder, 'a.parquet')).size)} bytes
`,
    );
    expect(JSON.parse((await runMain(['info', 'a.parquet', '--json'], folder)).stdout.toString())).toEqual({
      file: 'a.parquet',
      format: 'parquet',
      version: VERSION,
      selection: '300000..422879,5..30',
      count: 122_906,
      min: 5,
      max: 422_879,
      rowGroups: 2,
      bytes: statSync(join(folder, 'a.parquet')).size,
    });
  });

  it("refuses another program's Parquet file in one line", async () => {
    const folder = temporaryFolder();
    const columnData = [{ name: 'n', data: [1, 2, 3], type: 'INT32' as const }];
    writeFileSync(join(folder, 'a.parquet'), Buffer.from(parquetWriteBuffer({ columnData })));
    for (const args of [[], ['--json']]) {
      const { status, stdout, stderr } = await runMain(['info', 'a.parquet', ...args], folder);
      expect(stderr).toBe(
        'freecell-deals: a.parquet: its columns are not those of a file of deals: another program wrote it, or it is damaged\n',
      );
      expect({ status, stdout: stdout.toString() }).toEqual({ status: 1, stdout: '' });
    }
  });

  it.each(['cat', 'info'])('refuses a Parquet file, or a damaged one, in one line: %s', async (command) => {
    const folder = temporaryFolder();
    await generate({ deals: '1..9', output: join(folder, 'a.parquet') });
    if (command === 'info') truncateSync(join(folder, 'a.parquet'), 500);
    const { status, stdout, stderr } = await runMain([command, 'a.parquet'], folder);
    expect({ status, stdout: stdout.toString() }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toBe(
      command === 'cat'
        ? "freecell-deals: a.parquet: it is a Parquet file, which databases read; ask DuckDB, for example: SELECT * FROM 'a.parquet' WHERE deal = 617\n"
        : 'freecell-deals: a.parquet: it does not end as a Parquet file does: it is cut off or damaged, or is not one\n',
    );
  });

  it('says with status 1 why a file is not a file of deals', async () => {
    const folder = temporaryFolder();
    for (const name of ['a.ndjson', 'a.bin']) await generate({ deals: '1..9', output: join(folder, name) });
    truncateSync(join(folder, 'a.bin'), 500);
    for (const [file, line] of [
      ['a.bin', 'a.bin: it is cut off: 500 bytes of the 532 that 9 records take'],
      ['a.ndjson', 'a.ndjson: it is text, no binary file of deals; for .ndjson and .txt there is verify'],
      ['none.bin', 'cannot read none.bin: there is no such file; check the path'],
    ] as const) {
      for (const command of ['info', 'cat']) {
        const { status, stdout, stderr } = await runMain([command, file], folder);
        expect({ status, stdout: String(stdout), stderr }).toEqual({
          status: 1,
          stdout: '',
          stderr: `freecell-deals: ${line}\n`,
        });
      }
    }
  });
});
