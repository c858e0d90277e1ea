import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vitest/config';
import { SkippedTests } from './test/support/skipped.js';

/** Folders of tests that have their own script in package.json. */
const APART = /^(arm|examples|package|runtimes|site|slurm|windows)[\\/]/;

const tests = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.test\.ts$/.test(file) && !APART.test(file))
  .map((file) => join('test', file));

/** Whether a file of tests replaces modules, time or environment, and so must run isolated. */
const isAlone = (file: string) =>
  /\bvi\.(?!waitFor|spyOn)|process\.env\.\w+ =/.test(readFileSync(file, 'utf8'));

// Removes NODE_*: these variables are for the test runner, and slow every child process.
for (const name of Object.keys(process.env)) if (/^NODE_(?!ENV$)/.test(name)) delete process.env[name];

const constants = new Map(
  [...readFileSync('src/game/constants.ts', 'utf8').matchAll(/^export (const (\w+) = .*)$/gm)].map(
    ([, line, name]) => [name, line],
  ),
);

/**
 * Replaces imported constants by literals.
 * Vitest would read each constant with a getter, which makes dealing twenty times as slow.
 */
export const inlineConstants: Plugin = {
  name: 'inline-constants',
  enforce: 'pre',
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
    testTimeout: 60_000,
    chaiConfig: { truncateThreshold: 2000 }, // long enough to show all that a command prints on standard error
    maxWorkers: availableParallelism() + 1,
    reporters: ['default', new SkippedTests()],
    globalSetup: 'test/support/built.ts',
    setupFiles: ['test/support/watchdog.ts', 'test/support/large-arrays.ts'],
    projects: [
      {
        extends: true,
        test: { name: 'shared', include: tests.filter((file) => !isAlone(file)), isolate: false },
      },
      { extends: true, test: { name: 'alone', include: tests.filter(isAlone) } },
      // npm run test:examples: tests of separate programs
      { extends: true, test: { name: 'examples', include: ['test/examples/*.test.ts'] } },
      // npm run test:site: one file after another, because all pages share one clipboard
      {
        extends: true,
        test: {
          name: 'site',
          include: ['test/site/*.test.ts'],
          globalSetup: 'test/site/setup.ts',
          fileParallelism: false,
        },
      },
    ],
  },
});
