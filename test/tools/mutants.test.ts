import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { mutants } from './mutants.js';

it('every named bug has its place in the source', () => {
  const stale = mutants.filter(({ file, from }) => readFileSync(file, 'utf8').split(from).length !== 2);
  expect(stale.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});
