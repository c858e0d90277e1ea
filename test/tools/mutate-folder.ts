// npm run mutate -- FOLDER [FILES]: StrykerJS changes the code of a folder of src/ in every way that it knows, one change at a time.
// The tests of that folder must notice each change. StrykerJS is installed in build/stryker, so that it is no dependency.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Harmless, harmlessMutants } from './harmless-mutants.js';

const CONFIG = 'test/tools/mutate.vitest.config.ts';
const PACKAGES = ['@stryker-mutator/core@9.6.1', '@stryker-mutator/vitest-runner@9.6.1'];

/**
 * Tests of each folder, as paths in test/ without .test.ts.
 * They import the code that they test. All tests of a folder that is not listed are in its mirror.
 */
const TESTS: Record<string, readonly string[]> = {
  selection: ['selection/!(filter|limit|resume|shard)', 'selection/{condition,list}/*', 'engine/matcher'],
  common: ['common/*', 'verbs/options', 'board/parse', 'selection/list/list-file'],
  check: ['check/*', 'formats/parquet/verify'],
  pipeline: ['pipeline/*', 'selection/limit'],
  formats: ['formats/!(naming)', 'formats/parquet/*', 'check/check-records'],
  reader: ['reader/*', 'verbs/merge'],
  verbs: ['verbs/*', 'pipeline/everything'],
  output: ['output/!(stream|survive)'],
};

/** Files that are not mutated: vitest's configuration copies the constants into other modules. */
const LEFT_OUT = ['!src/game/constants.ts'];

/** Folders whose tests replace modules, so that each file is isolated. */
const ISOLATED = ['output'];

/**
 * Longest duration of the tests in the first run, ms.
 * The second run uses longer tests for the mutants that survived the first.
 */
const RUNS = { first: 150, second: 2000 };
type Run = keyof typeof RUNS;

interface Test {
  name: string; // with the names of its suites
  duration: number; // ms, with unchanged code
}

interface Place {
  line: number; // from 1
  column: number; // from 1
}

interface StrykerReport {
  files: Record<
    string,
    {
      source: string;
      mutants: {
        mutatorName: string;
        replacement?: string;
        status: string;
        location: { start: Place; end: Place };
      }[];
    }
  >;
}

interface VitestReport {
  testResults: { assertionResults: { ancestorTitles: string[]; title: string; duration?: number }[] }[]; // ms
}

/** A change of the code, and its result. */
interface Mutant {
  file: string;
  range: string; // in the syntax of StrykerJS
  kind: string;
  from: string;
  to: string;
  isNoticed: boolean | undefined; // undefined if it cannot run
}

const NOTICED: Record<string, boolean> = {
  Killed: true,
  Timeout: true,
  RuntimeError: true,
  Survived: false,
  NoCoverage: false,
};

function mutantsIn({ files }: StrykerReport): Mutant[] {
  return Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants.map(({ mutatorName, replacement = '', status, location: { start, end } }) => {
      const lines = source.split('\n').slice(start.line - 1, end.line);
      lines[lines.length - 1] = lines[lines.length - 1].slice(0, end.column - 1);
      lines[0] = lines[0].slice(start.column - 1);
      return {
        file,
        range: `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`,
        kind: mutatorName,
        from: lines.join('\n'),
        to: replacement,
        isNoticed: NOTICED[status],
      };
    }),
  );
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

/** Settings that Vitest's configuration reads. */
function environmentOf(name: string, run: Run = 'second', leftOut: readonly Test[] = []): NodeJS.ProcessEnv {
  const tests = TESTS[name] ?? [`${name}/**/*`];
  return {
    ...process.env,
    MUTATION_TESTS: tests.map((test) => `test/${test}.test.ts`).join(' '),
    MUTATION_LEFT_OUT: JSON.stringify(leftOut.map((test) => test.name)),
    MUTATION_ISOLATE: String(run === 'second' || ISOLATED.includes(name)),
  };
}

