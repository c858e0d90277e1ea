import { defineConfig } from 'vitest/config';

// npm run test:package: separate from the other tests, because it runs on four Nodes and takes several minutes
export default defineConfig({
  test: { include: ['test/package/*.test.ts'], testTimeout: 300_000, hookTimeout: 300_000 },
});
