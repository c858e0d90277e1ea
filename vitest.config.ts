import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// a worker for each processor: most tests wait for commands that they run
export default defineConfig({
  test: {
    testTimeout: 60_000,
    chaiConfig: { truncateThreshold: 2000 }, // what a command said on standard error is shown in full
    maxWorkers: availableParallelism(),
    projects: [
      {
        extends: true,
        test: {
          name: 'package',
          include: ['test/**/*.test.ts'],
          exclude: ['test/slurm/**', 'test/site/**'], // npm run test:slurm
        },
      },
      {
        extends: true,
        test: { name: 'site', include: ['test/site/*.test.ts'], globalSetup: 'test/site/setup.ts' },
      },
    ],
  },
});
