// Makes system calls fail, and checks the status of a run, its messages and the files that it leaves.

import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { start, temporaryFolder } from '../support/command.js';
import { appendLine, lineOf, syncedBytes } from '../support/journal.js';
import { JOB, syncedLine } from '../support/output.js';

const ERRORS = fileURLToPath(new URL('errors.cjs', import.meta.url));
const folders = temporaryFolder(afterAll);
const newFolder = () => mkdtempSync(join(folders, 'test-'));
const [PARTIAL, RUN] = ['a\\.bin\\.partial$', 'a\\.bin\\.run$'];
const NAMES = ['a.bin', 'a.bin.partial', 'a.bin.run'] as const;
const [FILE, , RUN_NAME] = NAMES;

interface Rule {
  call: string;
  path?: string | undefined;
  code?: string;
  times?: number | undefined; // default: forever
  replaces?: string; // file in whose place another one appears before the call
}

interface Case {
  rules: Rule[];
  flags?: string[];
  before?: string; // content of a.bin before the run
  status?: number; // default 0
  stderr?: RegExp;
  files?: readonly string[]; // default: the complete file alone
}

const rule = (call: string, code: string, path?: string, times?: number): Rule => ({
  call,
  code,
  path,
  times,
});
const unwritten = (why: string) => new RegExp(`^freecell-deals: cannot write \\S*a\\.bin: ${why}\n$`);
const left = (name: string, why: string) =>
  new RegExp(`^freecell-deals: \\S*${name} cannot be removed \\(${why}\\); remove it\n$`);
const DEVICE = 'the device failed; check the disk';
const OPEN = 'another program has it open';
const REPLACED =
  /^freecell-deals: cannot write a\.bin: another run has replaced \S*a\.bin\.partial; wait until/;
const NO_LINK = rule('linkSync', 'EPERM');
const FORCE = { flags: ['--force'], before: 'old' };

