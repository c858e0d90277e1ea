// The folders of src/ in the order of their imports: ARCHITECTURE.md lists them, and its list is the rule.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';

const architecture = readFileSync('ARCHITECTURE.md', 'utf8');
const folders = [...architecture.matchAll(/^\| `src\/(\w+)\/`/gm)].map(([, folder]) => folder as string);
const IN_BROWSERS = ['game', 'formats', 'board', 'engine', 'pipeline'];
const FOR_NODE = ['engine/load.ts'];

/** Height of a file by its path in src/: the entry points above all folders; assets.ts may be imported from everywhere. */
function heightOf(path: string): number {
  if (path === 'assets.js' || path === 'assets.ts') return -1;
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

it('lists every folder of src/, and no other', () => {
  const found = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect([...folders].sort()).toEqual(found.map(({ name }) => name).sort());
});

it('has no import that goes up', () => {
  const upwards = imports.filter(
    ({ file, target }) => target !== undefined && heightOf(target) > heightOf(file),
  );
  expect(upwards).toEqual([]);
});

it('imports nothing of node: where browsers run it', () => {
  const ofNode = imports.filter(
    ({ file, name }) => IN_BROWSERS.includes(file.split('/')[0] as string) && name.startsWith('node:'),
  );
  expect(ofNode.filter(({ file }) => !FOR_NODE.includes(file))).toEqual([]);
});

it('has nothing at the top of src/ but the entry points and assets.ts', () => {
  const [, row = ''] = /^\| (`src\/cli\.ts`.*?) \|/m.exec(architecture) ?? [];
  const entries = [...row.matchAll(/([\w.-]+)`/g)].map(([, name]) => name);
  expect(files.filter((file) => !file.includes('/')).sort()).toEqual(['assets.ts', ...entries].sort());
});
