// Builds dist/ unless it is newer than all sources: the kernels (asc), the declarations (tsc), and one bundle each for
// the library, the browser entry, the command and the worker (esbuild). ARCHITECTURE.md says why each is one file, and
// which are CommonJS.

import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

// npm also runs `prepare` where the packages that build are not installed, as for an npx before the first npm ci
if (process.env.npm_lifecycle_event === 'prepare' && !fs.existsSync('node_modules/esbuild')) process.exit();
const { build } = await import('esbuild');

const KERNELS = ['scalar', 'simd', 'search']; // targets of asconfig.json
const KERNEL_SOURCES = ['assembly', 'src/game', 'asconfig.json', 'package-lock.json'];
const SOURCES = [...KERNEL_SOURCES, 'src', 'data', 'build.mjs', 'package.json', 'tsconfig.json'];
const DATA_FILES = ['impossible-4-freecells.bin', 'known-cells.bin'];
const FOR_BROWSERS = ['internal', 'browser', 'inline', 'inline-data', 'index.browser'];
const packageFile = JSON.parse(fs.readFileSync('package.json', 'utf8'));

/** Returns whether a file is newer than the sources: files, and folders with all that is in them. */
function isNewer(file, sources) {
  const inFolders = sources
    .filter((path) => fs.statSync(path).isDirectory())
    .flatMap((folder) => fs.readdirSync(folder, { recursive: true }).map((name) => join(folder, name)));
  const changed = (path) => fs.statSync(path).mtimeMs;
  // a folder changes when a file in it is added or removed
  return fs.existsSync(file) && changed(file) > Math.max(...[...sources, ...inFolders].map(changed));
}

/** Compiles a target of asconfig.json if its sources have changed. */
async function buildKernel(target) {
  const file = join('dist', `kernel-${target}.wasm`);
  if (isNewer(file, KERNEL_SOURCES)) return;
  const { default: asc } = await import('assemblyscript/asc'); // loads for half a second, so only when it is needed
  const { error, stderr } = await asc.main([`assembly/${target}.ts`, '--target', target]);
  if (error !== null) throw new Error(`${error.message}\n${stderr}`);
}

async function buildTypes() {
  const tsc = ['node_modules/typescript/bin/tsc', '-p', 'src/tsconfig.build.json'];
  await promisify(execFile)(process.execPath, tsc).catch(({ stdout }) => {
    throw new Error(stdout);
  });
}

/** Removes everything in dist/ except the kernels. */
function emptyDist() {
  fs.mkdirSync('dist', { recursive: true });
  for (const name of fs.readdirSync('dist')) {
    if (!name.endsWith('.wasm')) fs.rmSync(join('dist', name), { recursive: true });
  }
}

const common = { bundle: true, outdir: 'dist', minifySyntax: true, logLevel: 'warning' };
const node = { ...common, platform: 'node', target: 'node20.19', external: ['piscina'] };
const commonJs = {
  ...node,
  format: 'cjs',
  minifyWhitespace: true, // without the comments of Commander, the command starts 2.5 ms sooner
  outExtension: { '.js': '.cjs' },
  define: { 'import.meta.url': 'bundleUrl' }, // CommonJS has none
  banner: { js: "const bundleUrl = require('node:url').pathToFileURL(__filename).href;" },
};

/** Initializers whose purity every bundler sees. */
const PLAIN = ['Literal', 'ArrowFunctionExpression', 'ClassExpression'];

/**
 * Marks the initializers of a module's variables as free of side effects, which they are in this package.
 * Bundlers cannot see that a call has none, and would keep the table that it makes in every program.
 */
function markPure(code, { body }) {
  const initializers = body
    .filter(({ type }) => type === 'VariableDeclaration')
    .flatMap(({ declarations }) => declarations.map(({ init }) => init))
    .filter((init) => init !== null && !PLAIN.includes(init.type));
  let [marked, end] = ['', 0];
  for (const init of initializers) {
    const value = code.slice(init.start, init.end);
    marked += `${code.slice(end, init.start)}/* @__PURE__ */ (() => (${value}))()`;
    end = init.end;
  }
  return marked + code.slice(end);
}

