import { beforeEach } from 'vitest';

const leftOut = new Set<string>(JSON.parse(process.env.MUTATION_LEFT_OUT ?? '[]'));

// does not use testNamePattern, because StrykerJS sets it
beforeEach(({ task, skip }) => {
  if (leftOut.has(task.fullTestName)) skip();
});
