import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

// a worker for each processor: most tests wait for commands that they run
export default defineConfig({
  define: { PACKAGE_VERSION: JSON.stringify(version) }, // as build.mjs does
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/slurm/**'], // npm run test:slurm
    testTimeout: 60_000,
    maxWorkers: availableParallelism(),
  },
});
