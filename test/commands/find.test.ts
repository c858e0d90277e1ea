// freecell-deals find with many boards. The session test/golden/sessions/find has boards with a mistake, and what is refused.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type StyleName, showDeal, styles } from '../../src/board/show.js';
import { findDealsByFirstCards } from '../../src/game/find.js';
import { WINDOW_BYTES } from '../../src/io/input.js';
import { runShell, temporaryFolder } from '../support/command.js';
import { runLine } from '../support/main.js';
import { range } from '../support/numbers.js';

const STYLES = Object.keys(styles) as StyleName[];
const linesOf = (numbers: readonly number[]) => numbers.map((n) => `${n}\n`).join('');

it('reads boards in every style from a pipe', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'all'), STYLES.map((style) => showDeal(8589934591, style)).join(''));
  const { stdout } = runShell('cat all | "$0" "$1" find', folder);
  expect(stdout.toString()).toBe(linesOf(STYLES.map(() => 8589934591)));
});

it.each(['utf8', 'utf16le'] as const)('reads %s in pieces that end within a character', async (encoding) => {
  const numbers = range(1, 9);
  const boards = numbers.map((n) => showDeal(n, 'cards')).join('\n');
  const [mark, blank] = encoding === 'utf8' ? ['', 1] : ['\ufeff', 2]; // bytes
  // one read ends among the boards
  const before = Math.floor((WINDOW_BYTES - Buffer.byteLength(boards, encoding) / 2) / blank);
  // a card and a blank have five bytes or six: one of three borders is within a character
  for (const more of [0, 1, 2]) {
    const text = Buffer.from(`${mark}${' '.repeat(before + more)}${boards}`, encoding);
    const found = await runLine('find', temporaryFolder(), text);
    expect(found).toEqual({ status: 0, stdout: linesOf(numbers), stderr: '' });
  }
});

it('prints every deal number whose board begins with the given cards', async () => {
  const expected = [...findDealsByFirstCards([3])]; // which other tests compare with dealing them all
  expect(expected.length).toBeGreaterThan(15_000);
  expect((await runLine('find --row AS', temporaryFolder())).stdout).toBe(linesOf(expected));
});
