import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig, type Plugin, type TestProjectInlineConfiguration } from 'vitest/config';
import { SkippedTests } from './support/skipped.js';

// Removes NODE_*: these variables are for the test runner, and slow every child process.
for (const name of Object.keys(process.env)) if (/^NODE_(?!ENV$)/.test(name)) delete process.env[name];

/** Files of tests that replace modules or settings. The other files of a worker share the modules of src/. */
const ISOLATED = 'test/**/*.isolated.test.ts';

/** Whether StrykerJS runs the tests. It also changes code that runs only once, when a module is loaded. */
const IS_MUTATED = process.env.STRYKER_MUTATOR_WORKER !== undefined;

/** Tests that install packages, or run an emulator. */
const SLOW = { testTimeout: 300_000, hookTimeout: 300_000 };

/** Folders of tests that npm test leaves out, because they need other programs or take minutes. Each is a project. */
const APART: Record<string, TestProjectInlineConfiguration> = {
  arm: { test: SLOW },
  examples: { extends: true },
  package: { test: SLOW },
  runtimes: { test: { globalSetup: 'test/runtimes/setup.ts', ...SLOW } },
  // all pages share one clipboard
  site: { extends: true, test: { globalSetup: 'test/site/setup.ts', fileParallelism: false } },
  slurm: {},
  windows: { test: SLOW },
};
const testsOf = (folder: string) => [`test/${folder}/*.test.ts`];

const constants = new Map(
  [...readFileSync('src/game/constants.ts', 'utf8').matchAll(/^export (const (\w+) = .*)$/gm)].map(
    ([, line, name]) => [name, line],
  ),
);

/**
 * Goes into the keys of transformed modules, which are kept between runs and have the constants in them.
 * Global setups are not kept: if one of them throws, Vitest 4.1.12 fails itself, and shows no message.
 */
const keyOfConstants = ({ environment }: { environment: { name: string } }) =>
  environment.name !== '__vitest__' && [...constants.values()].join();

/**
 * Replaces imported constants by literals.
 * Vitest would read each constant with a getter, which makes dealing twenty times as slow.
 */
const inlineConstants: Plugin = {
  name: 'inline-constants',
  enforce: 'pre',
  configureVitest: ({ experimental_defineCacheKeyGenerator: define }) => define(keyOfConstants),
  transform: (code, id) =>
    id.endsWith('.ts')
      ? code.replace(/^import \{([^}]*)\} from '[./\w]*\/constants\.js';/gm, (all, names: string) => {
          const lines = (names.match(/\w+/g) ?? []).map((name) => constants.get(name));
          return lines.includes(undefined) ? all : lines.join(' ') + all.replace(/[^\n]/g, '');
        })
      : undefined,
};

// one worker more than there are processors, because many tests wait for commands and for the disk
export default defineConfig({
  plugins: [inlineConstants],
  test: {
    experimental: { fsModuleCache: !IS_MUTATED },
    testTimeout: 60_000,
    chaiConfig: { truncateThreshold: 2000 }, // long enough to show all that a command prints on standard error
    maxWorkers: availableParallelism() + 1,
    execArgv: IS_MUTATED ? [] : ['--max-semi-space-size=64'], // MB: rarer collections save a tenth of the time; not for threads
    reporters: ['default', new SkippedTests()],
    globalSetup: 'test/support/built.ts',
    setupFiles: ['test/support/watchdog.ts', 'test/support/large-arrays.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['test/**/*.test.ts'],
          exclude: [...Object.keys(APART).flatMap(testsOf), ISOLATED],
          isolate: IS_MUTATED,
        },
      },
      { extends: true, test: { name: 'isolated', include: [ISOLATED] } },
      ...Object.entries(APART).map(([name, project]) => ({
        ...project,
        test: { ...project.test, name, include: testsOf(name) },
      })),
    ],
  },
});
