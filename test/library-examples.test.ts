// The TypeScript of docs/library.md: it compiles, runs with the values in its comments, and uses every export.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import { expect, it } from 'vitest';
import * as library from '../src/index.js';
import { temporaryFolder } from './support/command.js';
import { blocksOf } from './support/readme.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const blocks = blocksOf(readFileSync(join(ROOT, 'docs/library.md'), 'utf8'), 'ts');

/** An expression and its value in a comment. */
const EXAMPLE = /^(?!const |let )(\S.*); \/\/ (.+)$/gm;

function folderWithPackage(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(ROOT, join(folder, 'node_modules/freecell-deals'));
  return folder;
}

it.each([
  ['the examples use', blocks.join('\n')],
  ['docs/stability.md names', readFileSync(join(ROOT, 'docs/stability.md'), 'utf8')],
])('%s every export', (_, text) => {
  const missing = Object.keys(library).filter((name) => !new RegExp(`\\b${name}\\b`).test(text));
  expect(missing).toEqual([]);
});

it('the examples compile', () => {
  const folder = folderWithPackage();
  const compilerOptions = { module: 'nodenext', target: 'es2022', strict: true, noEmit: true, types: [] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  for (const [i, code] of blocks.entries()) writeFileSync(join(folder, `${i}.mts`), code);
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc], { cwd: folder, encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
});

it.each(blocks.map((code) => [code.match(EXAMPLE)?.[0], code]))('%s', async (_, code) => {
  const examples = [...code.matchAll(EXAMPLE)];
  expect(examples.length).toBeGreaterThan(2);
  const folder = folderWithPackage();
  const checked = code.replace(EXAMPLE, 'deepEqual($1, $2);');
  const { code: program } = await transform(
    `import { deepStrictEqual as deepEqual } from 'node:assert';\n${checked}`,
    { loader: 'ts', format: 'esm' },
  );
  writeFileSync(join(folder, 'examples.mjs'), program);
  const { status, stderr } = spawnSync(process.execPath, ['examples.mjs'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
