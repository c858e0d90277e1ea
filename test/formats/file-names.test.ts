// The format that the name of a file implies: its last extension, after the last separator of either kind.

import { expect, it } from 'vitest';
import { formatOfFile, formats } from '../../src/formats/registry.js';

it.each(
  formats.flatMap(({ extension, name }) =>
    ['deals', 'deals.v2', 'C:\\deals', 'C:/deals.2026/a', 'a.bin\\b', '.hidden/a.txt', '..\\a']
      .map((path) => [`${path}${extension}`, name])
      .concat([[`DEALS${extension.toUpperCase()}`, name]]),
  ),
)('%s is %s', (path, name) => {
  expect(formatOfFile(path).name).toBe(name);
});

it.each([
  'deals.v2',
  'deals.bin.old',
  'C:\\a.bin\\deals',
  'a.bin/deals',
  '.bin',
  'folder\\.bin',
  'C:.',
  'bin',
])('%s implies no format', (path) => {
  expect(() => formatOfFile(path)).toThrow(/cannot infer the format/);
});
