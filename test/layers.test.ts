// The directions of imports: layers.json lists what each folder of src/ may import, Biome checks it, and it says the same
// as the table in ARCHITECTURE.md.

import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from './support/command.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BIOME = join(ROOT, 'node_modules/.bin/biome');
const IN_BROWSERS = ['board', 'engine', 'plan', 'formats', 'game'];

const overrides = JSON.parse(readFileSync(join(ROOT, 'layers.json'), 'utf8')).overrides as {
  includes: string[];
}[];

/** The folders of src/ in the order of layers.json, from the top to the bottom. */
const layers = overrides.flatMap(({ includes }) => /^src\/(\w+)\/\*\*$/.exec(includes[0] ?? '')?.[1] ?? []);

/** What Biome says of files, by their paths, under the rules of this repository: the lines that it refuses, from 0. */
function refusedLines(files: Record<string, readonly string[]>): Record<string, number[]> {
  const folder = temporaryFolder();
  for (const name of ['biome.json', 'layers.json']) copyFileSync(join(ROOT, name), join(folder, name));
  for (const [path, lines] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${lines.join('\n')}\n`);
  }
  const flags = [
    '--only=style/noRestrictedImports',
    '--max-diagnostics=none',
    '--reporter=github',
    '--vcs-enabled=false',
  ];
  const { stdout } = spawnSync(BIOME, ['lint', ...flags, 'src'], { cwd: folder });
  const found = [...stdout.toString().matchAll(/noRestrictedImports,file=(?:.*\/)?(src\/[^,]+),line=(\d+)/g)];
  return Object.fromEntries(
    Object.keys(files).map((path) => [
      path,
      found.filter(([, file]) => file === path).map(([, , line]) => Number(line) - 1),
    ]),
  );
}

/** Which of the modules a file may not import. */
function refused(path: string, modules: readonly string[]): string[] {
  const lines = modules.map((module) => `import type {} from '${module}';`);
  return (refusedLines({ [path]: lines })[path] ?? []).map((line) => modules[line] as string);
}

describe('layers.json', () => {
  it('has every folder of src/', () => {
    const folders = readdirSync(join(ROOT, 'src'), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    expect([...layers].sort()).toEqual(folders.map(({ name }) => name).sort());
  });

  it.each(layers.map((folder, i) => [folder, layers.slice(i + 1)] as const))(
    'src/%s may import what is below it, and nothing else',
    (folder, below) => {
      const others = layers.filter((other) => other !== folder);
      const modules = [
        ...others.map((other) => `../${other}/a.js`),
        ...['cli', 'index', 'browser', 'generate', 'verify', 'assets'].map((name) => `../${name}.js`),
        ...['node:fs', 'node:fs/promises', './sibling.js', 'a-package'],
      ];
      const verbs = folder === 'commands' ? ['../generate.js', '../verify.js'] : [];
      const assets = IN_BROWSERS.includes(folder) && folder !== 'engine' ? [] : ['../assets.js'];
      const node = IN_BROWSERS.includes(folder) ? [] : ['node:fs', 'node:fs/promises'];
      const allowed = [
        ...below.map((one) => `../${one}/a.js`),
        ...verbs,
        ...assets,
        ...node,
        './sibling.js',
        'a-package',
      ];
      expect(refused(`src/${folder}/test.ts`, modules).sort()).toEqual(
        modules.filter((module) => !allowed.includes(module)).sort(),
      );
    },
  );

  it('counts from the folder in a folder within it, too', () => {
    const nested = layers.filter((folder) =>
      readdirSync(join(ROOT, 'src', folder), { withFileTypes: true }).some((entry) => entry.isDirectory()),
    );
    expect(
      overrides.flatMap(({ includes }) => /^src\/(\w+)\/\*\/\*\*$/.exec(includes[0] ?? '')?.[1] ?? []),
    ).toEqual(nested);
    const modules = [
      '../format.js',
      './a.js',
      '../../game/a.js',
      '../../engine/a.js',
      '../../generate.js',
      'node:fs',
    ];
    expect(refused('src/formats/parquet/test.ts', modules)).toEqual(modules.slice(3));
  });

  it('keeps the command out of the library, and the entry points out of the verbs', () => {
    const modules = [
      './cli.js',
      './index.js',
      './browser.js',
      './commands/find.js',
      './generate.js',
      './game/deal.js',
    ];
    expect(refused('src/generate.ts', modules)).toEqual(modules.slice(0, 4));
    expect(refused('src/index.ts', modules)).toEqual(modules.slice(0, 4));
    expect(refused('src/cli.ts', modules)).toEqual([]);
  });
});

it('refuses an import against the list in every form', () => {
  const lines = [
    "import { a } from '../formats/format.js';",
    "import type { A } from '../formats/format.js';",
    "import { type B } from '../formats/format.js';",
    "export { c } from '../formats/format.js';",
    "export type * from '../formats/format.js';",
    "export const d = () => import('../formats/format.js');",
    "import '../formats/format.js';",
    "import 'node:fs';",
  ];
  expect(refusedLines({ 'src/game/test.ts': lines })['src/game/test.ts']).toEqual([...lines.keys()]);
});

it('has at most ten files at the top of src/', () => {
  const files = readdirSync(join(ROOT, 'src'), { withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.length).toBeLessThanOrEqual(10);
});

it('has no imports in type expressions, which Biome does not see', () => {
  const found = spawnSync('grep', ['-rnE', "[^t] import\\('[^']+'\\)\\.[A-Z]", 'src'], { cwd: ROOT });
  expect(found.stdout.toString()).toBe('');
});

it('the table in ARCHITECTURE.md has the folders in the same order', () => {
  const text = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
  const picture = [...text.matchAll(/^\| `src\/(\w+)\/`/gm)].map(([, folder]) => folder);
  expect(picture).toEqual(layers);
});
