// The ends of a run: a complete file appears under its name, and an incomplete one stays or goes.

import fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { OutputOptions } from '../../src/output/writer.js';
import { temporaryFolder } from '../support/command.js';
import { rowsIn } from '../support/golden.js';
import { appendLine, begunLine, checkpointAt, FOREIGN, JOB, UNFIXED } from '../support/journal.js';
import { filesBeside, leftover, NEW, newFile, openFile, write } from '../support/output.js';

const KEPT = ['a.bin.partial', 'a.bin.run'];

describe('an incomplete run', () => {
  it.each([
    ['stays with its bytes', JOB, checkpointAt(9), KEPT],
    ['stays before its first byte if a filter was asked', JOB, { ...checkpointAt(0), consumed: 5 }, KEPT],
    ['goes if no deal was dealt', JOB, undefined, []],
    ['goes if it reads a list', UNFIXED, checkpointAt(9), []],
    ["goes if it has a Parquet file's first bytes alone", JOB, { ...checkpointAt(0), bytes: 4 }, []],
  ])('that is suspended %s; is advised to be resumed only if it stays', async (_, job, reached, files) => {
    for (const force of [false, true]) {
      const file = newFile();
      const output = await openFile(file, { force }, job);
      await output.write(Buffer.alloc(9), 0);
      if (reached !== undefined) output.checkpoint(reached);
      const advice = `, then continue with --resume${force ? ' and --force' : ''}`;
      expect(output.advice).toBe(files.length > 0 ? advice : '');
      await output.end(true);
      await output.end(false);
      expect(fs.readdirSync(join(file, '..')).sort()).toEqual(files);
    }
  });

  it('that is aborted goes, unless an earlier run has synced some of it', async () => {
    const file = newFile();
    await (await write(file)).end(false);
    expect(filesBeside(file)).toEqual({});
    const resumed = leftover({ synced: 400 });
    await (await openFile(resumed, { resume: true })).end(false);
    expect(Object.keys(filesBeside(resumed))).toEqual(KEPT);
  });
});

