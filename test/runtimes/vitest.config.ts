import { defineConfig } from 'vitest/config';

// npm run test:runtimes: separate from the other tests, because it installs 400 MB of runtimes and bundlers
export default defineConfig({
  test: {
    include: ['test/runtimes/*.test.ts'],
    globalSetup: 'test/runtimes/setup.ts',
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
});
