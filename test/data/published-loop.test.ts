// Runs the published loop in C, with which the benches and `npm run prove` compare the kernels.

import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';
import { showDeal } from '../../src/board/show.js';
import { checkSame } from '../support/bytes.js';
import { run, temporaryFolder } from '../support/command.js';
import { range } from '../support/numbers.js';
import { peer } from '../support/peer.js';

peer('cc')('the published loop writes the bytes of the command, and fails if the disk is full', () => {
  const folder = temporaryFolder();
  const program = join(folder, 'deal');
  execFileSync('cc', ['-o', program, 'bench/peers/deal.c']);
  const deal = (...words: string[]) => spawnSync(program, words, { maxBuffer: 2 ** 23 });
  // more than its buffer of 1 MiB, on both sides of 2^31 and 2^32
  for (const first of [2 ** 31 - 20_164, 2 ** 32 - 20_164]) {
    const deals = `${first}..${first + 30_000}`;
    const wanted = run(['generate', deals, '-f', 'bin', '-o', '-', '-q'], folder).stdout;
    const words = [String(first), '30001'];
    checkSame(deal('bin', ...words, '-').stdout, wanted);
    checkSame(deal('cards', ...words, '-').stdout, wanted.subarray(64));
    const boards = range(first + 16_000, 7000).map((n) => showDeal(n, 'text')); // more than its buffer, too
    expect(String(deal('text', String(first + 16_000), '7000', '-').stdout) === boards.join('')).toBe(true);
  }
  expect(String(deal('aces', '673', '16756').stdout)).toBe('4\n');
  expect(Number(deal('loop', '1', '9').stdout)).toBeGreaterThan(0);
  expect(deal('bin', '1', '9', '/dev/full').status).toBe(1);
});
