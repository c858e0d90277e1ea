// freecell-deals find, for boards with a mistake: output and status are those of a board without a deal, and the message
// names the mistake.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { showDeal } from '../../src/board/show.js';
import { temporaryFolder } from '../support/command.js';
import { runMain } from '../support/main.js';

const BOARD = showDeal(24601);
const EXCHANGED = BOARD.replace(/5S|KC/g, (name) => (name === 'KC' ? '5S' : 'KC'));
const TYPED = BOARD.replace('9C', '9D');
const TWICE = BOARD.replace('9C', '9C 9C');
const MISSING = BOARD.replace('9C ', '');
const NONE = showDeal(617).replace('7D AD 5C', 'AD 5C 7D');
const NO_DEAL = 'no deal 1..8589934591 has';

async function find(text: string, ...flags: string[]) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'boards.txt'), text);
  const { status, stdout, stderr } = await runMain(['find', ...flags, 'boards.txt'], folder);
  return { status, stdout: stdout.toString(), stderr: stderr.replace('freecell-deals: ', '') };
}

it.each([
  ['two cards exchanged', EXCHANGED, '5S and KC exchanged'],
  ['a card typed for another', TYPED, '9C in place of the first 9D'],
  ['a card typed twice', TWICE, 'the second 9C left out'],
  ['a card typed twice, without a line feed at the end', TWICE.trim(), 'the second 9C left out'],
  ['a card missing', MISSING, '9C added in column 1, row 4'],
  [
    'two cards exchanged in a mail',
    `Hi,\n> ${EXCHANGED.replaceAll('\n', '\n> ')}\nBob\n`,
    '5S and KC exchanged',
  ],
])('names the deal near a board with %s', async (_, text, change) => {
  for (const flags of [[], ['--near'], ['--json'], ['--json', '--near']]) {
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
