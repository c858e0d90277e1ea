// The size of what a program imports of the library, as a bundler makes it: README has these sizes.

import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

/** The file with what is exported and what that needs at once; modules that are imported when needed are others. */
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
  ['{ parseBoard }', 5],
  ['*', 35], // 32 when the fewest cells are a module of their own
])('export %s takes at most %d KB', async (names, most) => {
  expect(await sizeOf(names)).toBeLessThanOrEqual(most);
});

// it.fails tells when they are right
it.fails.each([
  ['{ showDeal }', 3],
  ['{ loadKernel }', 6],
])('export %s takes at most %d KB', async (names, most) => {
  expect(await sizeOf(names)).toBeLessThanOrEqual(most);
});

it('leaves kernels and lists to modules that are imported when they are needed', async () => {
  const { others } = await bundle('*');
  expect(others.sort()).toEqual([
    expect.stringMatching(/^impossible-4-freecells-/),
    expect.stringMatching(/^kernel-scalar-/),
    expect.stringMatching(/^kernel-simd-/),
  ]);
});

it('declares no data', () => {
  const declarations = readdirSync('dist', { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.d.ts'),
  );
  const large = declarations.filter((path) => statSync(join('dist', path)).size > 8000);
  expect(large).toEqual([]);
});
