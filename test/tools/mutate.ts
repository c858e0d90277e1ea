// npm run mutate -- [WORD ...]: puts the bugs of kernel-mutants.ts into a copy of the project, one at a time, and prints which ones
// the tests notice. With words, uses only the bugs with one of the words in their file or name. The copy is rebuilt for each bug.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Mutant, kernelMutants as mutants } from './kernel-mutants.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Longest run of the tests of a bug, ms. */
const LIMIT = 240_000;

interface Report {
  success: boolean;
  testResults: { name: string; message: string; assertionResults: { status: string; fullName: string }[] }[];
}

/** Runs tests in the copy; returns the first failure, or undefined. */
async function failureOf(folder: string, tests: readonly string[]): Promise<string | undefined> {
  const output = join(folder, 'build', 'report.json');
  rmSync(output, { force: true });
  const files = tests.map((test) => `test/${test}.test.ts`);
  const flags = ['--bail=1', '--reporter=json', `--outputFile=${output}`];
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...flags, ...files];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: 'ignore', detached: true });
  const timer = setTimeout(() => process.kill(-(child.pid as number), 'SIGKILL'), LIMIT);
  const [status] = await once(child, 'exit');
  clearTimeout(timer);
  if (status === null) return 'it hangs';
  if (status === 0) return undefined;
  const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as Report;
  if (testResults.length === 0) throw new Error('the tests did not start');
  for (const { name, message, assertionResults } of testResults) {
    const failed = assertionResults.find(({ status }) => status === 'failed');
    const file = name.slice(folder.length + 1);
    if (failed !== undefined) return `${file}: ${failed.fullName}`;
    if (message !== '') return `${file}: ${message.split('\n')[0]}`;
  }
  return `vitest ended with status ${status}`;
}

/** Rebuilds the code, or the kernel, that contains a file. */
function buildWith(folder: string, file: string): void {
  const [, kernels] = /^assembly\/(?:(simd|scalar)\/)?/.exec(file) ?? ['', undefined];
  const part = file.startsWith('assembly/') ? ['--kernels', ...(kernels ? [kernels] : [])] : ['--code'];
  const { status, stderr } = spawnSync(process.execPath, ['build.mjs', ...part], { cwd: folder });
  if (status !== 0) throw new Error(`it cannot be built: ${stderr}`);
  // the kernel that does not contain the file is not built again, and the tests refuse it if it is older than the file
  const now = new Date();
  for (const name of readdirSync(join(folder, 'dist'))) utimesSync(join(folder, 'dist', name), now, now);
}

/** Inserts a bug; returns a function that removes it. */
function putIn(folder: string, { file, from, to }: Mutant): () => void {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.split(from).join(to)); // it occurs once
  return () => writeFileSync(path, text);
}

function copyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'freecell-deals-mutate-'));
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  for (const path of [...stdout.split('\0').filter((path) => path !== ''), 'dist'])
    cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  cpSync(join(ROOT, 'package.json'), join(folder, 'build', 'package.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

async function main(): Promise<void> {
  const words = process.argv.slice(2);
  const chosen = mutants.filter(
    ({ file, name }) => words.length === 0 || words.some((word) => `${file} ${name}`.includes(word)),
  );
  const placeless = chosen.filter(
    ({ file, from }) => readFileSync(join(ROOT, file), 'utf8').split(from).length !== 2,
  );
  for (const { file, name } of placeless)
    console.log(`${file}: ${name}: ITS TEXT DOES NOT OCCUR EXACTLY ONCE`);
  if (placeless.length > 0) process.exit(1);
  const folder = copyProject();
  const survivors: Mutant[] = [];
  try {
    buildWith(folder, 'src/');
    cpSync(join(folder, 'dist'), join(folder, 'build', 'dist'), { recursive: true });
    const proven = new Set<string>();
    for (const [i, mutant] of chosen.entries()) {
      const place = `${i + 1}/${chosen.length}`;
      // tests that fail without a bug would seem to notice every bug
      const unproven = mutant.tests.filter((test) => !proven.has(test));
      const failure = unproven.length > 0 ? await failureOf(folder, unproven) : undefined;
      if (failure !== undefined) {
        survivors.push(mutant);
        console.log(`${place} ${mutant.file}: ${mutant.name}: TESTS FAIL WITHOUT IT: ${failure}`);
        continue;
      }
      for (const test of unproven) proven.add(test);
      const takeOut = putIn(folder, mutant);
      buildWith(folder, mutant.file);
      const noticed = await failureOf(folder, mutant.tests);
      takeOut();
      cpSync(join(folder, 'build', 'dist'), join(folder, 'dist'), { recursive: true });
      if (noticed === undefined) survivors.push(mutant);
      console.log(`${place} ${dirname(mutant.file)}: ${mutant.name}: ${noticed ?? 'SURVIVES'}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`${chosen.length - survivors.length} of ${chosen.length} bugs are noticed`);
  for (const { file, name } of survivors) console.log(`survives: ${file}: ${name}`);
  if (survivors.length > 0) process.exitCode = 1;
}

await main();
