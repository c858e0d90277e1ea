import { defineConfig } from 'vitest/config';

// npm run test:package: apart from the other tests, as it runs all of it on four Nodes, in about two minutes
export default defineConfig({
  test: { include: ['test/package/*.test.ts'], testTimeout: 300_000, hookTimeout: 300_000 },
});
