import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { kernelMutants } from './kernel-mutants.js';

test('the text that a bug of a kernel replaces occurs once in its file', () => {
  const occurrences = kernelMutants.map(({ file, name, from }) => [
    name,
    readFileSync(file, 'utf8').split(from).length - 1,
  ]);
  expect(occurrences).toEqual(kernelMutants.map(({ name }) => [name, 1]));
});
