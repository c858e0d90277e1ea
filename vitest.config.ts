import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// a worker for each processor: most tests wait for commands that they run
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/slurm/**'], // npm run test:slurm
    testTimeout: 60_000,
    chaiConfig: { truncateThreshold: 2000 }, // what a command said on standard error is shown in full
    maxWorkers: availableParallelism(),
  },
});
