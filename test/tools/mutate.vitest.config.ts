import { defineConfig } from 'vitest/config';
import { inlineConstants } from '../../vitest.config.js';

const { MUTATION_TESTS = '' } = process.env;

// npm run mutate -- FOLDER: tests that run what is mutated, hundreds of times
export default defineConfig({
  plugins: [inlineConstants],
  test: {
    include: MUTATION_TESTS.split(' '),
    setupFiles: ['test/support/large-arrays.ts', 'test/tools/mutate.setup.ts'],
    testTimeout: 60_000,
  },
});
