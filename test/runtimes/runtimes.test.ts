// Runs the package under Bun and Deno, and in Jest.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { dealCards } from '../../src/game/deal.js';
import { filesIn, project } from './page.js';
import { FOLDER, ROOT } from './setup.js';

const run = promisify(execFile);

const RUNTIMES = [
  ['Bun', ['bun']],
  ['Deno', ['deno', 'run', '-A']],
] as const;

it.each(RUNTIMES)('the command under %s passes the smoke test of Node', async (_, [program, ...flags]) => {
  const runtime = join(FOLDER, 'node_modules/.bin', program);
  const { stdout } = await run(process.execPath, [join(ROOT, 'test/smoke.mjs'), runtime, ...flags]);
  expect(stdout).toMatch(/\nall right\n$/);
});

const PROGRAM = `import { dealCards, findDeal, loadImpossibleDeals, loadKernel } from 'freecell-deals/browser';
import { loadKernel as loadInline } from 'freecell-deals/inline';
import { countDeals } from 'freecell-deals';

const kernels = [await loadKernel(), await loadKernel({ simd: false }), await loadInline()];
console.log(JSON.stringify({
  found: findDeal(dealCards(617)),
  cards: kernels.map((kernel) => [...kernel.deal(617, 1)]),
  impossible: (await loadImpossibleDeals()).has(11982),
  count: await countDeals({ deals: '1..1000', where: "card_0 = '7D'", threads: 1 }),
}));
`;

it.each([...RUNTIMES, ['Node', ['node']] as const])('each entry deals on %s', async (_, [name, ...flags]) => {
  const folder = project(`program-${name}`, { ...filesIn('Deno'), 'program.mjs': PROGRAM });
  const runtime = name === 'node' ? process.execPath : join(FOLDER, 'node_modules/.bin', name);
  const { stdout } = await run(runtime, [...flags, 'program.mjs'], { cwd: folder });
  const cards = [...dealCards(617)];
  const firsts = Array.from({ length: 1000 }, (_, i) => dealCards(i + 1)[0]);
  const count = firsts.filter((card) => card === cards[0]).length;
  expect(JSON.parse(stdout)).toEqual({
    found: 617,
    cards: [cards, cards, cards],
    impossible: true,
    count,
  });
  const counted = await run(runtime, [...flags, 'count.js'], { cwd: folder });
  expect(counted.stdout).toBe(`7D ${count}\n`);
});

/** Runs the tests of a project in Jest; returns how many pass. */
async function testInJest(folder: string, ...flags: string[]): Promise<string> {
  const jest = join(FOLDER, 'node_modules/jest/bin/jest.js');
  const { stderr } = await run(process.execPath, [...flags, jest], { cwd: folder }).catch((error) => error);
  return /^Tests: +(.*)$/m.exec(stderr)?.[1] ?? stderr;
}

it('Jest tests ES modules that use the library, also under jsdom', async () => {
  const { 'view.test.js': view = '', ...files } = filesIn('Jest');
  const module = view.replace(/^const (.*) = require\((.*)\);$/gm, 'import $1 from $2;');
  const folder = project('jest', {
    'package.json': '{ "private": true, "type": "module" }',
    ...files,
    'view.test.js': module,
    'main.test.js': module.replace('freecell-deals/browser', 'freecell-deals'),
    'inline.test.js': module.replace('freecell-deals/browser', 'freecell-deals/inline'),
  });
  expect(await testInJest(folder, '--experimental-vm-modules')).toBe('4 passed, 4 total');
});

it('Jest tests a CommonJS program that uses the library for browsers under jsdom', async () => {
  const { 'view.test.js': view = '' } = filesIn('Jest');
  expect(await testInJest(project('jest-commonjs', { 'view.test.js': view }))).toBe('1 passed, 1 total');
});
