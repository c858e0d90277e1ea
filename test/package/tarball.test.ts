// Packs the package, unpacks it elsewhere, checks its types, and runs its library. examples.test.ts runs its command.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/command.js';
import { pack } from '../support/readme.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const CONSUMER = `
import {
  type DealBatch, type DealFilter, type GenerateResult, type Kernel, countDeals, dealCards, dealFreeCell, deals, generate, InputError, isImpossible,
  loadKernel, OutputError,
} from 'freecell-deals';
import { readFileSync } from 'node:fs';
import { findDeal } from 'freecell-deals/browser';

const board: string[][] = dealFreeCell(617);
const cards: Uint8Array = dealCards(617);
const kernel: Kernel = await loadKernel({ module: readFileSync('node_modules/freecell-deals/dist/kernel-scalar.wasm') });
const same: boolean = Buffer.from(kernel.deal(617, 1)).equals(cards);
let count: number = 0;
for await (const batch of deals({ deals: '1..100000', threads: 2 })) {
  const { first, cards }: DealBatch = batch;
  count += first > 0 ? cards.length / 52 : 0;
}
const { bytes, status }: GenerateResult = await generate({
  deals: [{ first: 1, last: 9 }, { first: 11, last: 11 }],
  output: 'list.bin',
  format: 'bin',
  signal: new AbortController().signal,
  onProgress: ({ deals, totalDeals }) => { count += deals - (totalDeals ?? 0); },
});
const number: number | undefined = findDeal(dealCards(11));
const filter: DealFilter = (deal) => deal.position('AC') < 8 && deal.column(0).length === 7 && deal.name(0) !== '';
// @ts-expect-error a filter must always return a boolean
const noFilter: DealFilter = (deal) => { if (deal.above('AC') > 0) return true; };
const counted: number = await countDeals({ deals: '1..1000', winnable: true, sample: { count: 9, seed: 1 } });
// @ts-expect-error there is no such format
const wrong: Promise<unknown> = generate({ output: 'a', format: 'xml' }).catch((e) => e instanceof InputError);
console.log(JSON.stringify([
  board[0]?.[0], same, count, bytes, status, await wrong, OutputError.name, number, await isImpossible(11982), counted, typeof filter === typeof noFilter,
]));
`;

it('the tarball contains working types and a library, and only the listed files', () => {
  const folder = temporaryFolder();
  const { tarball, files, unpackedSize } = pack(folder);
  const listed = readFileSync(join(ROOT, 'test/golden/tarball.txt'), 'utf8').trim().split('\n');
  expect(files.filter((path) => !/^dist\/.*\.d\.ts$/.test(path)).sort()).toEqual(listed.sort());
  expect(files).toContain('dist/index.d.ts');
  expect(unpackedSize).toBeLessThan(2_900_000);

  const modules = join(folder, 'node_modules');
  const installed = join(modules, 'freecell-deals');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
  for (const name of ['piscina', 'commander', 'cli-progress', '@types']) {
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  }

  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'consumer.ts'), CONSUMER);
  // without DOM types; the compiler also checks the declarations of packages
  const options = '--strict --module nodenext --target es2022 --lib es2022 --types node'.split(' ');
  const tsc = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), [...options, 'consumer.ts'], { cwd: folder });
  expect(tsc.stdout.toString()).toBe('');
  expect(tsc.status).toBe(0);

  const ran = spawnSync(process.execPath, ['consumer.js'], { cwd: folder });
  expect(ran.stderr.toString()).toBe('');
  const said = '["7D",true,100000,664,"written",true,"OutputError",11,true,9,true]\n';
  expect(ran.stdout.toString()).toBe(said);
});
