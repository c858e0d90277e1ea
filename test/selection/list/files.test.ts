// Patterns in place of files, because some shells do not expand them.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { InputError } from '../../../src/common/errors.js';
import { expandPatterns } from '../../../src/selection/list/files.js';
import { temporaryFolder } from '../../support/command.js';

const FILES =
  'b1.bin a1.bin a10.bin a2.bin a.bin .a1.bin a1xbin a1.bin.partial $+^(1){1}[1]|.bin y*.bin'.split(' ');

function folderWithFiles(): string {
  const folder = temporaryFolder();
  for (const name of FILES) writeFileSync(join(folder, name), '');
  mkdirSync(join(folder, 'sub'));
  writeFileSync(join(folder, 'sub', 'c1.bin'), '');
  return folder;
}

it.each([
  ['a*.bin', ['a.bin', 'a1.bin', 'a10.bin', 'a2.bin']],
  ['*1?bin', ['a1.bin', 'a1xbin', 'b1.bin']],
  ['a??.*', ['a10.bin']],
  ['$+^(1){1}[1]|*.bin', ['$+^(1){1}[1]|.bin']],
  ['sub/*.bin', ['sub/c1.bin']],
  ['y*.bin', ['y*.bin']], // a file of that name is that file
])('%s', (pattern, names) => {
  const folder = folderWithFiles();
  expect(expandPatterns([join(folder, pattern)])).toEqual(names.map((name) => join(folder, name)));
});

it('all paths without patterns stay as they are, in their order', () => {
  const folder = folderWithFiles();
  const [none, one] = [join(folder, 'none.bin'), join(folder, 'b1.bin')];
  expect(expandPatterns([none, one, join(folder, 'a?.bin'), none])).toEqual([
    none,
    one,
    ...['a1.bin', 'a2.bin'].map((name) => join(folder, name)),
    none,
  ]);
  expect(expandPatterns([join(folder, '*', 'c1.bin')])).toEqual([join(folder, '*', 'c1.bin')]); // no folders
});

// a hidden file matches no pattern
it.each(['c*.bin', 'none/*.bin', '*.BIN', '.a*'])('%s is refused if no file matches', (pattern) => {
  const path = join(folderWithFiles(), pattern);
  expect(() => expandPatterns([path])).toThrow(new InputError(`no file matches '${path}'; check the path`));
});
