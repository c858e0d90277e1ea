import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vitest/config';
import { SkippedTests } from './test/support/skipped.js';

/** Folders of tests with a script of their own in package.json. */
const APART = /^(arm|examples|package|runtimes|site|slurm|windows)[\\/]/;

const tests = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.test\.ts$/.test(file) && !APART.test(file))
  .map((file) => join('test', file));

/** Tests that replace a module, the time or the environment have the modules of src to themselves; the others share them. */
const isAlone = (file: string) =>
  /\bvi\.(?!waitFor|spyOn)|process\.env\.\w+ =/.test(readFileSync(file, 'utf8'));

// What Node reads from the environment is meant for whoever runs the tests, and costs each of a thousand commands its start.
for (const name of Object.keys(process.env)) if (/^NODE_(?!ENV$)/.test(name)) delete process.env[name];

const constants = new Map(
  [...readFileSync('src/game/constants.ts', 'utf8').matchAll(/^export (const (\w+) = .*)$/gm)].map(
    ([, line, name]) => [name, line],
  ),
);

/** Puts literals in the place of imported constants, which vitest would read by a getter: deals take a twentieth of the time. */
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

// one more than there are processors: many tests wait, for commands that they run and for the disk
export default defineConfig({
  plugins: [inlineConstants],
  test: {
    testTimeout: 60_000,
    chaiConfig: { truncateThreshold: 2000 }, // what a command said on standard error is shown in full
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
      // npm run test:examples: they are programs of their own
      { extends: true, test: { name: 'examples', include: ['test/examples/*.test.ts'] } },
      // npm run test:site; one file after the other, as all pages have one clipboard
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