/** Lists the tests of a folder, with their durations. */
function timeTests(root: string, name: string): Test[] {
  const report = join(root, 'build', 'stryker', `${name}.times.json`);
  const flags = ['run', '--config', CONFIG, '--reporter=json', `--outputFile=${report}`, '--maxWorkers=1'];
  const { status } = spawnSync('npx', ['vitest', ...flags], {
    cwd: root,
    stdio: 'inherit',
    env: environmentOf(name),
  });
  if (status !== 0) throw new Error('the tests fail without a change, too');
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as VitestReport;
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .map(({ ancestorTitles, title, duration = 0 }) => ({
      name: [...ancestorTitles, title].join(' > '),
      duration,
    }));
}

/** Runs StrykerJS over files or ranges, with the folder's short tests. */
function runStryker(
  root: string,
  name: string,
  mutate: readonly string[],
  run: Run,
  tests: readonly Test[],
): Mutant[] {
  const folder = join(root, 'build', 'stryker');
  const leftOut = tests.filter(({ duration }) => duration > RUNS[run]);
  console.log(
    `the ${run} run, without ${leftOut.length} of ${tests.length} tests, over ${RUNS[run]} ms each`,
  );
  const report = join(folder, `${name}.${run}.report.json`);
  const config = join(folder, `${name}.json`);
  writeFileSync(
    config,
    JSON.stringify({
      mutate,
      testRunner: 'vitest',
      plugins: [join(folder, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')],
      vitest: { configFile: CONFIG, related: false },
      tsconfigFile: 'nonexistent.json', // otherwise it uses the compiler's API, which TypeScript 7 lacks
      disableTypeChecks: false, // changed sources would fail a test that reads a source
      coverageAnalysis: 'perTest',
      concurrency: 1,
      timeoutMS: 6_000,
      reporters: ['json', 'progress-append-only'],
      jsonReporter: { fileName: report },
      tempDirName: join(folder, `tmp-${name}`),
      ignorePatterns: ['build', 'site', 'bench', 'docs'],
      warnings: { slow: false },
    }),
  );
  const program = join(folder, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  const { status } = spawnSync(process.execPath, [program, 'run', config], {
    cwd: root,
    stdio: 'inherit',
    env: environmentOf(name, run, leftOut),
  });
  if (status !== 0) throw new Error(`StrykerJS ended with status ${status}`);
  return mutantsIn(JSON.parse(readFileSync(report, 'utf8')));
}

/** Whether harmless-mutants.ts says why a mutant makes no difference. */
function isHarmless({ file, from, to }: Mutant): boolean {
  return harmlessMutants.some(
    (one: Harmless) => `src/${one.file}` === file && one.from === from && one.to === to,
  );
}

/**
 * Mutates a folder of src/, or files of it.
 * Prints the score and the survivors. Returns the number of survivors.
 */
export function mutateFolder(root: string, name: string, files = '**/*.ts'): number {
  install(join(root, 'build', 'stryker'));
  const tests = timeTests(root, name);
  const all = runStryker(root, name, [`src/${name}/${files}`, ...LEFT_OUT], 'first', tests);
  const survivors = all.filter((mutant) => mutant.isNoticed === false && !isHarmless(mutant));
  const ranges = [...new Set(survivors.map(({ range }) => range))];
  const again = ranges.length === 0 ? [] : runStryker(root, name, ranges, 'second', tests);
  const isSame = (one: Mutant, other: Mutant) => one.range === other.range && one.to === other.to;
  const left = survivors.filter((mutant) => !again.some((other) => isSame(mutant, other) && other.isNoticed));
  for (const { range, kind, from, to } of left) console.log(`${range} ${kind}\n  - ${from}\n  + ${to}`);
  const valid = all.filter((mutant) => mutant.isNoticed !== undefined && !isHarmless(mutant)).length;
  const score = ((100 * (valid - left.length)) / valid).toFixed(1);
  console.log(`src/${name}: ${valid - left.length} of ${valid} mutants are noticed, ${score} %`);
  return left.length;
}
