// Runs the published loop in C, with which the benches and `npm run prove` compare the kernels.

import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';
import { checkSame } from '../support/bytes.js';
import { run, temporaryFolder } from '../support/command.js';
import { peer } from '../support/peer.js';

peer('cc')('the published loop writes the bytes of the command, and fails if the disk is full', () => {
  const folder = temporaryFolder();
  const program = join(folder, 'deal');
  execFileSync('cc', ['-o', program, 'bench/peers/deal.c']);
  const deal = (file: string) => spawnSync(program, ['bin', '2147483000', '1000', file]);
  const wanted = run(['generate', '2147483000..2147483999', '-f', 'bin', '-o', '-', '-q'], folder).stdout;
  checkSame(deal('-').stdout, wanted);
  expect(deal('/dev/full').status).toBe(1);
});
