// What a path names, before anything is written.

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OutputError } from '../../src/common/errors.js';
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
    const failureOf = (name: string) => {
      try {
        return targetOf(join(folder, name));
      } catch (error) {
        expect(error).toBeInstanceOf(OutputError);
        return error;
      }
    };
    expect(failureOf('inner')).toMatchObject({
      code: 'EISDIR',
      message: `cannot write ${join(folder, 'inner')}: it is a folder; name a file in it`,
    });
    expect(failureOf('dangling')).toMatchObject({
      code: 'ENOENT',
      message: `cannot write ${join(folder, 'dangling')}: it is a symbolic link to nothing; remove it, or name the file itself`,
    });
    expect(failureOf('inner/none/file')).toEqual({ path: join(folder, 'inner/none/file'), found: undefined });
  });
});

describe('openOutput', () => {
  it('refuses to resume standard output', async () => {
    await expect(openFile('-', { resume: true })).rejects.toThrow(
      'standard output cannot be resumed; name a file, or leave out resume: true',
    );
  });

  it('refuses an existing file, whether or not it could be resumed', async () => {
    const file = join(temporaryFolder(), 'a.bin');
    writeFileSync(file, 'mine');
    for (const options of [{}, { resume: true }]) {
      await expect(openFile(file, options)).rejects.toThrow(
        `cannot write ${file}: it exists already; use force: true to replace it, or name another file`,
      );
    }
  });

  it('opens a stream without checkpoints, which can end in any way and more than once', async () => {
    for (const end of ['commit', 'suspend', 'abort'] as const) {
      const device = await openFile('/dev/null');
      expect(device).toMatchObject({ name: '/dev/null', resumed: { bytes: 0, facts: [] } });
      await device.write(new Uint8Array(5), 0);
      await device[end](5);
      await device.abort();
    }
  });
});

it('the journal of a file behind a link lies beside the file itself', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'real'));
  writeFileSync(join(folder, 'real/a.bin'), '');
  symlinkSync('real/a.bin', join(folder, 'link.bin'));
  expect(journalOf(join(folder, 'link.bin'))).toMatch(/real\/a\.bin\.run$/);
  expect(journalOf(join(folder, 'none.bin'))).toBe(join(folder, 'none.bin.run'));
});
