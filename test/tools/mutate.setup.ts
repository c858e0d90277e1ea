import { beforeEach } from 'vitest';

const leftOut = new Set<string>(JSON.parse(process.env.MUTATION_LEFT_OUT ?? '[]'));

// not by testNamePattern, which StrykerJS sets
beforeEach(({ task, skip }) => {
  if (leftOut.has(task.fullTestName)) skip();
});
