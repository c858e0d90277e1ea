import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { hasPlace } from './mutant.js';
import { mutants } from './mutants.js';

it('every named bug has its place in the source', () => {
  const stale = mutants.filter((mutant) => !hasPlace(readFileSync(mutant.file, 'utf8'), mutant));
  expect(stale.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});
