import { defineConfig } from 'vitest/config';

// npm run test:windows: separate from the other tests, because it needs Wine and Node for Windows
export default defineConfig({ test: { include: ['test/windows/*.test.ts'], testTimeout: 300_000 } });