describe('a complete run', () => {
  it.each([{}, { sync: true }, { sync: true, force: true }])('leaves its file alone: %o', async (options) => {
    const file = newFile();
    if (options.force) fs.writeFileSync(file, 'old');
    await (await write(file, options)).commit(1000);
    expect(filesBeside(file)).toEqual({ 'a.bin': NEW });
  });

  it('does not replace a file that appears meanwhile, except with resume and force', async () => {
    const file = newFile();
    const output = await write(file);
    fs.writeFileSync(file, 'mine');
    await expect(output.commit(1000)).rejects.toMatchObject({
      code: 'EEXIST',
      message: 'it appeared while it was written; to replace it, resume with --resume and --force',
    });
    await output.end(true);
    expect(Object.keys(filesBeside(file))).toEqual(['a.bin', ...KEPT]);
    expect(fs.readFileSync(file, 'utf8')).toBe('mine');
    const resumed = await openFile(file, { resume: true, force: true });
    expect(resumed.reached?.bytes).toBe(1000);
    await resumed.commit(1000);
    expect(filesBeside(file)).toEqual({ 'a.bin': NEW });
  });

  it('succeeds if another run of its job has published its file', async () => {
    const file = newFile();
    const output = await write(file);
    fs.linkSync(`${file}.partial`, file);
    await output.commit(1000);
    expect(filesBeside(file)).toEqual({ 'a.bin': NEW });
  });

  it.each(['was refused', 'began'])('after which another job %s publishes only without it', async (end) => {
    const file = newFile();
    const output = await write(file);
    const job = { ...JOB, selection: '1..11' };
    appendLine(`${file}.run`, { writer: FOREIGN, job });
    if (end === 'began') appendLine(`${file}.run`, { begun: job, by: FOREIGN.id });
    const committed = output.commit(1000);
    if (end === 'was refused') await committed;
    else await expect(committed).rejects.toThrow('another run took it over, as this one did not respond');
    await output.end(true);
    expect(Object.keys(filesBeside(file))).toEqual(end === 'was refused' ? ['a.bin'] : KEPT);
  });

  it.each([false, true])('leaves a file alone that replaces its own, with force: %s', async (force) => {
    const file = newFile();
    const output = await write(file, { force });
    const isAt = output.partial.isAt.bind(output.partial);
    vi.spyOn(output.partial, 'isAt').mockImplementation((path) => {
      // paused after the link or the rename: with force, a later run has published; without it, a user moves a file
      if (path === file) {
        fs.rmSync(file);
        fs.writeFileSync(file, 'other');
        if (force) fs.rmSync(`${file}.run`);
        else appendLine(`${file}.run`, { begun: JOB, by: FOREIGN.id }); // another run goes on with FILE.partial
      }
      return isAt(path);
    });
    await expect(output.commit(1000)).rejects.toThrow('another run has replaced');
    expect(fs.readFileSync(file, 'utf8')).toBe('other');
  });

  const gone = rowsIn<[string, string, string, string[]]>('removed-files.txt');

  it.each(gone)('is refused if FILE.%s was %s; what is there stays', async (suffix, what, text, files) => {
    const file = newFile();
    const output = await write(file);
    const path = suffix === 'folder' ? join(file, '..') : `${file}.${suffix}`;
    fs.rmSync(path, { recursive: true });
    if (what === 'replaced') fs.writeFileSync(path, 'other');
    await expect(output.commit(1000)).rejects.toThrow(text);
    await output.end(true);
    if (suffix === 'folder') return;
    expect(fs.readdirSync(join(file, '..')).sort()).toEqual(files);
    if (what === 'replaced') expect(fs.readFileSync(path, 'utf8')).toBe('other');
  });

  it('with force keeps the permissions of the file that it replaces, and FILE.partial is no more readable than that file', async () => {
    const file = newFile();
    for (const mode of [0o600, 0o640, 0o444, 0o755]) {
      fs.writeFileSync(file, 'old');
      fs.chmodSync(file, mode);
      const output = await write(file, { force: true });
      const partial = fs.statSync(`${file}.partial`).mode;
      expect(partial & 0o777 & ~(mode | 0o600)).toBe(0);
      expect(partial & 0o600).toBe(0o600); // a user who is not root resumes it
      await output.commit(1000);
      expect(fs.statSync(file).mode & 0o777).toBe(mode);
      fs.rmSync(file);
    }
    const umask = process.umask(0);
    onTestFinished(() => void process.umask(umask));
    const output = await write(file);
    expect(fs.statSync(`${file}.run`).mode & 0o777).toBe(0o644);
    await output.commit(1000);
    expect(fs.statSync(file).mode & 0o777).toBe(0o666);
  });

  it('through a symbolic link replaces the file behind it, whose side files lie beside that file', async () => {
    const folder = temporaryFolder();
    const [link, real] = [join(folder, 'link.bin'), join(folder, 'real')];
    fs.mkdirSync(real);
    fs.writeFileSync(join(real, 'a.bin'), 'old');
    fs.symlinkSync('real/a.bin', link);
    const output = await write(link, { force: true });
    expect(fs.readdirSync(real).sort()).toEqual(['a.bin', ...KEPT]);
    await output.commit(1000);
    expect(fs.readdirSync(folder)).toEqual(['link.bin', 'real']);
    expect(filesBeside(join(real, 'a.bin'))).toEqual({ 'a.bin': NEW });
  });
});

const EXISTS = 'it exists already; use --force to replace it, or name another file';
const runs = rowsIn<OutputOptions & { hasPartial: boolean }>('runs-after-publishing.txt');

it.each(runs)(
  'a run that died after publishing leaves side files, which the next run removes: %o',
  async (one) => {
    const { hasPartial, ...options } = one;
    const file = newFile();
    fs.writeFileSync(file, 'complete');
    if (hasPartial) fs.linkSync(file, `${file}.partial`);
    fs.writeFileSync(`${file}.run`, begunLine(JOB));
    const published = fs.openSync(file, 'r');
    const output = write(file, options);
    if (options.force) await (await output).commit(1000);
    else await expect(output).rejects.toThrow(EXISTS);
    expect(fs.readFileSync(published, 'utf8')).toBe('complete');
    fs.closeSync(published);
    expect(filesBeside(file)).toEqual({ 'a.bin': options.force ? NEW : 'complete' });
  },
);
