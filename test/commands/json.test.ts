// --json prints one line for programs, with the same names in every version.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generate } from '../../src/index.js';
import { runShell, temporaryFolder } from '../support/command.js';
import { runMain } from '../support/main.js';

/** A folder with deals 1..100 in deals.bin, and in two shards. */
async function folderOfDeals(): Promise<string> {
  const folder = temporaryFolder();
  const write = (deals: string, name: string) => generate({ deals, output: join(folder, name), threads: 1 });
  await write('1..100', 'deals.bin');
  await write('1..50', 'part-1.bin');
  await write('51..100', 'part-2.bin');
  return folder;
}

const parsed = (text: Buffer | string) =>
  text
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('--json', () => {
  it('of verify prints a line of JSON for each file, whether it is valid, damaged or missing', async () => {
    const folder = await folderOfDeals();
    const bytes = readFileSync(join(folder, 'deals.bin'));
    bytes[64 + 56 * 52] = 99;
    writeFileSync(join(folder, 'bad.bin'), bytes);
    const { status, stdout } = await runMain(
      ['verify', '--json', 'deals.bin', 'bad.bin', 'none.bin'],
      folder,
    );
    expect(status).toBe(1);
    expect(parsed(stdout)).toEqual([
      { file: 'deals.bin', records: 100, bad: 0, ranges: [{ first: 1, last: 100 }], rangeCount: 1 },
      {
        file: 'bad.bin',
        records: 100,
        bad: 1,
        firstBad: { deal: 57, offset: 64 + 56 * 52, problem: expect.stringContaining('byte 99') },
        ranges: [
          { first: 1, last: 56 },
          { first: 58, last: 100 },
        ],
        rangeCount: 2,
      },
      { file: 'none.bin', error: expect.stringContaining('there is no such file') },
    ]);
  });

  it('of merge and cat prints the summary as a line of JSON on standard error', async () => {
    const folder = await folderOfDeals();
    const merged = await runMain(['merge', '--json', 'all.bin', 'part-1.bin', 'part-2.bin'], folder);
    expect(parsed(merged.stderr)).toEqual([
      {
        output: 'all.bin',
        files: 2,
        bytes: 5264,
        order: 'given',
        isCounted: false,
        range: { first: 1, last: 100 },
        status: 'written',
        seconds: expect.any(Number),
      },
    ]);
    const copied = await runMain(['cat', '--json', 'deals.bin', '7,9', '-f', 'numbers'], folder);
    expect(copied.stdout.toString()).toBe('7\n9\n');
    expect(parsed(copied.stderr)).toEqual([{ output: '-', deals: 2, bytes: 4, seconds: expect.any(Number) }]);
  });

  it('of find prints a line of JSON for each board', async () => {
    const { status, stdout } = runShell(
      '("$0" "$1" show 617; "$0" "$1" show 617 | tr "JQ" "QJ") | "$0" "$1" find --json',
      temporaryFolder(),
    );
    expect(parsed(stdout)).toEqual([{ deal: 617 }, { deal: null }]);
    expect(status).toBe(1);
    const row = await runMain(['find', '--row', '7D', 'AD', '5C', '3S', '5S', '--json'], temporaryFolder());
    expect(parsed(row.stdout)).toEqual([{ deal: 617 }]);
  });
});

it('verify reads a FIFO as it comes, and info refuses one', async () => {
  const folder = await folderOfDeals();
  const { status, stdout } = runShell('"$0" "$1" verify <(cat deals.bin)', folder);
  expect({ status, stdout: stdout.toString() }).toEqual({
    status: 0,
    stdout: expect.stringMatching(/: 100 deals, all right: 1\.\.100\n$/),
  });
  const info = runShell('"$0" "$1" info <(cat deals.bin)', folder);
  expect(info.stderr).toMatch(/^freecell-deals: \/\S+: it is not a regular file; /);
});
