import { defineConfig } from 'vitest/config';
import { inlineConstants } from '../../vitest.config.js';

const { MUTATION_TESTS = '', MUTATION_LEFT_OUT = 'a^' } = process.env;

// npm run mutate -- FOLDER: tests that run what is mutated, hundreds of times
export default defineConfig({
  plugins: [inlineConstants],
  test: {
    include: MUTATION_TESTS.split(' '),
    testNamePattern: new RegExp(`^(?!.*(?:${MUTATION_LEFT_OUT}))`),
    setupFiles: 'test/support/large-arrays.ts',
    testTimeout: 60_000,
  },
});
