import { defineConfig } from 'vitest/config';

// npm run test:slurm: separate from the other tests, because it starts a cluster's daemons and takes one or two minutes
export default defineConfig({ test: { include: ['test/slurm/*.test.ts'] } });