/** Generates a.bin in a folder, by a command whose threads first load errors.cjs. */
async function generate(cwd: string, flags: readonly string[], env: Record<string, string>) {
  const args = ['generate', '1..10', '-o', FILE, ...flags];
  const child = start(args, cwd, { ...env, NODE_OPTIONS: `--require ${ERRORS}` });
  const [stderr, [status]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { status, stderr };
}

const CASES: Case[] = [
  ...['ENOSYS', 'EPERM'].map((code): Case => ({ rules: [rule('statfsSync', code)] })),
  ...['EINVAL', 'ENOTSUP', 'EPERM', 'EISDIR', 'EACCES', 'EBADF', 'ENOSYS'].map(
    (code): Case => ({ rules: [rule('fsyncSync', code, 'folder')], flags: ['--sync'] }),
  ),
  { rules: [rule('fsyncSync', 'EIO', 'folder')], flags: ['--sync'], status: 1, stderr: unwritten(DEVICE) },
  {
    rules: [rule('fdatasync', 'EIO')],
    flags: ['--sync'],
    status: 1,
    stderr: unwritten(`${DEVICE}, then continue with --resume`),
    files: NAMES.slice(1),
  },
  { rules: [rule('unlinkSync', 'EBUSY', PARTIAL, 4)] },
  { rules: [rule('unlinkSync', 'EBUSY', RUN, 4)] },
  { rules: [rule('unlinkSync', 'EBUSY', PARTIAL)], stderr: left('a.bin.partial', OPEN), files: NAMES },
  {
    rules: [rule('unlinkSync', 'EIO', RUN)],
    stderr: left(RUN_NAME, 'the device failed'),
    files: [FILE, RUN_NAME],
  },
  { rules: [NO_LINK] },
  { rules: [rule('linkSync', 'ENOTSUP'), rule('renameSync', 'EBUSY', undefined, 4)] },
  { rules: [rule('renameSync', 'EBUSY', undefined, 4)], ...FORCE },
  {
    rules: [rule('renameSync', 'EBUSY')],
    ...FORCE,
    status: 1,
    stderr: unwritten(`${OPEN}; close it there, then continue with --resume and --force`),
    files: NAMES,
  },
  {
    rules: [rule('linkSync', 'EIO'), rule('renameSync', 'EIO')],
    status: 1,
    stderr: unwritten(`${DEVICE}, then continue with --resume`),
    files: NAMES.slice(1),
  },
  // another run takes over right before the file is published
  ...[[{ call: 'linkSync' }], [NO_LINK, { call: 'renameSync' }]].map((rules) => ({
    rules: rules.map((one) => ('code' in one ? one : { ...one, replaces: 'a.bin.partial', times: 1 })),
    status: 1,
    stderr: REPLACED,
    files: NAMES.slice(1),
  })),
];

describe.concurrent('a system call that fails', () => {
  it.each(CASES)('$rules $flags: the status is $status and the files are $files', async (wanted) => {
    const { rules, flags = [], before, status = 0, stderr = /^$/, files = [FILE] } = wanted;
    const folder = newFolder();
    if (before !== undefined) writeFileSync(join(folder, FILE), before);
    const ran = await generate(folder, ['-q', ...flags], { ERRORS: JSON.stringify(rules) });
    expect(ran.stderr).toMatch(stderr);
    expect(ran.status).toBe(status);
    expect(readdirSync(folder).sort()).toEqual(files);
    if (!files.includes(FILE)) return;
    const written = readFileSync(join(folder, FILE));
    if (before !== undefined && status !== 0) expect(String(written)).toBe(before);
    else expect(written.length).toBe(64 + 10 * 52);
    if (status !== 0 || files.length === 1) return;
    expect(await generate(folder, ['-q', '--resume'], {})).toEqual({ status: 0, stderr: '' });
    expect(readdirSync(folder)).toEqual([FILE]);
  });

  it.each<[Rule, string, string, synced: number]>([
    [
      rule('openSync', 'EMFILE', PARTIAL),
      '--resume',
      'too many open files; raise the limit (ulimit -n)\n',
      400,
    ],
    // FILE.run is synced, and says that FILE.partial is another one, before that is removed
    [rule('fdatasyncSync', 'EIO'), '--force', 'the device failed', 0],
    [rule('unlinkSync', 'EIO', PARTIAL), '--force', 'the device failed', 0],
  ])('%o leaves FILE.partial to %s, which says: %s; %d synced', async (failing, flag, message, synced) => {
    const path = join(newFolder(), FILE);
    writeFileSync(`${path}.partial`, 'x'.repeat(500));
    const begun = { ...JOB, bytes: 584 };
    writeFileSync(`${path}.run`, lineOf({ begun }) + syncedLine(`${path}.partial`, 400, begun));
    const ran = await generate(join(path, '..'), [flag], { ERRORS: JSON.stringify([failing]) });
    expect(ran).toEqual({ status: 1, stderr: expect.stringContaining(message) });
    expect(syncedBytes(path)).toBe(synced);
    expect(readFileSync(`${path}.partial`, 'utf8')).toBe('x'.repeat(500));
  });
});

it.concurrent.each(['unstable', 'none'])('a run fails where file identities are %s', async (inodes) => {
  const folder = newFolder();
  expect(await generate(folder, [], { INODES: inodes })).toEqual({
    status: 1,
    stderr:
      'freecell-deals: cannot write a.bin: this file system does not keep file identities (inode numbers); write elsewhere, or to standard output (-o -)\n',
  });
  expect(readdirSync(folder)).toEqual([]);
});

it('without /proc, a killed run is resumed after it has not touched FILE.run for some time', async () => {
  const folder = newFolder();
  const path = join(folder, FILE);
  const writer = { id: 'killed', pid: process.pid, host: 'here', space: '', started: '' };
  appendLine(`${path}.run`, { writer });
  const env = { PROC: 'none', FREECELL_DEALS_TEST_HEARTBEAT: '40' };
  expect(await generate(folder, ['-q', '--resume'], env)).toEqual({
    status: 0,
    stderr: `freecell-deals: waiting up to 1 s: process ${process.pid} on host here may still be writing a.bin.run\n`,
  });
  expect(readdirSync(folder)).toEqual([FILE]);
});
