// Measures what a program's bundle gains by each import from the library. README has these sizes.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

/** Bundles an export. `entry` is the code that loads at once, `others` the modules that are imported later. */
async function bundle(names: string): Promise<{ entry: Uint8Array; others: string[] }> {
  const { outputFiles } = await build({
    stdin: { contents: `export ${names} from './dist/browser.js';`, resolveDir: '.' },
    bundle: true,
    minify: true,
    format: 'esm',
    splitting: true,
    outdir: 'out',
    write: false,
  });
  const files = new Map(outputFiles.map(({ path, contents }) => [basename(path), contents]));
  const entry = files.get('stdin.js') as Uint8Array;
  return { entry, others: [...files.keys()].filter((name) => name !== 'stdin.js') };
}

/** In thousands of bytes, with gzip. */
async function sizeOf(names: string): Promise<number> {
  return gzipSync((await bundle(names)).entry, { level: 9 }).length / 1000;
}

it.each([
  ['{ cardName }', 0.6],
  ['{ isRed }', 0.6],
  ['{ InputError }', 0.6],
  ['{ dealCards }', 1],
  ['{ dealFreeCell }', 1.5],
  ['{ findDeal }', 3],
  ['{ showDeal }', 3],
  ['{ parseBoard }', 5],
  ['{ loadKernel }', 6],
  ['*', 32],
])('export %s takes at most %d KB with gzip', async (names, most) => {
  expect(await sizeOf(names)).toBeLessThanOrEqual(most);
});

it('kernels and data are modules that a program imports when it first needs them', async () => {
  const { others } = await bundle('*');
  expect(others.sort()).toEqual([
    expect.stringMatching(/^impossible-4-freecells-/),
    expect.stringMatching(/^kernel-scalar-/),
    expect.stringMatching(/^kernel-simd-/),
    expect.stringMatching(/^known-cells-/),
  ]);
});

it('no declaration in dist/ has more than 8 KB', () => {
  const declarations = readdirSync('dist', { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.d.ts'),
  );
  const large = declarations.filter((path) => statSync(join('dist', path)).size > 8000);
  expect(large).toEqual([]);
});

it('the bundles that Node loads are ASCII, which it reads sooner', () => {
  for (const name of ['cli.cjs', 'command.cjs', 'worker.cjs', 'index.js'])
    expect(readFileSync(join('dist', name), 'latin1')).toMatch(/^[\0-\x7f]*$/);
});
