// Builds and serves a page with each bundler, without any configuration, and opens it in Chromium.

import { execFile } from 'node:child_process';
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { showDeal } from '../../src/board/show.js';
import { dealFreeCell } from '../../src/game/deal.js';
import { peer } from '../support/peer.js';
import { filesIn, PAGE_FILES, project, WANTED } from './page.js';
import { FOLDER, tool } from './setup.js';
import { serve, start, visit } from './visit.js';

const run = promisify(execFile);

const VITES = ['vite-5', 'vite-6', 'vite-7', 'vite-8'];

function program(path: string): string {
  return join(FOLDER, 'node_modules', path);
}

async function runProgram(folder: string, path: string, ...args: string[]): Promise<void> {
  const ran = await run(process.execPath, [program(path), ...args], { cwd: folder }).catch((error) => error);
  if (ran instanceof Error) expect(`${(ran as Error & { stdout: string }).stdout}${ran.message}`).toBe('');
}

/** How each bundler builds a project into its folder `out`. */
const BUILDS: Record<string, (folder: string) => Promise<unknown>> = {
  ...Object.fromEntries(
    VITES.map((vite) => [
      vite,
      (folder: string) =>
        runProgram(folder, `${vite}/bin/vite.js`, 'build', '--outDir', 'out', '--logLevel', 'warn'),
    ]),
  ),
  webpack: (folder) =>
    runWebpack({
      context: folder,
      entry: './main.js',
      mode: 'production',
      output: { path: join(folder, 'out') },
      performance: { hints: false },
    }),
  // esbuild and Rollup take the worker as an entry
  esbuild: async (folder) => {
    const { build } = await tool('esbuild');
    const entryPoints = ['main.js', 'worker.js'];
    const options = { bundle: true, minify: true, format: 'esm', splitting: true, outdir: 'out' };
    await build({ absWorkingDir: folder, entryPoints, ...options });
  },
  rollup: async (folder) => {
    const { rollup } = await tool('rollup');
    const { default: nodeResolve } = await tool('@rollup/plugin-node-resolve');
    const input = ['main.js', 'worker.js'].map((name) => join(folder, name));
    const bundle = await rollup({ input, plugins: [nodeResolve({ browser: true })] });
    await bundle.write({ dir: join(folder, 'out') });
  },
  parcel: (folder) =>
    runProgram(folder, 'parcel/lib/bin.js', 'build', 'index.html', '--dist-dir', 'out', '--no-cache'),
};

for (const [name, build] of Object.entries(BUILDS))
  peer('chromium')(`a page that ${name} builds deals cards in Chromium`, async () => {
    // webpack's worker may load the kernel as a file of its own
    const worker = PAGE_FILES['worker.js'].replace('/inline', name === 'webpack' ? '/browser' : '/inline');
    const folder = project(`${name}-build`, { ...PAGE_FILES, 'worker.js': worker });
    await build(folder);
    const out = join(folder, 'out');
    if (!existsSync(join(out, 'index.html')))
      copyFileSync(join(folder, 'index.html'), join(out, 'index.html'));
    expect((await visit(await serve(out))).answer).toEqual(WANTED);
  });

for (const vite of VITES)
  peer('chromium')(`a page that the server of ${vite} serves deals cards in Chromium`, async () => {
    const folder = project(`${vite}-dev`, PAGE_FILES);
    const address = await start(folder, program(`${vite}/bin/vite.js`), '--host', '127.0.0.1');
    expect((await visit(address)).answer).toEqual(WANTED);
  });

peer('chromium')('a page without a bundler deals cards in Chromium', async () => {
  const unbundled = Object.entries(PAGE_FILES).map(([name, text]) => [
    name,
    text.replace(/'freecell-deals\/(\w+)'/g, "'/node_modules/freecell-deals/dist/$1.js'"),
  ]);
  project('script', Object.fromEntries(unbundled));
  const { answer } = await visit(`${await serve(FOLDER)}projects/script/`);
  expect(answer).toEqual(WANTED);
});

peer('chromium')('a page with an import map shows a deal in Chromium', async () => {
  const { 'index.html': html } = filesIn('Without a bundler');
  const tell = `const { textContent } = document.querySelector('pre');
    if (textContent !== '') globalThis.answer = { textContent };
    clearInterval(textContent !== '' && timer);`;
  project('import-map', {
    'index.html': `${html}<script>const timer = setInterval(() => { ${tell} }, 50);</script>`,
  });
  const { answer } = await visit(`${await serve(FOLDER)}projects/import-map/#617`);
  expect(answer).toEqual({ textContent: `617, 4 cells\n${showDeal(617)}` });
});

peer('chromium')('a client and a server component that Next builds deal cards', async () => {
  const folder = project('next', {
    ...filesIn('Next'),
    'app/layout.jsx': `import { Play } from './play-view.jsx';

export default function Layout({ children }) {
  return <html lang="en"><body>{children}<Play /></body></html>;
}
`,
    'app/play-view.jsx': `'use client';

import { useEffect } from 'react';

export function Play() {
  useEffect(() => {
    import('./main.js');
  }, []);
}
`,
    ...Object.fromEntries(Object.entries(PAGE_FILES).map(([name, text]) => [`app/${name}`, text])),
  });
  await runProgram(folder, 'next/dist/bin/next', 'build');
  const address = await start(folder, program('next/dist/bin/next'), 'start', '-H', '127.0.0.1', '-p', '0');
  const { page, answer } = await visit(address);
  expect(answer).toEqual(WANTED);
  const [row] = dealFreeCell(617);
  expect(JSON.parse(await page.innerText('#server'))).toEqual({ row, first: 25, impossible: true });
  expect(await page.innerText('#client')).toBe(`${row.join(' ')} 4`);
});

interface Stats {
  toJson(options: object): { errors: object[]; warnings: object[] };
}

async function runWebpack(options: object): Promise<void> {
  const { default: webpack } = await tool('webpack');
  const stats = await promisify<Stats>((done) => webpack(options).run(done))();
  expect(stats.toJson({ all: false, errors: true }).errors).toEqual([]);
}
