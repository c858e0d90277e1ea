// Makes system calls fail, and checks the status of a run, its messages and the files that it leaves.

import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { start, temporaryFolder, until } from '../support/command.js';
import { rowsIn } from '../support/golden.js';
import { appendLine, begunLine, JOB, linesBeside, syncedBytes, syncedLine } from '../support/journal.js';

const ERRORS = fileURLToPath(new URL('errors.cjs', import.meta.url));
const folders = temporaryFolder(afterAll);
const newFolder = () => mkdtempSync(join(folders, 'test-'));
const [FILE, PARTIAL] = ['a.bin', 'a\\.bin\\.partial$'];
const MANY = 'too many open files; raise the limit (ulimit -n)\n';

interface Rule {
  call: string;
  code?: string;
  path?: string;
}

interface Case {
  rules: Rule[];
  flags?: string[];
  before?: string;
  status?: number;
  stderr?: string;
  files?: string[];
}

/** Generates a.bin in a folder, by a command whose threads first load errors.cjs. */
async function generate(cwd: string, flags: readonly string[], env: Record<string, string>) {
  const args = ['generate', '1..10', '-o', FILE, ...flags];
  const child = start(args, cwd, { ...env, NODE_OPTIONS: `--require ${ERRORS}` });
  const [stderr, [status]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { status, stderr };
}

describe.concurrent('a system call that fails', () => {
  const cases = rowsIn<Case>('failing-calls.txt');

  it.each(cases)('$rules $flags: the status is $status and the files are $files', async (wanted) => {
    const { rules, flags = [], before, status = 0, stderr = '^$', files = [FILE] } = wanted;
    const folder = newFolder();
    if (before !== undefined) writeFileSync(join(folder, FILE), before);
    const ran = await generate(folder, ['-q', ...flags], { ERRORS: JSON.stringify(rules) });
    expect(ran.stderr).toMatch(new RegExp(stderr));
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
    [{ call: 'openSync', code: 'EMFILE', path: PARTIAL }, '--resume', MANY, 400],
    [{ call: 'openSync', code: 'EROFS', path: 'a.bin.run$' }, '--resume', 'a.bin: the file system is', 400],
    // FILE.run is synced, and says that FILE.partial is another one, before that is removed
    [{ call: 'fdatasyncSync', code: 'EIO' }, '--force', 'the device failed', 0],
    [{ call: 'unlinkSync', code: 'EIO', path: PARTIAL }, '--force', 'the device failed', 0],
  ])('%o leaves FILE.partial to %s, which says: %s; %d synced', async (failing, flag, message, synced) => {
    const path = join(newFolder(), FILE);
    writeFileSync(`${path}.partial`, 'x'.repeat(500));
    const begun = { ...JOB, bytes: 584 };
    writeFileSync(`${path}.run`, begunLine(begun) + syncedLine(`${path}.partial`, 400, begun));
    const ran = await generate(join(path, '..'), [flag], { ERRORS: JSON.stringify([failing]) });
    expect(ran).toEqual({ status: 1, stderr: expect.stringContaining(message) });
    expect(syncedBytes(path)).toBe(synced);
    expect(readFileSync(`${path}.partial`, 'utf8')).toBe('x'.repeat(500));
  });
});

it.concurrent.each([
  ['is waited for', 1],
  ['is not waited for after a second signal', 2],
])('a slow sync after SIGINT %s, and the message names what is synced', async (_, signals) => {
  const folder = newFolder();
  const rules = [{ call: 'fdatasync', ms: signals === 1 ? 1500 : 60_000 }];
  const env = { ERRORS: JSON.stringify(rules), NODE_OPTIONS: `--require ${ERRORS}` };
  const child = start(['generate', '1..400000000', '-o', FILE, '-q', '-t', '1'], folder, env);
  const ended = once(child, 'close');
  let stderr = '';
  child.stderr.on('data', (text) => {
    stderr += text;
    if (signals > 1) child.kill('SIGINT');
  });
  await until(() => (statSync(join(folder, `${FILE}.partial`), { throwIfNoEntry: false })?.size ?? 0) > 1e7);
  child.kill('SIGINT');
  const [status, signal] = await ended;
  expect(status ?? signal).toBe(signals === 1 ? 130 : 'SIGINT');
  const synced = linesBeside(join(folder, FILE)).findLast((line) => line.synced)?.synced.consumed ?? 0;
  expect(synced > 0).toBe(signals === 1);
  const deals = `${synced.toLocaleString('en')} deals; resume it with --resume`;
  const waiting = 'freecell-deals: waiting for threads and the disk; another SIGINT ends at once\n';
  expect(stderr).toBe(`${waiting}freecell-deals: stopped by SIGINT after ${deals}\n`);
});

it.concurrent.each(['unstable', 'none', 'devices'])('a run fails: file identities are %s', async (inodes) => {
  const folder = newFolder();
  expect(await generate(folder, [], { INODES: inodes })).toEqual({
    status: 1,
    stderr:
      'freecell-deals: cannot write a.bin: this file system does not keep file identities (inode numbers); write elsewhere\n',
  });
  expect(readdirSync(folder)).toEqual([]);
});

it('without /proc, a killed run is resumed after it has not touched FILE.run for some time', async () => {
  const folder = newFolder();
  const writer = { id: 'killed', pid: process.pid, host: 'here', space: '', started: '' };
  appendLine(join(folder, `${FILE}.run`), { writer });
  const env = { PROC: 'none', FREECELL_DEALS_TEST_HEARTBEAT: '40' };
  expect(await generate(folder, ['-q', '--resume'], env)).toEqual({
    status: 0,
    stderr: `freecell-deals: waiting up to 1 s: process ${process.pid} on host here may still be writing a.bin.run\n`,
  });
  expect(readdirSync(folder)).toEqual([FILE]);
});
