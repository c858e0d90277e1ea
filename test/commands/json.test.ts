// --json prints one line for programs, with the same names in every version.

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runShell, temporaryFolder } from '../support/command.js';
import { edit } from '../support/files.js';
import { folderWith } from '../support/folder.js';
import { runLine } from '../support/main.js';

const parsed = (text: Buffer | string) =>
  String(text)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('--json', () => {
  it('of verify prints a line of JSON for each file, whether it is valid, damaged or missing', async () => {
    const folder = await folderWith({ 'deals.bin': '1..100', 'bad.bin': '1..100' });
    edit(join(folder, 'bad.bin'), (bytes) => bytes.fill(99, 64 + 56 * 52, 64 + 56 * 52 + 1));
    const { status, stdout } = await runLine('verify --json deals.bin bad.bin none.bin', folder);
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
    const folder = await folderWith({ '1.bin': '1..50', '2.bin': '51..100' });
    const seconds = expect.any(Number);
    expect(parsed((await runLine('merge --json all.bin 1.bin 2.bin', folder)).stderr)).toEqual([
      {
        output: 'all.bin',
        files: 2,
        bytes: 5264,
        order: 'given',
        isCounted: false,
        range: { first: 1, last: 100 },
        status: 'written',
        seconds,
      },
    ]);
    const { stdout, stderr } = await runLine('cat --json all.bin 7,9 -f numbers', folder);
    expect(stdout).toBe('7\n9\n');
    expect(parsed(stderr)).toEqual([{ output: '-', deals: 2, bytes: 4, seconds }]);
  });

  it('of find prints a line of JSON for each board', async () => {
    const { status, stdout } = runShell(
      '("$0" "$1" show 617; "$0" "$1" show 617 | tr "JQ" "QJ") | "$0" "$1" find --json',
      temporaryFolder(),
    );
    expect(parsed(stdout)).toEqual([{ deal: 617 }, { deal: null }]);
    expect(status).toBe(1);
    const row = await runLine('find --row 7D AD 5C 3S 5S --json', temporaryFolder());
    expect(parsed(row.stdout)).toEqual([{ deal: 617 }]);
  });
});

it('verify reads a FIFO as it comes, and info refuses one', async () => {
  const folder = await folderWith({ 'deals.bin': '1..100' });
  const { status, stdout } = runShell('"$0" "$1" verify <(cat deals.bin)', folder);
  expect(stdout.toString()).toMatch(/: 100 deals, all right: 1\.\.100\n$/);
  expect(status).toBe(0);
  const info = runShell('"$0" "$1" info <(cat deals.bin)', folder);
  expect(info.stderr).toMatch(/^freecell-deals: \/\S+: it is not a regular file; /);
});
