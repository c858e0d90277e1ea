// npm run mutate -- FOLDER: StrykerJS changes the code of a folder of src/ in all ways that it knows, one at a time, and the
// tests of that folder have to notice each. It is fetched into build/stryker, so that no clone depends on it.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Harmless, harmlessMutants } from './harmless-mutants.js';

const PACKAGES = ['@stryker-mutator/core@9.6.1', '@stryker-mutator/vitest-runner@9.6.1'];

/** Tests that import what they test, in test/ and without .test.ts; those of a folder are in the folder of its name. */
const TESTS: Record<string, readonly string[]> = {
  game: ['game/*'],
  selection: [
    'selection/{checksum,exclude,key,sample,where,list-file}',
    'selection/condition/*',
    'engine/matcher',
  ],
  board: ['board/*'],
  common: ['common/*', 'verbs/options', 'board/parse', 'selection/list-file'],
  check: ['check/*', 'formats/parquet-verify'],
  pipeline: ['pipeline/*', 'selection/limit'],
  formats: ['formats/*', 'check/check-records'],
  reader: ['reader/*', 'verbs/merge'],
  verbs: ['verbs/*', 'pipeline/everything'],
  output: ['output/{atomic-file,descriptors,interrupted,lock,write-all}'],
};

/** Words in the names of tests that go on for seconds where each step asks which mutant is on. */
const LEFT_OUT = [
  'million|2\\^20|digest|Freecell Solver|any deal (below|from)|permutations|deals any number|any number of its cards',
  'finds the row|crosses the edge|never tells 0|random order|the impossible deals|out of any range|golden data',
  'shows any d|two cards swapped|any board|reads any boards|whatever the text|more boards than|the work grows|10,000 headers|killed|many blocks',
].join('|');

interface StrykerReport {
  files: Record<string, { source: string; mutants: StrykerMutant[] }>;
}

interface StrykerMutant {
  mutatorName: string;
  replacement?: string;
  status: 'Killed' | 'Survived' | 'NoCoverage' | 'Timeout' | 'CompileError' | 'RuntimeError' | 'Ignored';
  location: { start: Place; end: Place };
}

interface Place {
  line: number; // from 1
  column: number; // from 1
}

/** The text that a mutant replaces. */
function originalOf(source: string, { location: { start, end } }: StrykerMutant): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  lines[lines.length - 1] = lines[lines.length - 1].slice(0, end.column - 1);
  lines[0] = lines[0].slice(start.column - 1);
  return lines.join('\n');
}

function install(folder: string): void {
  if (existsSync(join(folder, 'node_modules/@stryker-mutator/vitest-runner'))) return;
  mkdirSync(folder, { recursive: true });
  const flags = ['--no-save', '--legacy-peer-deps', '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', ['install', '--prefix', folder, ...flags, ...PACKAGES], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('StrykerJS cannot be installed');
}

/** Prints the score of a folder and what survives; returns how many mutants that no line of harmless-mutants.ts excuses. */
function tell(name: string, { files }: StrykerReport): number {
  let [noticed, excused] = [0, 0];
  const survivors: string[] = [];
  for (const [file, { source, mutants }] of Object.entries(files)) {
    for (const mutant of mutants) {
      const { status, replacement = '', location, mutatorName } = mutant;
      if (status === 'Killed' || status === 'Timeout' || status === 'RuntimeError') noticed++;
      if (status !== 'Survived' && status !== 'NoCoverage') continue;
      const original = originalOf(source, mutant);
      const isThis = ({ file: of, from, to }: Harmless) =>
        file === `src/${of}` && from === original && to === replacement;
      if (harmlessMutants.some(isThis)) excused++;
      else
        survivors.push(
          `${file}:${location.start.line} ${mutatorName} ${status}\n  - ${original}\n  + ${replacement}`,
        );
    }
  }
  for (const survivor of survivors) console.log(survivor);
  const score = ((100 * noticed) / (noticed + survivors.length)).toFixed(1);
  console.log(
    `src/${name}: ${noticed} noticed, ${survivors.length} not, ${excused} make no difference: ${score} %`,
  );
  return survivors.length;
}

/** Runs StrykerJS over a folder of src/, or some of its files; returns how many mutants survive. */
export function mutateFolder(root: string, name: string, files = '**/*.ts'): number {
  const folder = join(root, 'build', 'stryker');
  install(folder);
  const report = join(folder, `${name}.report.json`);
  const config = join(folder, `${name}.json`);
  writeFileSync(
    config,
    JSON.stringify({
      mutate: [`src/${name}/${files}`, '!src/game/constants.ts'], // which the runner puts into other modules
      testRunner: 'vitest',
      plugins: [join(folder, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')],
      vitest: { configFile: 'test/tools/mutate.vitest.config.ts', related: false },
      tsconfigFile: 'nonexistent.json', // StrykerJS would start the compiler's API, which TypeScript 7 has not
      coverageAnalysis: 'perTest',
      concurrency: 1,
      timeoutMS: 10_000,
      reporters: ['json', 'progress-append-only'],
      jsonReporter: { fileName: report },
      tempDirName: join(folder, 'tmp'),
      ignorePatterns: ['build', 'site', 'bench', 'docs'],
    }),
  );
  const tests = TESTS[name] ?? [`${name}/**/*`];
  const { status } = spawnSync(
    process.execPath,
    [join(folder, 'node_modules/@stryker-mutator/core/bin/stryker.js'), 'run', config],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        MUTATION_TESTS: tests.map((test) => `test/${test}.test.ts`).join(' '),
        MUTATION_LEFT_OUT: LEFT_OUT,
      },
    },
  );
  if (status !== 0) throw new Error(`StrykerJS ended with status ${status}`);
  return tell(name, JSON.parse(readFileSync(report, 'utf8')));
}
