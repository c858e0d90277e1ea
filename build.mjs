// Builds dist/: the kernels (asc), the declarations (tsc) and one file each for the library, the browser entry, the
// command, its launcher and the worker (esbuild). Why each is one file, and why two are CommonJS: ARCHITECTURE.md.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import asc from 'assemblyscript/asc';
import { build } from 'esbuild';

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

async function buildAll() {
  const [, , part, ...kernels] = process.argv;
  if (part === '--kernels') {
    for (const target of kernels.length > 0 ? kernels : KERNELS) await buildKernel(target);
    return;
  }
  const isCodeAlone = part === '--code'; // kernels and declarations are as they were
  if (!isCodeAlone) rmSync('dist', { recursive: true, force: true });
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
      ...node,
      entryPoints: [
        { in: 'src/cli.ts', out: 'command' },
        { in: 'src/threads/worker.ts', out: 'worker' },
      ],
      external: ['piscina', 'cli-progress'],
      format: 'cjs',
      outExtension: { '.js': '.cjs' },
      // CommonJS has no import.meta
      define: { 'import.meta.url': 'moduleUrl' },
      banner: { js: "const moduleUrl = require('node:url').pathToFileURL(__filename).href;" },
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
