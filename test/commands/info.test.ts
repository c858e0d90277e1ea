// info of a deal whose number is written as programs show it, and of several row groups. The sessions deals and files in test/golden have what info prints.

import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/command.js';
import { dealsIn } from '../support/files.js';
import { runMain } from '../support/main.js';

it.each(['Game #617', 'game 617', 'GAME#617', 'ms 617', 'MS617', 'game ms617'])(
  'info %j shows deal 617',
  async (argument) => {
    const { stdout } = await runMain(['info', argument, '--json'], temporaryFolder());
    expect(JSON.parse(String(stdout))).toMatchObject({ deal: 617 });
  },
);

it('info tells the least and the greatest deal of all row groups', async () => {
  const file = await dealsIn('a.parquet', { deals: '1..122880,500000..622879,200000..200009' });
  const { stdout } = await runMain(['info', file, '--json'], temporaryFolder());
  expect(JSON.parse(String(stdout))).toMatchObject({ rowGroups: 3, min: 1, max: 622_879 });
});
