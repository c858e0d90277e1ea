// The files that a path names, before anything is written; and an output leaves no descriptor open, however it ends, nor does an
// input that is refused. Otherwise a process with many runs would use up its descriptors.

import {
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { standard } from '../../src/io/standard.js';
import { isResumable, targetOf } from '../../src/output/open.js';
import type { OutputOptions } from '../../src/output/writer.js';
import { newFifo, temporaryFolder } from '../support/command.js';
import { fileWith } from '../support/files.js';
import { JOB } from '../support/journal.js';
import { leftover, newFile, openFile, openFiles } from '../support/output.js';

it.each(['-', '/dev/stdout', '/dev/fd/1', '/proc/self/fd/1'])('%s names standard output', async (path) => {
  expect(targetOf(path)).toBe('-');
  const message = 'standard output cannot be resumed; name a file, or leave out --resume';
  await expect(openFile(path, { resume: true })).rejects.toThrow(message);
});

it('a file that does not exist may be an output, and a folder or a link to nothing may not', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'inner'));
  symlinkSync('nowhere', join(folder, 'dangling'));
  for (const [path, code, fault] of [
    [join(folder, 'inner'), 'EISDIR', 'it is a folder; name a file in it'],
    [
      join(folder, 'dangling'),
      'ENOENT',
      'it is a symbolic link to nothing; remove it, or name the file itself',
    ],
    ['', 'ENOENT', 'the path is empty; name a file'],
  ] as const) {
    const error = { name: 'OutputError', code, message: `cannot write ${path || "''"}: ${fault}` };
    expect(() => targetOf(path)).toThrow(expect.objectContaining(error));
  }
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

/** The path of a FIFO with a reader. */
function fifo(): string {
  const path = newFifo();
  const reader = openSync(path, 'r+');
  onTestFinished(() => closeSync(reader));
  return path;
}

const outputs: Record<string, () => [path: string, options?: OutputOptions]> = {
  'a file': () => [newFile()],
  'a file whose folder is synced': () => [newFile(), { sync: true }],
  'a file that replaces another': () => [fileWith('mine', 'a.bin'), { force: true }],
  'an interrupted run that goes on': () => [leftover({ synced: 400 }), { resume: true }],
  'an interrupted run that starts over': () => [leftover(), { resume: true }],
  'a FIFO': () => [fifo()],
  'a device': () => ['/dev/null'],
  'standard output': () => ['-'],
};

const ENDS = ['complete', 'interrupted', 'failed'];

describe.runIf(openFiles().length > 0)('no descriptor stays open (needs /proc)', () => {
  it.each(Object.keys(outputs))('of %s, however it ends', async (name) => {
    for (const end of ENDS) {
      const [path, options] = outputs[name]();
      const before = openFiles();
      const output = await openFile(path, options);
      if (end === 'complete') await output.commit?.(0);
      await output.end(end !== 'failed');
      expect(openFiles(), end).toEqual(before);
    }
  });

  it('after an output could not be opened', async () => {
    const folder = temporaryFolder();
    for (const name of ['a.bin', 'b.bin.partial', 'c.bin.run']) writeFileSync(join(folder, name), 'mine');
    linkSync(join(folder, 'a.bin'), join(folder, 'e.bin.run'));
    const [job, linked] = [{ ...JOB, format: 'ndjson' }, leftover()];
    const before = openFiles();
    for (const path of ['a.bin', 'b.bin', 'c.bin', 'none/d.bin', 'e.bin'].map((name) => join(folder, name)))
      await expect(openFile(path)).rejects.toThrow('cannot write');
    await expect(openFile(linked, { resume: true }, job)).rejects.toThrow('the interrupted run has format');
    expect(openFiles()).toEqual(before);
  });
});
