// freecell-deals find: boards of deals, first cards, and boards with a mistake, which the message names.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { showDeal } from '../../src/board/show.js';
import { type StyleName, styles } from '../../src/board/styles.js';
import { findDealsByFirstCards } from '../../src/game/find.js';
import { SMALL_WINDOW_BYTES } from '../../src/io/input.js';
import { CLI, runShell, temporaryFolder } from '../support/command.js';
import { runMain } from '../support/main.js';
import { range } from '../support/numbers.js';

const STYLES = Object.keys(styles) as StyleName[];
const ROWS = showDeal(617);
const ROW = '7D AD 5C 3S 5S 8C 2D AH';
const FILES = {
  'rows.txt': ROWS,
  'columns.txt': showDeal(617, 'text'),
  'swapped.txt': ROWS.replace('7D AD', 'AD 7D'),
  row: ROW,
};
const BOARD = showDeal(24601);
const EXCHANGED = BOARD.replace(/5S|KC/g, (name) => (name === 'KC' ? '5S' : 'KC'));
const TYPED = BOARD.replace('9C', '9D');
const TWICE = BOARD.replace('9C', '9C 9C');
const MISSING = BOARD.replace('9C ', '');
const NONE = showDeal(617).replace('7D AD 5C', 'AD 5C 7D');
const NO_DEAL = 'no deal 1..8589934591 has';

/** Runs find in a folder with files. */
async function run(args: string[], files: Record<string, string | Buffer> = FILES, input = '') {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  mkdirSync(join(folder, 'folder'));
  const { status, stdout, stderr } = await runMain(['find', ...args], folder, input);
  return { status, stdout: stdout.toString(), stderr: stderr.replace('freecell-deals: ', '') };
}

const find = (text: string, ...flags: string[]) => run([...flags, 'boards.txt'], { 'boards.txt': text });

it.each<[string, string?]>([
  ['rows.txt'],
  ['columns.txt'],
  ['', ROWS],
  ['-', ROWS],
  ['--row row'],
  ['row --row'],
  ['--row', ROW],
  ['--row -', ROW],
  [`--row ${ROW}`],
  ['--row 7d ad 5♣ 3♠ 5S 8C 2D AH --in 617'],
  [`--in 1..2147483647 --row ${ROW} 10d`],
])("'find %s' prints 617", async (args, input) => {
  expect(await run(args.split(' ').filter(Boolean), FILES, input)).toEqual({
    status: 0,
    stdout: '617\n',
    stderr: '',
  });
});

it('a row may be one argument', async () => {
  expect((await run(['--row', ROW])).stdout).toBe('617\n');
});

it('reads boards in every style from a pipe', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'all'), STYLES.map((style) => showDeal(8589934591, style)).join(''));
  const line = '{ cat all; "$0" "$1" show 617 --style svg; } | "$0" "$1" find';
  const expected = [...STYLES.map(() => 8589934591), 617];
  expect(runShell(line, folder).stdout.toString()).toBe(expected.map((n) => `${n}\n`).join(''));
});

it.each(['utf8', 'utf16le'] as const)('reads %s in pieces that end within a character', async (encoding) => {
  const boardBytes = Buffer.byteLength(showDeal(1, 'cards'));
  const numbers = range(1, Math.ceil((1.1 * SMALL_WINDOW_BYTES) / boardBytes)); // more than one read takes
  const boards = numbers.map((n) => showDeal(n, 'cards')).join('\n');
  const expected = { status: 0, stdout: numbers.map((n) => `${n}\n`).join(''), stderr: '' };
  // a card and a blank have five bytes or six: one of three borders is within a character
  for (const blanks of ['', ' ', '  ']) {
    const text = Buffer.from(`${encoding === 'utf8' ? '' : '\ufeff'}${blanks}${boards}`, encoding);
    expect(await run(['boards'], { boards: text })).toEqual(expected);
  }
});

it('prints - for a board that no deal has, goes on, and ends with status 1', async () => {
  expect(await find(FILES['rows.txt'] + FILES['swapped.txt'] + FILES['columns.txt'])).toEqual({
    status: 1,
    stdout: '617\n-\n617\n',
    stderr: `${NO_DEAL} 1 of the 3 boards, neither by rows nor by columns; --near looks for one mistake in each\n`,
  });
});

it('takes 7D as a card even if a file is named 7D', async () => {
  const args = ['--row', '7D', '--in', '600..617'];
  const { status, stdout } = await run(args, { '7D': 'AH AS 4H' });
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('617\n') });
});

it('waits for a pipe whose writer is slow', async () => {
  const child = spawn(process.execPath, [CLI, 'find'], { stdio: 'pipe' });
  const found = child.stdout.toArray();
  // the pause is within a character
  const bytes = Buffer.from(showDeal(617, 'cards'));
  for (const part of [bytes.subarray(0, 71), bytes.subarray(71)]) {
    child.stdin.write(part);
    await sleep(60);
  }
  child.stdin.end();
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(String(await found)).toBe('617\n');
});

it('prints every deal number whose board begins with the given cards', async () => {
  expect((await run(['--row', 'AH', 'AS', '4H', '--in', '11000..12000,5..7'])).stdout).toBe('11982\n');
  const numbers = (await run(['--row', 'AS'])).stdout.trim().split('\n').map(Number);
  const expected = [...findDealsByFirstCards([3])]; // which other tests compare with dealing them all
  expect(expected.length).toBeGreaterThan(15_000);
  expect(numbers).toEqual(expected);
});

