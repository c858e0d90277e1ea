// Builds dist/: the kernels (asc), the declarations (tsc), and one bundle each for the library, the browser entry, the
// command, its launcher and the worker (esbuild). ARCHITECTURE.md says why each is one file, and which are CommonJS.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const KERNELS = ['scalar', 'simd']; // targets of asconfig.json
const DATA_FILES = ['impossible-4-freecells.bin', 'known-cells.bin'];
const FOR_BROWSERS = ['internal', 'browser', 'inline', 'inline-data', 'index.browser'];
const packageFile = JSON.parse(fs.readFileSync('package.json', 'utf8'));

/** Time of the last change to a source file of the kernels. */
function newestSource() {
  const files = ['assembly', 'src/game'].flatMap((folder) =>
    fs.readdirSync(folder, { recursive: true }).map((path) => join(folder, path)),
  );
  return Math.max(
    ...[...files, 'asconfig.json', 'package-lock.json'].map((path) => fs.statSync(path).mtimeMs),
  );
}

/** Compiles a target of asconfig.json if its sources have changed. */
async function buildKernel(target) {
  const file = join('dist', `kernel-${target}.wasm`);
  if (fs.existsSync(file) && fs.statSync(file).mtimeMs > newestSource()) return;
  const { default: asc } = await import('assemblyscript/asc'); // loads for half a second, so only when it is needed
  const { error } = await asc.main([`assembly/${target}.ts`, '--target', target], { stderr: process.stderr });
  if (error !== null) throw error;
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
  outExtension: { '.js': '.cjs' },
  // CommonJS has no import.meta.url, and piscina looks for its worker.js in its own folder: both are found when first needed
  define: { 'import.meta.url': 'bundle.url', __dirname: 'bundle.piscina' },
  banner: {
    js: `const bundle = {
  get url() { return require('node:url').pathToFileURL(__filename).href; },
  get piscina() { return require('node:path').dirname(require.resolve('piscina')); },
};`,
  },
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

/** The exports of src/browser/shared.ts as exports of internal.js, which has their code. */
async function exportShared() {
  const { metafile } = await build({
    ...forPages,
    entryPoints: ['src/browser/shared.ts'],
    metafile: true,
  });
  const [{ exports }] = Object.values(metafile.outputs);
  return `export { ${exports.join(', ')} } from "./internal.js"`;
}

/** Builds one of the modules for browsers, which imports the others from its own folder. */
async function buildForBrowsers(name) {
  const others = [...FOR_BROWSERS, ...(name === 'internal' ? [] : ['shared'])];
  const { outputFiles } = await build({
    ...forPages,
    entryPoints: [`src/browser/${name}.ts`],
    external: ['../../dist/*', ...others.map((other) => `./${other}.js`)],
  });
  const { parseAst } = await import('vite');
  const [{ path, text }] = outputFiles;
  const code = text
    .replace('export * from "./shared.js"', await exportShared())
    .replaceAll('"../../dist/', '"./'); // the built module is in dist/ itself
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

/** Builds the command, and its launcher, which knows the digest of the command for which code is compiled. */
async function buildCommand() {
  await build({
    ...commonJs,
    entryPoints: { command: 'src/cli.ts' },
    alias: { 'node:child_process': 'node:events' }, // Commander loads it, 2 ms, for subcommands that are programs of their own
    minify: true, // V8 parses it 3 ms sooner; the worker is not minified, because messages about a filter show its class names
    supported: { 'dynamic-import': false }, // code that V8 has compiled before cannot import, but it can require
    external: [], // piscina inside starts 7 ms sooner
  });
  const digest = createHash('sha256').update(fs.readFileSync('dist/command.cjs')).digest('hex');
  await build({
    ...common,
    entryPoints: [{ in: 'src/commands/launch.cjs', out: 'cli' }],
    external: ['./command.cjs'],
    platform: 'node',
    target: 'es5',
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    define: {
      NODE_NEEDED: JSON.stringify(packageFile.engines.node.replace('>=', '')),
      COMMAND_DIGEST: JSON.stringify(digest.slice(0, 16)),
    },
  });
}

async function buildAll() {
  const isCodeAlone = process.argv.includes('--code'); // the kernels and declarations have not changed
  if (!isCodeAlone) emptyDist();
  for (const name of ['browser', 'inline']) writeStub(name);
  for (const name of DATA_FILES) fs.copyFileSync(`data/${name}`, `dist/${name}`); // the code expects them in its own folder, like the kernels
  await Promise.all([
    ...(isCodeAlone ? [] : [...KERNELS.map(buildKernel), buildTypes()]),
    ...FOR_BROWSERS.map(buildForBrowsers),
    build({ ...node, entryPoints: ['src/index.ts'], format: 'esm' }),
    build({ ...commonJs, entryPoints: { worker: 'src/threads/worker.ts' } }),
    buildCommand(),
  ]);
  await buildForCommonJs();
  for (const file of [...DATA_FILES, ...KERNELS.map((name) => `kernel-${name}.wasm`)]) embed(file);
}

await buildAll();
