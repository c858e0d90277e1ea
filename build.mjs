// Builds dist/: the kernels (asc), the declarations (tsc) and one file each for the library, the browser entry, the
// command, its launcher and the worker (esbuild). Why each is one file, and why two are CommonJS: ARCHITECTURE.md.

import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const run = promisify(execFile);
const KERNELS = ['scalar', 'simd']; // targets of asconfig.json
const FOR_BROWSERS = ['internal', 'browser', 'inline', 'inline-data', 'index.browser'];
const IMPOSSIBLE_DEALS = 'impossible-4-freecells.bin';
const packageFile = JSON.parse(readFileSync('package.json', 'utf8'));

/** When the newest file that a kernel is made of was changed. */
function newestSource() {
  const files = ['assembly', 'src/game'].flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((path) => join(folder, path)),
  );
  return Math.max(...[...files, 'asconfig.json', 'package-lock.json'].map((path) => statSync(path).mtimeMs));
}

/** Compiles a target of asconfig.json, which takes seconds, if its sources have changed. */
async function buildKernel(target) {
  const file = join('dist', `kernel-${target}.wasm`);
  if (existsSync(file) && statSync(file).mtimeMs > newestSource()) return;
  const { default: asc } = await import('assemblyscript/asc'); // half a second, when kernels are built
  const { error } = await asc.main(['--target', target], { stderr: process.stderr });
  if (error !== null) throw error;
}

const buildKernels = (targets) => Promise.all(targets.map(buildKernel));

async function buildTypes() {
  await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json']).catch(
    ({ stdout }) => {
      throw new Error(stdout);
    },
  );
}

/** Removes all of dist/ but the kernels. */
function emptyDist() {
  mkdirSync('dist', { recursive: true });
  for (const name of readdirSync('dist')) {
    if (!name.endsWith('.wasm')) rmSync(join('dist', name), { recursive: true });
  }
}

const common = {
  bundle: true,
  outdir: 'dist',
  entryNames: '[name]',
  minifySyntax: true,
  logLevel: 'warning',
};
const node = { ...common, platform: 'node', target: 'node20.19' };
const commonJs = {
  ...node,
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  // CommonJS has no import.meta
  define: { 'import.meta.url': 'moduleUrl' },
  banner: { js: "const moduleUrl = require('node:url').pathToFileURL(__filename).href;" },
};

/** Initializers whose purity every bundler sees. */
const PLAIN = ['Literal', 'ArrowFunctionExpression', 'ClassExpression'];

/**
 * Marks what initializes the variables of a module as free of side effects, as it is in this package (sideEffects in
 * package.json). Bundlers cannot see that of a call, and would keep its table and what it is made of in every program.
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

/** Builds one of the modules for browsers; the others are imported from beside it. */
async function buildForBrowsers(name) {
  const { outputFiles } = await build({
    ...common,
    entryPoints: [`src/${name}.ts`],
    external: ['../dist/*', ...FOR_BROWSERS.map((other) => `./${other}.js`)],
    platform: 'browser',
    target: 'es2022',
    format: 'esm',
    write: false,
  });
  const { parseAst } = await import('vite');
  const [{ path, text }] = outputFiles;
  const code = text.replaceAll('"../dist/', '"./'); // from src/ they are imported as from here
  writeFileSync(path, markPure(code, parseAst(code)));
}

/** A module of a file, with its bytes in base64: browsers import it where Node reads the file. */
function embed(file) {
  const base64 = readFileSync(`dist/${file}`, 'base64');
  writeFileSync(`dist/${file.replace(/\.\w+$/, '.js')}`, `export default '${base64}';\n`);
}

async function buildAll() {
  const [, , part, ...kernels] = process.argv;
  if (part === '--kernels') {
    await buildKernels(kernels.length > 0 ? kernels : KERNELS);
    return;
  }
  const isCodeAlone = part === '--code'; // kernels and declarations are as they were
  if (!isCodeAlone) emptyDist();
  copyFileSync(`data/${IMPOSSIBLE_DEALS}`, `dist/${IMPOSSIBLE_DEALS}`); // beside the code, as the kernels are
  await Promise.all([
    ...(isCodeAlone ? [] : [buildKernels(KERNELS), buildTypes()]),
    ...FOR_BROWSERS.map(buildForBrowsers),
    build({ ...node, entryPoints: ['src/index.ts'], external: ['piscina'], format: 'esm' }),
    build({
      ...commonJs,
      entryPoints: [{ in: 'src/cli.ts', out: 'command' }],
      external: ['piscina', 'cli-progress'],
    }),
    build({
      ...commonJs,
      entryPoints: [{ in: 'src/threads/worker.ts', out: 'worker' }],
      external: ['piscina'],
    }),
    build({
      ...common,
      entryPoints: [{ in: 'src/commands/launch.cjs', out: 'cli' }],
      external: ['./command.cjs'],
      platform: 'node',
      target: 'es5',
      format: 'cjs',
      outExtension: { '.js': '.cjs' },
      define: { NODE_NEEDED: JSON.stringify(packageFile.engines.node.replace('>=', '')) },
    }),
  ]);
  for (const file of [IMPOSSIBLE_DEALS, ...KERNELS.map((name) => `kernel-${name}.wasm`)]) embed(file);
}

await buildAll();
