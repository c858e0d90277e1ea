import { defineConfig } from 'vitest/config';

// npm run test:windows: apart from the other tests, as it needs Wine and Node for Windows
export default defineConfig({ test: { include: ['test/windows/*.test.ts'], testTimeout: 300_000 } });