it('ends with status 0 if the reader closes the pipe before all numbers are printed', () => {
  const line = '"$0" "$1" find --row AS --in 1..8589934591 | head -1; exit $PIPESTATUS';
  const { status, stdout, stderr } = runShell(line, temporaryFolder());
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout.toString()).toMatch(/^\d+\n$/);
});

it.each([
  ['--row 7D AD 5C 3S 5S 8C AH 2D', 1, 'no deal of 1..1000000 begins with these cards'],
  ['folder', 1, 'cannot read folder: it is a folder'],
  ['row', 2, 'the board has 8 cards; expected 52'],
  ['-', 2, 'the text names no card; expected a board of 52'],
  ['/dev/zero', 2, 'board 1 has more than 1048576 characters'],
  ['--row /dev/zero', 2, 'the first cards of a board have more than 1048576 characters'],
  ['--row none.txt', 2, "line 1: 'none.txt' is not a valid card"],
  ['--row row --in 0..5', 2, 'deal number 0 is outside 1..8589934591'],
  ['--in 1..5 rows.txt', 2, '--in is for --row'],
  ['rows.txt --row 7D', 2, "'rows.txt' and the cards of --row are both given"],
  ['rows.txt columns.txt', 2, 'too many arguments'],
])("'find %s' ends with status %i, and one line says why", async (args, status, message) => {
  const found = await run(args.split(' '));
  expect(found).toEqual({ status, stdout: '', stderr: expect.stringContaining(message) });
  expect(found.stderr).toMatch(/^[^\n]*\n$/);
});

it.each(['rows.txt', '--row row'])("'find %s' reports that standard output is full", (args) => {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  const { status, stderr } = runShell(`"$0" "$1" find ${args} > /dev/full`, folder);
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringContaining('cannot write standard output: no space left'),
  });
});

describe('a board with a mistake', () => {
  it.each([
    ['two cards exchanged', EXCHANGED, '5S and KC exchanged'],
    ['a card typed for another', TYPED, '9C in place of the first 9D'],
    ['a card typed twice', TWICE, 'the second 9C left out'],
    ['a card missing', MISSING, '9C added in column 1, row 4'],
    [
      'two cards exchanged in a mail',
      `Hi,\n> ${EXCHANGED.replaceAll('\n', '\n> ')}\nBob\n`,
      '5S and KC exchanged',
    ],
  ])('names the deal near a board with %s', async (_, text, change) => {
    for (const flags of [[], ['--json', '--near']]) {
      const line = flags.includes('--json') ? { deal: null, near: [{ deal: 24601, change }] } : undefined;
      expect(await find(text, ...flags)).toEqual({
        status: 1,
        stdout: line === undefined ? '-\n' : `${JSON.stringify(line)}\n`,
        stderr: `no deal has this board; deal 24601 has it with ${change}\n`,
      });
    }
  });

  it('says as before that no deal has a board with two mistakes', async () => {
    const stderr = `${NO_DEAL} this board, neither by rows nor by columns\n`;
    expect(await find(NONE)).toEqual({ status: 1, stdout: '-\n', stderr });
    expect(await find(NONE, '--json')).toEqual({ status: 1, stdout: '{"deal":null,"near":[]}\n', stderr });
  });

  it('names the deals near each of several boards with --near alone', async () => {
    const boards = BOARD + EXCHANGED + NONE + TYPED + BOARD;
    expect(await find(boards, '--near')).toEqual({
      status: 1,
      stdout: '24601\n-\n-\n-\n24601\n',
      stderr:
        'no deal has 3 of the 5 boards; deal 24601 has board 2 with 5S and KC exchanged, ' +
        'deal 24601 has board 4 with 9C in place of the first 9D\n',
    });
    expect(await find(BOARD + EXCHANGED + NONE)).toEqual({
      status: 1,
      stdout: '24601\n-\n-\n',
      stderr: `${NO_DEAL} 2 of the 3 boards, neither by rows nor by columns; --near looks for one mistake in each\n`,
    });
    expect((await find(NONE + NONE, '--near')).stderr).toBe(
      `${NO_DEAL} 2 of the 2 boards, neither by rows nor by columns\n`,
    );
    expect((await find(EXCHANGED.repeat(7), '--near')).stderr).toMatch(
      /deal 24601 has board 5 with 5S and KC exchanged, and 2 more that --json names\n$/,
    );
  });

  it.each([
    ['the first of two boards', TYPED + BOARD, '', 'line 5: 9D is on the board twice'],
    ['the second of two boards', BOARD + TYPED, '24601\n', 'line 12: 9D is on the board twice'],
    [
      'two boards and a card',
      BOARD + BOARD + MISSING,
      '24601\n24601\n',
      'board 3, from line 15: the board has 51 cards',
    ],
    ['two cards missing', MISSING.replace('5S ', ''), '', 'the board has 50 cards'],
    [
      'a card twice in a board with another mistake',
      EXCHANGED.replace('9C', '9D'),
      '',
      'line 5: 9D is on the board twice',
    ],
  ])('refuses as before what is not a board: %s', async (_, text, stdout, message) => {
    expect(await find(text)).toEqual({ status: 2, stdout, stderr: expect.stringContaining(message) });
  });

  it('refuses --near with --row', async () => {
    expect((await find(BOARD, '--near', '--row')).stderr).toBe(
      '--near is for whole boards; leave it out with --row\n',
    );
  });
});
