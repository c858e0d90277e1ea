// info of a deal whose number is written as programs show it. The sessions deals and files in test/golden have what info prints.

import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/command.js';
import { runMain } from '../support/main.js';

it.each(['Game #617', 'game 617', 'GAME#617', 'ms 617', 'MS617', 'game ms617'])(
  'info %j shows deal 617',
  async (argument) => {
    const { stdout } = await runMain(['info', argument, '--json'], temporaryFolder());
    expect(JSON.parse(String(stdout))).toMatchObject({ deal: 617 });
  },
);
