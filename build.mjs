// Builds dist/: the kernels (asc), the declarations (tsc), and one bundle each for the library, the browser entry, the
// command, its launcher and the worker (esbuild). ARCHITECTURE.md says why each is one file, and why two are CommonJS.

import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const run = promisify(execFile);
const KERNELS = ['scalar', 'simd']; // targets of asconfig.json
const DATA_FILES = ['impossible-4-freecells.bin', 'known-cells.bin'];
const packageFile = JSON.parse(readFileSync('package.json', 'utf8'));

/** Time of the last change to a source file of the kernels. */
function newestSource() {
  const files = ['assembly', 'src/game'].flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((path) => join(folder, path)),
  );
  return Math.max(...[...files, 'asconfig.json', 'package-lock.json'].map((path) => statSync(path).mtimeMs));
}

/** Compiles a target of asconfig.json if its sources have changed. */
async function buildKernel(target) {
  const file = join('dist', `kernel-${target}.wasm`);
  if (existsSync(file) && statSync(file).mtimeMs > newestSource()) return;
  const { default: asc } = await import('assemblyscript/asc'); // loads for half a second, so only when it is needed
  const { error } = await asc.main([`assembly/${target}.ts`, '--target', target], { stderr: process.stderr });
  if (error !== null) throw error;
}

async function buildTypes() {
  await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json']).catch(
    ({ stdout }) => {
      throw new Error(stdout);
    },
  );
}

/** Removes everything in dist/ except the kernels. */
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
  // CommonJS has no import.meta.url
  define: { 'import.meta.url': 'moduleUrl' },
  banner: { js: "const moduleUrl = require('node:url').pathToFileURL(__filename).href;" },
};

async function buildAll() {
  const [, , part, ...kernels] = process.argv;
  if (part === '--kernels') {
    for (const target of kernels.length > 0 ? kernels : KERNELS) await buildKernel(target);
    return;
  }
  const isCodeAlone = part === '--code'; // the kernels and declarations have not changed
  if (!isCodeAlone) emptyDist();
  for (const name of DATA_FILES) copyFileSync(`data/${name}`, `dist/${name}`); // the code expects them in its own folder, like the kernels
  await Promise.all([
    ...(isCodeAlone ? [] : [...KERNELS.map(buildKernel), buildTypes()]),
    build({ ...node, entryPoints: ['src/index.ts'], external: ['piscina'], format: 'esm' }),
    build({
      ...common,
      entryPoints: ['src/browser.ts'],
      platform: 'browser',
      target: 'es2022',
      format: 'esm',
    }),
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
}

await buildAll();
