import { defineConfig } from 'vitest/config';
import { inlineConstants } from '../../vitest.config.js';

const { MUTATION_TESTS = '', MUTATION_ISOLATE } = process.env;

// npm run mutate -- FOLDER: runs the tests of the mutated code, hundreds of times
export default defineConfig({
  plugins: [inlineConstants],
  test: {
    include: MUTATION_TESTS.split(' '),
    // modules that are loaded once do not see changes of code that runs while they load; the second run sees them
    isolate: MUTATION_ISOLATE === 'true',
    setupFiles: ['test/support/large-arrays.ts', 'test/tools/mutate.setup.ts'],
    testTimeout: 60_000,
  },
});
