// npm run mutate -- COUNT [WORD ...]: changes the kernels in COUNT places taken at random, one at a time, and prints the changes that
// no test notices. With words, only files with one of the words in their path are changed. Each change takes about half a minute.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Longest run of the tests, ms: a changed kernel may loop for ever. */
const LIMIT = 240_000;
const TESTS = ['game/deal', 'formats/formats', 'formats/parquet', 'engine/matcher', 'engine/debug-kernel'];

/** Texts, and what is written in their place. */
const CHANGES: [RegExp, (text: string) => string][] = [
  [/ \+ /g, () => ' - '],
  [/ - /g, () => ' + '],
  [/ [*&^] /g, () => ' | '],
  [/ (<<|>>|\|) /g, () => ' & '],
  [/ [<>] /g, (text) => `${text.trimEnd()}= `],
  [/ [<>]= /g, (text) => text.replace('=', '')],
  [/\.(add|sub|min_u|max_u|and|or)\(/g, () => '.xor('],
  [/\b(min|max)</g, (text) => (text === 'min<' ? 'max<' : 'min<')],
  [/(?<=\bif \().*(?=\) )/g, (condition) => `!(${condition})`],
  [/(?<![\w.])\d+\b/g, (n) => String(Number(n) + 1)],
];

interface Mutant {
  file: string;
  line: number; // from 0
  from: string;
  to: string;
}

function* mutantsOf(file: string): Generator<Mutant, void, void> {
  for (const [line, from] of readFileSync(join(ROOT, file), 'utf8').split('\n').entries()) {
    if (/^\s*(\/\/|\/?\*|import |export (const|@inline))/.test(from)) continue;
    for (const [pattern, change] of CHANGES) {
      for (const { 0: text, index } of from.matchAll(pattern))
        yield { file, line, from, to: from.slice(0, index) + change(text) + from.slice(index + text.length) };
    }
  }
}

function git(...args: string[]): string[] {
  const { stdout } = spawnSync('git', ['ls-files', '-z', ...args], { cwd: ROOT, encoding: 'utf8' });
  return stdout.split('\0').filter((path) => path !== '');
}

/** Copies the project; `run` runs Node in the copy, and returns whether it succeeds. */
function copyProject() {
  const folder = mkdtempSync(join(tmpdir(), 'freecell-deals-mutate-'));
  for (const path of [...git('--cached', '--others', '--exclude-standard'), 'dist'])
    cpSync(join(ROOT, path), join(folder, path), { recursive: true, preserveTimestamps: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const run = (...args: string[]) =>
    spawnSync(process.execPath, args, { cwd: folder, stdio: 'ignore', timeout: LIMIT }).status === 0;
  return { folder, run };
}

const [count = 'COUNT', ...words] = process.argv.slice(2);
if (!(Number(count) > 0)) throw new Error('usage: npm run mutate -- COUNT [WORD ...]');
const files = git('assembly').filter(
  (file) => words.length === 0 || words.some((word) => file.includes(word)),
);
const mutants = files.flatMap((file) => [...mutantsOf(file)]);
const { folder, run } = copyProject();
const isBuilt = () => run('build.mjs', '--kernels') && run('build.mjs', '--code');
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts', '--bail=1'];
const isAccepted = () => run(...vitest, ...TESTS.map((test) => `test/${test}.test.ts`));
let survivors = 0;
try {
  // tests that fail without a change would seem to notice every change
  if (!isBuilt() || !isAccepted()) throw new Error('the tests fail without a change');
  for (let tried = 0; tried < Number(count); ) {
    const { file, line, from, to } = mutants[Math.floor(Math.random() * mutants.length)] as Mutant;
    const text = readFileSync(join(ROOT, file), 'utf8');
    writeFileSync(join(folder, file), text.split('\n').with(line, to).join('\n'));
    if (isBuilt()) {
      tried++;
      const isSurvivor = isAccepted();
      if (isSurvivor) survivors++;
      const what = isSurvivor ? 'SURVIVES' : 'noticed';
      console.log(`${tried}: ${file}:${line + 1} ${what}\n- ${from.trim()}\n+ ${to.trim()}`);
    }
    writeFileSync(join(folder, file), text);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${Number(count) - survivors} of ${count} changes are noticed`);
