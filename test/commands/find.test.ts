// freecell-deals find: boards of deals, first cards, and boards with a mistake, which the message names.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { showDeal } from '../../src/board/show.js';
import { type StyleName, styles } from '../../src/board/styles.js';
import { findDealsByFirstCards } from '../../src/game/find.js';
import { WINDOW_BYTES } from '../../src/io/input.js';
import { runShell, temporaryFolder } from '../support/command.js';
import { runLine } from '../support/main.js';
import { range } from '../support/numbers.js';

const STYLES = Object.keys(styles) as StyleName[];
const ROWS = showDeal(617);
const ROW = '7D AD 5C 3S 5S 8C 2D AH';
const FILES = { 'rows.txt': ROWS, 'columns.txt': showDeal(617, 'text') };
const BOARD = showDeal(24601);
const EXCHANGED = BOARD.replace(/5S|KC/g, (name) => (name === 'KC' ? '5S' : 'KC'));
const MAIL = `Hi,\n> ${EXCHANGED.replaceAll('\n', '\n> ')}\nBob\n`;
const TYPED = BOARD.replace('9C', '9D');
const TWICE = BOARD.replace('9C', '9C 9C');
const MISSING = BOARD.replace('9C ', '');
const NONE = ROWS.replace('7D AD 5C', 'AD 5C 7D');
const NO_DEAL = 'no deal 1..8589934591 has';

/** Runs find in a folder with files. */
async function run(line: string, files: Record<string, string | Buffer> = FILES, input = '') {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const ran = await runLine(`find ${line}`.trimEnd(), folder, input);
  return { ...ran, stderr: ran.stderr.replace('freecell-deals: ', '') };
}

const find = (text: string, flag = '') => run(`boards.txt ${flag}`, { 'boards.txt': text });
const linesOf = (numbers: readonly (number | string)[]) => numbers.map((n) => `${n}\n`).join('');

it.each<[string, string?]>([
  ['rows.txt'],
  ['columns.txt'],
  ['', ROWS],
  ['-', ROWS],
  ['--row 7d ad 5♣ 3♠ 5S 8C 2D AH --in 617'],
  [`--in 1..2147483647 --row ${ROW} 10d`],
  ['--row 7D\tAD\t5C\t3S\t5S\t8C\t2D\tAH'], // one argument
])("'find %s' prints 617", async (line, input) => {
  expect(await run(line, FILES, input)).toEqual({ status: 0, stdout: '617\n', stderr: '' });
});

it('reads boards in every style from a pipe', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'all'), STYLES.map((style) => showDeal(8589934591, style)).join(''));
  const { stdout } = runShell('cat all | "$0" "$1" find', folder);
  expect(stdout.toString()).toBe(linesOf(STYLES.map(() => 8589934591)));
});

it('prints a line of JSON for each board or row with --json', async () => {
  const lines = (await find(ROWS + NONE, '--json')).stdout.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([{ deal: 617 }, { deal: null }]);
  expect(JSON.parse((await run(`--row ${ROW} --json`)).stdout)).toEqual({ deal: 617 });
});

it.each(['utf8', 'utf16le'] as const)('reads %s in pieces that end within a character', async (encoding) => {
  const boardBytes = Buffer.byteLength(showDeal(1, 'cards'));
  const numbers = range(1, Math.ceil((1.1 * WINDOW_BYTES) / boardBytes)); // more than one read takes
  const boards = numbers.map((n) => showDeal(n, 'cards')).join('\n');
  // a card and a blank have five bytes or six: one of three borders is within a character
  for (const blanks of ['', ' ', '  ']) {
    const text = Buffer.from(`${encoding === 'utf8' ? '' : '\ufeff'}${blanks}${boards}`, encoding);
    expect(await run('boards', { boards: text })).toEqual({
      status: 0,
      stdout: linesOf(numbers),
      stderr: '',
    });
  }
});

it('prints every deal number whose board begins with the given cards', async () => {
  expect((await run('--row AH AS 4H --in 11000..12000,5..7')).stdout).toBe('11982\n');
  const expected = [...findDealsByFirstCards([3])]; // which other tests compare with dealing them all
  expect(expected.length).toBeGreaterThan(15_000);
  expect((await run('--row AS')).stdout).toBe(linesOf(expected));
});

// test/board/near.test.ts has every kind of mistake
describe('a board with a mistake', () => {
  it.each([
    ['a card typed for another', TYPED, '9C in place of the first 9D'],
    ['a card missing', MISSING, '9C added in column 1, row 4'],
    ['a card typed twice', TWICE, 'the second 9C left out'],
    ['a mail', MAIL, '5S and KC exchanged'],
  ])('names the deal near a board with %s', async (_, text, change) => {
    const stderr = `no deal has this board; deal 24601 has it with ${change}\n`;
    expect(await find(text)).toEqual({ status: 1, stdout: '-\n', stderr });
    const stdout = `${JSON.stringify({ deal: null, near: [{ deal: 24601, change }] })}\n`;
    expect(await find(text, '--json')).toEqual({ status: 1, stdout, stderr });
  });

  const neither = ', neither by rows nor by columns';
  const hint = '; --near looks for one mistake in each\n';

  it.each([
    ['one board without --near', NONE, '', ['-'], `${NO_DEAL} this board${neither}\n`],
    [
      'boards with one mistake without --near',
      BOARD + EXCHANGED + NONE,
      '',
      [24601, '-', '-'],
      `${NO_DEAL} 2 of the 3 boards${neither}${hint}`,
    ],
    ['several boards', NONE + NONE, '--near', ['-', '-'], `${NO_DEAL} 2 of the 2 boards${neither}\n`],
    [
      'boards of which some have one mistake',
      BOARD + EXCHANGED + NONE + TYPED + BOARD,
      '--near',
      [24601, '-', '-', '-', 24601],
      'no deal has 3 of the 5 boards; deal 24601 has board 2 with 5S and KC exchanged, ' +
        'deal 24601 has board 4 with 9C in place of the first 9D\n',
    ],
    [
      'six boards with one mistake',
      EXCHANGED.repeat(6),
      '--near',
      Array(6).fill('-'),
      expect.stringMatching(
        /deal 24601 has board 5 with 5S and KC exchanged, and 1 more that --json names\n$/,
      ),
    ],
  ])('says that no deal has %s, and ends with status 1', async (_, text, flag, printed, stderr) => {
    expect(await find(text, flag)).toEqual({ status: 1, stdout: linesOf(printed), stderr });
  });

  it.each([
    ['the first of two boards', TYPED + BOARD, '', 'line 5: 9D is on the board twice'],
    ['the second of two boards', BOARD + TYPED, '24601\n', 'line 12: 9D is on the board twice'],
    [
      'two boards and a card',
      `${BOARD}${BOARD}7D`,
      '24601\n24601\n',
      'board 3, from line 15: the board has 1 card;',
    ],
    [
      'two boards and most of a third',
      BOARD + BOARD + MISSING,
      '24601\n24601\n',
      'board 3, from line 15: the board has 51 cards',
    ],
  ])('refuses what is not a board: %s', async (_, text, stdout, message) => {
    expect(await find(text)).toEqual({ status: 2, stdout, stderr: expect.stringContaining(message) });
  });
});
