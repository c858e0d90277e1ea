import { defineConfig } from 'vitest/config';

// npm run test:slurm: apart from the other tests, as it starts a cluster's daemons and takes a minute or two
export default defineConfig({ test: { include: ['test/slurm/*.test.ts'] } });
