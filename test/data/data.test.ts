// The published loop in C, the recipes of docs/known-deals.md, and docs/cells.svg.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { countCells, drawCells } from '../../bench/cells.js';
import { showDeal } from '../../src/board/show.js';
import { checkSame } from '../support/bytes.js';
import { run, runShell, temporaryFolder } from '../support/command.js';
import { range } from '../support/numbers.js';
import { peer } from '../support/peer.js';

// with it the benches and `npm run prove` compare the kernels
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

const PAGE = readFileSync('docs/known-deals.md', 'utf8');
const [, recipes = ''] = /## Lists of all(.*?)\n## /s.exec(PAGE) ?? [];
const lines = recipes.match(/(?<=^ {4})(?:cat|freecell-deals) .*$/gm) ?? [];

it('the recipes for lists of all deals answer from small lists of the same forms', () => {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries({
    'freecell-pro-0fc-deals/0fc-logs/00.log.txt':
      '### freecell-pro-3fc-deals ###\nS\t164\nInt\t798194\nS\t892\n',
    'freecell-pro-0fc-deals/0fc-logs/01.log.txt': 'S\t1012\nS\t1081\nS\t1150\nS\t1151\n',
    'freecell-pro-3fc-deals--split/Imp3/000XXXXXXX.txt': '617\n11982\n9999999\n',
    'freecell-pro-3fc-deals--split/Imp3/001XXXXXXX.txt': '14720822\n14720823\n',
  })) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const program = lines.join('\n').replaceAll(/^freecell-deals /gm, '"$0" "$1" ');
  const { stdout } = runShell(program, folder);
  // three need four cells, two are impossible, the first five without a cell, and all but three of 1..9999999
  expect(stdout.toString()).toBe('3\n2\n164\n892\n1012\n1081\n1150\n9999996\n');
});

it("docs/cells.svg draws the package's own data: npm run build:tools && node build/bench/cells.js makes it anew", async () => {
  const counts = await countCells();
  expect([...counts.values()].reduce((sum, count) => sum + count)).toBe(1_000_000);
  expect(readFileSync('docs/cells.svg', 'utf8')).toBe(drawCells(counts));
  expect(drawCells(new Map([[undefined, 12], ...counts]))).toMatch(
    /.*free cells<.*>not known yet<.*>12 \(0\.0012 %\)<\S* \S* \S* \S* \S* \S* class="other"/,
  );
});
