// Checks that imports in src/ follow the order of the folders in ARCHITECTURE.md.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';

const architecture = readFileSync('ARCHITECTURE.md', 'utf8');
const folders = [...architecture.matchAll(/^\| `src\/(\w+)\/`/gm)].map(([, folder]) => folder as string);
const IN_BROWSERS = ['browser', 'game', 'formats', 'board', 'engine', 'pipeline'];
const FOR_NODE = ['engine/load.ts'];

/**
 * Height of a file in src/; imports must go down.
 * The entry points are above all folders. assets.ts and what the build makes in dist/ are below all.
 */
function heightOf(path: string): number {
  if (/^(assets\.[jt]s$|\.\.\/dist\/)/.test(path)) return -1;
  return path.includes('/')
    ? folders.length - folders.indexOf(path.split('/')[0] as string)
    : folders.length + 1;
}

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);
const imports = files.flatMap((file) =>
  [...readFileSync(join('src', file), 'utf8').matchAll(/(?:\bfrom|\bimport) ?\(?'([^']+)'/g)].map(
    ([, name]) => ({
      file,
      name: name as string,
      target: name?.startsWith('.') ? normalize(join(dirname(file), name)) : undefined,
    }),
  ),
);

it('ARCHITECTURE.md lists exactly the folders of src/', () => {
  const found = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect([...folders].sort()).toEqual(found.map(({ name }) => name).sort());
});

it('no file in src/ imports from a folder above its own', () => {
  const goesUp = ({ file, target }: (typeof imports)[number]) => target && heightOf(target) > heightOf(file);
  expect(imports.filter(goesUp)).toEqual([]);
});

it('folders that browsers use import nothing from node:', () => {
  const ofNode = imports.filter(
    ({ file, name }) => IN_BROWSERS.includes(file.split('/')[0] as string) && name.startsWith('node:'),
  );
  expect(ofNode.filter(({ file }) => !FOR_NODE.includes(file))).toEqual([]);
});

it('src/ itself has only the entry points and assets.ts', () => {
  const [, row = ''] = /^\| (`src\/cli\.ts`.*?) \|/m.exec(architecture) ?? [];
  const entries = [...row.matchAll(/([\w.-]+)`/g)].map(([, name]) => name);
  expect(files.filter((file) => !file.includes('/')).sort()).toEqual(['assets.ts', ...entries].sort());
});
