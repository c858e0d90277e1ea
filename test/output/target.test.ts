// The files that a path names, before anything is written.

import { closeSync, mkdirSync, openSync, readFileSync, symlinkSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { standard } from '../../src/io/standard.js';
import { isResumable, targetOf } from '../../src/output/open.js';
import { temporaryFolder } from '../support/command.js';
import { leftover, newFile, openFile } from '../support/output.js';

it.each(['-', '/dev/stdout', '/dev/fd/1', '/proc/self/fd/1'])('%s names standard output', async (path) => {
  expect(targetOf(path)).toBe('-');
  const message = 'standard output cannot be resumed; name a file, or leave out --resume';
  await expect(openFile(path, { resume: true })).rejects.toThrow(message);
});

it('a file that does not exist may be an output, and a folder or a link to nothing may not', () => {
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
  const code = 'ENOENT';
  const message = "cannot write '': the path is empty; name a file";
  expect(() => targetOf('')).toThrow(expect.objectContaining({ name: 'OutputError', code, message }));
  for (const path of [join(folder, 'a.bin'), join(folder, 'inner/none/file')])
    expect(targetOf(path)).toBe(path);
});

it('a file behind standard output is written after what is there, and stays open', async () => {
  const path = newFile();
  const fd = openSync(path, 'w');
  onTestFinished(() => {
    standard.output = 1;
    closeSync(fd);
  });
  standard.output = fd;
  writeSync(fd, 'before ');
  const output = await openFile('-');
  expect(output).toMatchObject({ name: 'standard output', fd: undefined, isStream: true });
  await output.write(Buffer.from('deals '), 0);
  await output.end(true);
  writeSync(fd, 'after');
  expect(readFileSync(path, 'utf8')).toBe('before deals after');
});

it('an interrupted run is found beside the file itself, also behind a link', () => {
  const file = leftover();
  const [link, other] = ['link.bin', 'b.bin'].map((name) => join(file, '..', name)) as [string, string];
  writeFileSync(file, 'old');
  symlinkSync('a.bin', link);
  expect([file, link, other].map(isResumable)).toEqual([true, true, false]);
});
