import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const tests = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.test\.ts$/.test(file) && !/^(arm|runtimes|site|slurm|windows)\b/.test(file))
  .map((file) => join('test', file));

/** Tests that replace a part of Node, or the environment, have the modules of src to themselves; the others share them. */
const isAlone = (file: string) => /\bvi\.(?!waitFor)|process\.env\.\w+ =/.test(readFileSync(file, 'utf8'));

// one more than there are processors: many tests wait, for commands that they run and for the disk
export default defineConfig({
  test: {
    testTimeout: 60_000,
    chaiConfig: { truncateThreshold: 2000 }, // what a command said on standard error is shown in full
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: { name: 'shared', include: tests.filter((file) => !isAlone(file)), isolate: false },
      },
      { extends: true, test: { name: 'alone', include: tests.filter(isAlone) } },
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
