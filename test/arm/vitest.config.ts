import { defineConfig } from 'vitest/config';

// npm run test:arm: separate from the other tests, because it needs an emulator and Node for ARM64
export default defineConfig({ test: { include: ['test/arm/*.test.ts'], testTimeout: 300_000 } });
