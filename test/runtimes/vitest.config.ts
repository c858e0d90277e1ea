import { defineConfig } from 'vitest/config';

// npm run test:runtimes: apart from the other tests, as it installs runtimes and bundlers out of npm, 400 MB
export default defineConfig({
  test: {
    include: ['test/runtimes/*.test.ts'],
    globalSetup: 'test/runtimes/setup.ts',
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
});
