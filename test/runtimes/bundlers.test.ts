// Builds a page with each bundler as docs/library.md says, and opens it in Chromium.

import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { dealCards, dealFreeCell } from '../../src/game/deal.js';
import { CHROMIUM_FLAGS } from '../support/chromium.js';
import { peer } from '../support/peer.js';
import { FOLDER, tool } from './setup.js';

const PACKAGE = join(FOLDER, 'node_modules/freecell-deals');

const PAGE = `import { dealFreeCell, loadImpossibleDeals, loadKernel } from 'freecell-deals/browser';

async function deal() {
  const kernel = await loadKernel();
  const impossible = await loadImpossibleDeals();
  return { rows: dealFreeCell(617), cards: [...kernel.deal(617, 1)], impossible: impossible.has(11982) };
}
globalThis.answer = await deal().catch(({ message }) => message);
`;

const WANTED = { rows: dealFreeCell(617), cards: [...dealCards(617)], impossible: true };

/** Creates a folder with the page's source, main.js, and its index.html. */
function sourceFolder(name: string): string {
  const folder = join(FOLDER, 'pages', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'main.js'), PAGE);
  writeFileSync(join(folder, 'index.html'), `<!doctype html><script type="module" src="./main.js"></script>`);
  return folder;
}

/** Copies the files that some bundlers do not copy: see docs/library.md. */
function copyAssets(folder: string): void {
  for (const name of ['kernel-simd.wasm', 'kernel-scalar.wasm', 'impossible-4-freecells.bin']) {
    copyFileSync(join(PACKAGE, 'dist', name), join(folder, name));
  }
}

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

let launched: Promise<Browser> | undefined;

afterAll(async () => (await launched)?.close());

/** Serves the files of a folder; returns the address. */
async function serve(folder: string): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    const path = url.endsWith('/') ? `${url}index.html` : url;
    try {
      const body = readFileSync(join(folder, path));
      response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream').end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** Opens the page at an address; returns its answer. */
async function visit(address: string): Promise<unknown> {
  launched ??= chromium.launch({ executablePath: '/usr/bin/chromium', args: CHROMIUM_FLAGS });
  const page = await (await launched).newPage();
  await page.goto(address);
  await page.waitForFunction('globalThis.answer !== undefined');
  return page.evaluate('globalThis.answer');
}

/** Serves the folder `out` of a page's source and visits it. */
async function visitBuilt(folder: string): Promise<unknown> {
  if (!existsSync(join(folder, 'out/index.html')))
    copyFileSync(join(folder, 'index.html'), join(folder, 'out/index.html'));
  return visit(await serve(join(folder, 'out')));
}

peer('chromium')('a page that Vite builds deals cards in Chromium', async () => {
  const root = sourceFolder('vite');
  const { build } = await tool('vite');
  await build({ root, logLevel: 'warn', build: { outDir: 'out', target: 'es2022' } });
  expect(await visitBuilt(root)).toEqual(WANTED);
});

peer('chromium')('a page that the Vite server serves deals cards in Chromium', async () => {
  const root = sourceFolder('vite-serve');
  const { createServer: createVite } = await tool('vite');
  const vite = await createVite({ root, cacheDir: 'cache', logLevel: 'warn' });
  onTestFinished(() => vite.close());
  await vite.listen();
  expect(await visit(vite.resolvedUrls.local[0])).toEqual(WANTED);
});

peer('chromium')('a page that webpack builds deals cards in Chromium', async () => {
  const folder = sourceFolder('webpack');
  await runWebpack({
    context: folder,
    entry: './main.js',
    mode: 'production',
    output: { path: join(folder, 'out') },
  });
  expect(await visitBuilt(folder)).toEqual(WANTED);
});

peer('chromium')(
  'a page that esbuild builds deals cards in Chromium, with three files beside the bundle',
  async () => {
    const folder = sourceFolder('esbuild');
    const { build } = await tool('esbuild');
    await build({
      absWorkingDir: folder,
      entryPoints: ['main.js'],
      bundle: true,
      format: 'esm',
      outdir: 'out',
    });
    expect(await visitBuilt(folder)).toMatch(
      /^cannot read http:\S+\/kernel-simd\.wasm: the server answers 404; serve dist\/kernel-simd\.wasm of the package/,
    );
    copyAssets(join(folder, 'out'));
    expect(await visitBuilt(folder)).toEqual(WANTED);
  },
);

peer('chromium')(
  'a page that Rollup builds deals cards in Chromium, with three files beside the bundle',
  async () => {
    const folder = sourceFolder('rollup');
    const { rollup } = await tool('rollup');
    const { default: nodeResolve } = await tool('@rollup/plugin-node-resolve');
    const bundle = await rollup({ input: join(folder, 'main.js'), plugins: [nodeResolve()] });
    await bundle.write({ dir: join(folder, 'out') });
    copyAssets(join(folder, 'out'));
    expect(await visitBuilt(folder)).toEqual(WANTED);
  },
);

it('webpack copies only the files that the entry for Node names', async () => {
  const folder = sourceFolder('webpack-node');
  writeFileSync(
    join(folder, 'main.js'),
    "import { dealFreeCell } from 'freecell-deals';\nconsole.log(dealFreeCell(617)[0][0]);\n",
  );
  await runWebpack({
    context: folder,
    entry: './main.js',
    mode: 'development',
    target: 'node20',
    output: { path: join(folder, 'out') },
  });
  const assets = readdirSync(join(folder, 'out'))
    .filter((name) => !name.endsWith('.js'))
    .map((name) => extname(name));
  expect(assets.sort()).toEqual(['.bin', '.cjs', '.wasm', '.wasm']);
  expect(execFileSync(process.execPath, [join(folder, 'out/main.js')]).toString()).toBe('7D\n');
});

interface Stats {
  toJson(options: object): { errors: object[] };
}

async function runWebpack(options: object): Promise<void> {
  const { default: webpack } = await tool('webpack');
  const stats = await promisify<Stats>((done) => webpack(options).run(done))();
  expect(stats.toJson({ all: false, errors: true }).errors).toEqual([]);
}
