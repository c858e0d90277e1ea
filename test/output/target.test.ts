// What a path names, before anything is written.

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { journalOf, targetOf } from '../../src/output/open.js';
import { temporaryFolder } from '../support/command.js';
import { openFile } from '../support/output.js';

describe('targetOf', () => {
  it.each(['-', '/dev/stdout', '/dev/fd/1', '/proc/self/fd/1'])(
    'recognizes %s as standard output',
    (path) => {
      expect(targetOf(path)).toEqual({ path: '-', found: undefined });
    },
  );

  it('finds an existing file, also through a link, and no file that does not exist', () => {
    const folder = temporaryFolder();
    const [file, link, none] = ['a.bin', 'link.bin', 'none.bin'].map((name) => join(folder, name));
    writeFileSync(file, 'four');
    symlinkSync('a.bin', link);
    for (const path of [file, link]) {
      expect(targetOf(path).path).toBe(path);
      expect(targetOf(path).found?.size).toBe(4);
    }
    expect(targetOf(none)).toEqual({ path: none, found: undefined });
    expect(targetOf('/dev/null').found?.isFile()).toBe(false);
  });

  it('refuses a folder and a link to nothing', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'inner'));
    symlinkSync('nowhere', join(folder, 'dangling'));
    for (const [name, code, fault] of [
      ['inner', 'EISDIR', 'it is a folder; name a file in it'],
      ['dangling', 'ENOENT', 'it is a symbolic link to nothing; remove it, or name the file itself'],
    ]) {
      const path = join(folder, name);
      const error = { name: 'OutputError', code, message: `cannot write ${path}: ${fault}` };
      expect(() => targetOf(path)).toThrow(expect.objectContaining(error));
    }
    const missing = join(folder, 'inner/none/file');
    expect(targetOf(missing)).toEqual({ path: missing, found: undefined });
  });
});

it('openOutput refuses to resume standard output', async () => {
  const message = 'standard output cannot be resumed; name a file, or leave out resume: true';
  await expect(openFile('-', { resume: true })).rejects.toThrow(message);
});

it('the journal of a file behind a link lies beside the file itself', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'real'));
  writeFileSync(join(folder, 'real/a.bin'), '');
  symlinkSync('real/a.bin', join(folder, 'link.bin'));
  expect(journalOf(join(folder, 'link.bin'))).toMatch(/real\/a\.bin\.run$/);
  expect(journalOf(join(folder, 'none.bin'))).toBe(join(folder, 'none.bin.run'));
});
