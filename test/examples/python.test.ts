// Runs examples/python as docs/databases.md says.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import { cardName } from '../../src/game/cards.js';
import { dealCards } from '../../src/game/deal.js';
import { run, temporaryFolder } from '../support/command.js';
import { range } from '../support/numbers.js';
import { peer } from '../support/peer.js';

const DEALS_PY = fileURLToPath(new URL('../../examples/python/deals.py', import.meta.url));
// Debian's python3: another one may come first on the PATH and lack Debian's numpy.
const PYTHON = '/usr/bin/python3';

describe('examples/python', () => {
  const needsNumpy = peer("Debian's python3-numpy", `${PYTHON} -c 'import numpy'`);

  function read(file: string, cwd: string) {
    return spawnSync(PYTHON, [DEALS_PY, file], { cwd, encoding: 'utf8' });
  }

  function expected(deals: readonly number[]): string {
    return deals.map((n) => `${[n, ...Array.from(dealCards(n), cardName)].join(' ')}\n`).join('');
  }

  needsNumpy('reads the same deals from both layouts of .bin and from .ndjson as the library deals', () => {
    const folder = temporaryFolder();
    for (const [deals, numbers] of [
      ['4294967200..4294967400', range(4294967200, 201)],
      ['8589934591,617,1..3', [8589934591, 617, 1, 2, 3]],
    ] as const) {
      for (const file of ['deals.bin', 'deals.ndjson']) {
        run(['generate', deals, '-q', '-o', file, '--force'], folder);
        expect(read(file, folder)).toMatchObject({ status: 0, stdout: expected(numbers), stderr: '' });
      }
    }
  });
});
