import { defineConfig } from 'vitest/config';

// npm run test:arm: apart from the other tests, as it needs an emulator and Node for ARM64
export default defineConfig({ test: { include: ['test/arm/*.test.ts'], testTimeout: 300_000 } });