const forPages = { ...common, platform: 'browser', target: 'es2022', format: 'esm', write: false };

/** Takes what other folders export from internal.js, which has their code. */
const fromInternal = {
  name: 'from-internal',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\.\/\w/ }, () => ({ path: './internal.js', external: true })),
};

/** Builds one of the modules for browsers, which imports the others from its own folder. */
async function buildForBrowsers(name) {
  const { outputFiles } = await build({
    ...forPages,
    entryPoints: [`src/browser/${name}.ts`],
    external: ['../../dist/*', ...FOR_BROWSERS.map((other) => `./${other}.js`)],
    plugins: name === 'internal' ? [] : [fromInternal],
  });
  const { parseAst } = await import('vite');
  const [{ path, text }] = outputFiles;
  const code = text.replaceAll('"../../dist/', '"./'); // the built module is in dist/ itself
  fs.writeFileSync(path, markPure(code, parseAst(code)));
}

/** Writes a folder for tools that do not read `exports` in package.json. */
function writeStub(name) {
  const { types, default: main } = packageFile.exports[`./${name}`];
  const stub = { type: 'module', sideEffects: false, main: `.${main}`, types: `.${types}` };
  fs.mkdirSync(name, { recursive: true });
  fs.writeFileSync(join(name, 'package.json'), `${JSON.stringify(stub, null, 2)}\n`);
}

/** Writes a module with the bytes of a file in base64. Browsers import the module; Node reads the file. */
function embed(file) {
  const base64 = fs.readFileSync(`dist/${file}`, 'base64');
  fs.writeFileSync(`dist/${file.replace(/\.\w+$/, '.js')}`, `export default '${base64}';\n`);
}

/** Takes kernels and data from files, in place of the modules that embed() writes. */
const fromFiles = {
  name: 'from-files',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /\/dist\// }, ({ path }) => ({ path, namespace: 'data' }));
    onLoad({ filter: /./, namespace: 'data' }, ({ path }) => {
      const file = `/../${basename(path, '.js')}.${path.includes('kernel') ? 'wasm' : 'bin'}`;
      return { contents: `export default require('fs').readFileSync(__dirname + '${file}', 'base64')` };
    });
  },
};

/** Copies a declaration and those that it imports to dist/cjs, where they are of CommonJS. */
function copyTypes(path) {
  const copy = join('dist/cjs', path);
  if (fs.existsSync(copy)) return;
  fs.mkdirSync(dirname(copy), { recursive: true });
  fs.copyFileSync(join('dist', path), copy);
  const imports = fs.readFileSync(copy, 'utf8').matchAll(/['"](\.[^'"]+)\.js['"]/g);
  for (const [, name] of imports) copyTypes(join(dirname(path), `${name}.d.ts`));
}

/** Builds the library for browsers as CommonJS, which Jest and TypeScript need in projects without ES modules. */
async function buildForCommonJs() {
  await build({
    ...node,
    entryPoints: ['src/browser/browser.ts'],
    outdir: 'dist/cjs',
    format: 'cjs',
    plugins: [fromFiles],
  });
  fs.writeFileSync('dist/cjs/package.json', '{ "type": "commonjs" }\n');
  copyTypes('browser/browser.d.ts');
}

async function buildAll() {
  emptyDist();
  for (const name of ['browser', 'inline']) writeStub(name);
  // the code expects them in its own folder, like the kernels
  for (const name of DATA_FILES) fs.copyFileSync(`data/${name}`, `dist/${name}`);
  await Promise.all([
    ...KERNELS.map(buildKernel),
    buildTypes(),
    ...FOR_BROWSERS.map(buildForBrowsers),
    build({ ...node, entryPoints: ['src/index.ts'], format: 'esm' }),
    build({ ...commonJs, entryPoints: { worker: 'src/threads/worker.ts' } }),
  ]);
  await buildForCommonJs();
  for (const file of [...DATA_FILES, ...KERNELS.map((name) => `kernel-${name}.wasm`)]) embed(file);
  await build({ ...commonJs, entryPoints: ['src/cli.ts'] }); // last: it tells that all of dist/ is there
}

if (!isNewer('dist/cli.cjs', SOURCES)) await buildAll();
