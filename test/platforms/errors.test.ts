// Makes system calls fail, and checks the status of a run, its messages and the files that it leaves.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { appendLine } from '../support/journal.js';
import { folders, preloaded, runIn } from './preload.js';

const newFolder = folders();
const BYTES = 64 + 10 * 52;
const PARTIAL = 'a\\.bin\\.partial$';
const RUN = 'a\\.bin\\.run$';

interface Failing {
  call: string;
  path?: string;
  code: string;
  times?: number; // default: forever
}

interface Case {
  errors: Failing[];
  flags?: string;
  before?: string; // content of a.bin before the run
  status: number;
  stderr: RegExp;
  files: string[];
}

const sync = (code: string): Failing[] => [{ call: 'fsyncSync', path: 'folder', code }];
const unlink = (path: string, code: string, times?: number): Failing[] => [
  { call: 'unlinkSync', path, code, ...(times !== undefined && { times }) },
];
const done = { status: 0, stderr: /^$/, files: ['a.bin'] };

const FAILED = 'the device failed';
const DEVICE = `${FAILED}; check the disk`;
const OPEN = 'another program has it open';
const linkFails: Failing[] = [
  { call: 'linkSync', code: 'EIO' },
  { call: 'renameSync', code: 'EIO' },
];
const renameFails = (times?: number): Failing[] => [
  { call: 'renameSync', code: 'EBUSY', ...(times !== undefined && { times }) },
];
const leftover = (path: string, why: string) =>
  new RegExp(`^freecell-deals: \\S*${path.replace('$', '')} cannot be removed \\(${why}\\); remove it\n$`);
const unwritten = (why: string) => new RegExp(`^freecell-deals: cannot write \\S*a\\.bin: ${why}\n$`);
const left = ['a.bin', 'a.bin.partial', 'a.bin.run'];

const CASES: Case[] = [
  ...['ENOSYS', 'EPERM'].map((code) => ({ errors: [{ call: 'statfsSync', code }], ...done })),
  ...['EINVAL', 'ENOTSUP', 'EPERM', 'EISDIR', 'EACCES', 'EBADF', 'ENOSYS'].map(
    (code): Case => ({ errors: sync(code), flags: '--sync', ...done }),
  ),
  { errors: sync('EIO'), flags: '--sync', status: 1, stderr: unwritten(DEVICE), files: ['a.bin'] },
  { errors: unlink(PARTIAL, 'EBUSY', 4), ...done },
  { errors: unlink(RUN, 'EBUSY', 4), ...done },
  { ...done, errors: unlink(PARTIAL, 'EBUSY'), stderr: leftover(PARTIAL, OPEN), files: left.slice(0, 2) },
  { ...done, errors: unlink(RUN, 'EIO'), stderr: leftover(RUN, FAILED), files: ['a.bin', 'a.bin.run'] },
  { errors: [{ call: 'linkSync', code: 'EPERM' }], ...done },
  { errors: [{ call: 'linkSync', code: 'ENOTSUP' }, ...renameFails(4)], ...done },
  { errors: renameFails(4), flags: '--force', before: 'old', ...done },
  {
    errors: renameFails(),
    flags: '--force',
    before: 'old',
    status: 1,
    stderr: unwritten(`${OPEN}; close it there, then continue with --resume and --force`),
    files: left,
  },
  {
    errors: linkFails,
    status: 1,
    stderr: unwritten(`${DEVICE}, then continue with --resume`),
    files: left.slice(1),
  },
];

describe.concurrent('a system call that fails', () => {
  it.each(CASES)('$errors $flags: the status is $status and the files are $files', async (wanted) => {
    const { errors, flags, before, status, stderr, files } = wanted;
    const folder = newFolder();
    if (before !== undefined) writeFileSync(join(folder, 'a.bin'), before);
    const env = preloaded('errors', { ERRORS: JSON.stringify(errors) });
    const args = ['generate', '1..10', '-o', 'a.bin', '-q', ...(flags === undefined ? [] : [flags])];
    const ran = await runIn(folder, args, env);
    expect(ran.stderr).toMatch(stderr);
    expect(ran.status).toBe(status);
    expect(readdirSync(folder).sort()).toEqual(files);
    const written = readFileSync(join(folder, files[0] as string));
    if (before !== undefined && status !== 0) expect(String(written)).toBe(before);
    else expect(written.length).toBe(BYTES);
  });

  it('a second run removes the files that the first run could not remove', async () => {
    const folder = newFolder();
    const env = preloaded('errors', { ERRORS: JSON.stringify(unlink(PARTIAL, 'EBUSY')) });
    await runIn(folder, ['generate', '1..10', '-o', 'a.bin', '-q'], env);
    expect(readdirSync(folder).length).toBe(2);
    const resume = ['generate', '1..10', '-o', 'a.bin', '-q', '--resume'];
    const again = await runIn(folder, resume, preloaded('errors'));
    expect(again).toMatchObject({ status: 0, stderr: '' });
    expect(readdirSync(folder)).toEqual(['a.bin']);
  });
});

describe.concurrent('on a file system without stable file identities', () => {
  const message =
    'freecell-deals: cannot write a.bin: this file system does not keep file identities (inode numbers); write elsewhere, or to standard output (-o -)\n';

  it.each(['unstable', 'none'])(
    'a run fails with a message about the file system, and leaves no files (%s)',
    async (inodes) => {
      const folder = newFolder();
      const env = preloaded('errors', { INODES: inodes });
      const ran = await runIn(folder, ['generate', '1..10', '-o', 'a.bin'], env);
      expect(ran).toMatchObject({ status: 1, stderr: message });
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  it('a run does not mistake its own files for those of another run', async () => {
    const folder = newFolder();
    appendLine(join(folder, 'a.bin.run'), { ended: 'some' });
    const env = preloaded('errors', { INODES: 'unstable' });
    const ran = await runIn(folder, ['generate', '1..10', '-o', 'a.bin', '--resume'], env);
    expect(ran).toMatchObject({ status: 1, stderr: message });
  });
});

it('without /proc, a killed run is resumed after its heartbeats have stopped', async () => {
  const folder = newFolder();
  const path = join(folder, 'a.bin');
  const env = preloaded('errors', { PROC: 'none', FREECELL_DEALS_TEST_HEARTBEAT: '40' });
  const failing = preloaded('errors', { PROC: 'none', ERRORS: JSON.stringify(linkFails) });
  expect((await runIn(folder, ['generate', '1..10', '-o', 'a.bin', '-q'], failing)).status).toBe(1);
  const writer = { id: 'killed', pid: process.pid, host: 'here', space: '', thread: '', started: '' };
  appendLine(`${path}.run`, { writer });
  const ran = await runIn(folder, ['generate', '1..10', '-o', 'a.bin', '-q', '--resume'], env);
  expect(ran.stderr).toBe(
    `freecell-deals: waiting up to 1 s: process ${process.pid} on host here may still be writing a.bin.run\n`,
  );
  expect(ran.status).toBe(0);
  expect(readdirSync(folder)).toEqual(['a.bin']);
});
