// Builds dist/: the kernels (asc), the declarations (tsc) and one file each for the library, the browser entry, the
// command, its launcher and the worker (esbuild). Why each is one file, and why two are CommonJS: ARCHITECTURE.md.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import module, { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { codeFile, loadScript } from './src/commands/compiled.cjs';

const run = promisify(execFile);
const KERNELS = ['scalar', 'simd']; // targets of asconfig.json
const packageFile = JSON.parse(readFileSync('package.json', 'utf8'));

/** A digest of all that a kernel is made of. */
function digestOfSources() {
  const files = ['assembly', 'src/game'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const hash = createHash('sha256');
  for (const path of ['asconfig.json', 'node_modules/assemblyscript/package.json', ...files.sort()]) {
    hash.update(path).update(readFileSync(path));
  }
  return hash.digest('hex');
}

/** Compiles a target of asconfig.json, which takes seconds, or takes the one of before if its sources are the same. */
async function buildKernel(target) {
  const built = join('build', 'kernels', `${target}-${digestOfSources()}.wasm`);
  const file = join('dist', `kernel-${target}.wasm`);
  mkdirSync('dist', { recursive: true });
  if (existsSync(built)) return copyFileSync(built, file);
  const { default: asc } = await import('assemblyscript/asc'); // half a second, when kernels are built
  const { error } = await asc.main(['--target', target], { stderr: process.stderr });
  if (error !== null) throw error;
  mkdirSync(join('build', 'kernels'), { recursive: true });
  copyFileSync(file, `${built}.${process.pid}`);
  renameSync(`${built}.${process.pid}`, built); // complete, or not there
}

async function buildTypes() {
  await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json']).catch(
    ({ stdout }) => {
      throw new Error(stdout);
    },
  );
}

/**
 * Deals with the command, and keeps the code that V8 has compiled for it: a tenth of the time to start. From Node 22.8 on,
 * Node does so itself.
 */
function keepCode() {
  const folder = resolve('dist');
  const cli = join(folder, 'cli.cjs');
  const output = join(mkdtempSync(join(tmpdir(), 'freecell-deals-')), 'deals.bin');
  const script = loadScript(folder);
  process.argv = [process.execPath, cli, 'generate', '1..100000', '-o', output, '--quiet'];
  process.on('exit', () => {
    rmSync(dirname(output), { recursive: true, force: true });
    writeFileSync(codeFile(folder), script.createCachedData());
  });
  script.runInThisContext()({}, createRequire(cli), {}, join(folder, 'command.cjs'), folder);
}

/** The licence of what the bundles hold of others: small parts of two packages, which nobody has to install for them. */
function writeNotice() {
  const licence = readFileSync('node_modules/hyparquet/LICENSE', 'utf8');
  const parts =
    'Parts of hyparquet and hyparquet-writer, https://github.com/hyparam, come under this licence:';
  mkdirSync('dist', { recursive: true });
  writeFileSync('dist/NOTICE', `${parts}\n\n${licence}`);
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

async function buildAll() {
  const [, , part, ...kernels] = process.argv;
  if (part === '--keep-code') return keepCode();
  if (part === '--kernels') {
    for (const target of kernels.length > 0 ? kernels : KERNELS) await buildKernel(target);
    return;
  }
  const isCodeAlone = part === '--code'; // kernels and declarations are as they were
  rmSync(isCodeAlone ? codeFile('dist') : 'dist', { recursive: true, force: true });
  writeNotice();
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
      supported: { 'dynamic-import': false }, // a script out of compiled code has none
      // commander starts programs for subcommands that are programs of their own, of which there are none: 3 ms to load
      alias: { 'node:child_process': './src/commands/no-child-process.cjs' },
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
  if (module.enableCompileCache !== undefined) return;
  // a command that fails is for the tests to find
  await run(process.execPath, ['build.mjs', '--keep-code']).catch(() => undefined);
}

await buildAll();
