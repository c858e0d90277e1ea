// find and info of more than the sessions find, deals and files in test/golden show.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type StyleName, showDeal, styles } from '../../src/board/show.js';
import { findDealsByFirstCards } from '../../src/game/find.js';
import { runShell, temporaryFolder } from '../support/command.js';
import { dealsIn } from '../support/files.js';
import { runLine, runMain } from '../support/main.js';

it('find reads boards in every style from a pipe', () => {
  const folder = temporaryFolder();
  const boards = Object.keys(styles).map((style) => showDeal(8589934591, style as StyleName));
  writeFileSync(join(folder, 'all'), boards.join(''));
  const { stdout } = runShell('cat all | "$0" "$1" find', folder);
  expect(stdout.toString()).toBe('8589934591\n'.repeat(boards.length));
});

it('find prints every deal number whose board begins with the given cards', async () => {
  const expected = [...findDealsByFirstCards([3])]; // which other tests compare with dealing them all
  expect(expected.length).toBeGreaterThan(15_000);
  const { stdout } = await runLine('find --row AS', temporaryFolder());
  expect(stdout).toBe(`${expected.join('\n')}\n`);
});

it.each(['Game #617', 'game 617', 'GAME#617', 'ms 617', 'game ms617'])('info %j shows 617', async (word) => {
  const { stdout } = await runMain(['info', word, '--json'], temporaryFolder());
  expect(JSON.parse(String(stdout))).toMatchObject({ deal: 617 });
});

it('info tells the least and the greatest deal of all row groups', async () => {
  const file = await dealsIn('a.parquet', { deals: '1..122880,500000..622879,200000..200009' });
  const { stdout } = await runMain(['info', file, '--json'], temporaryFolder());
  expect(JSON.parse(String(stdout))).toMatchObject({ rowGroups: 3, min: 1, max: 622_879 });
});
