// A file gets its final name only when it is complete. The tests check what is on the disk by then.

import type * as fs from 'node:fs';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { run, runShell, temporaryFolder } from '../support/command.js';
import { journalLine, takeLock } from '../support/journal.js';
import { runMain } from '../support/main.js';
import { canMount } from '../support/mount.js';
import { canRunAsNobody } from '../support/nobody.js';
import { checkpointAt, filesBeside, JOB, openFile } from '../support/output.js';

vi.hoisted(() => {
  process.env.FREECELL_DEALS_TEST_CHECKPOINT_INTERVAL = '0';
});

/** Calls of the file system in their order, the errors that they shall have, and what happens right before the next one. */
const { calls, errors, before } = vi.hoisted(() => ({
  calls: [] as string[],
  errors: new Map<string, string>(),
  before: new Map<string, () => void>(),
}));

vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>();
  const happen = (name: string) => {
    const happens = before.get(name);
    before.delete(name);
    happens?.();
  };
  const fail = (name: string) => {
    calls.push(name);
    happen(name);
    const code = errors.get(name);
    if (code !== undefined) throw Object.assign(new Error(code), { code });
  };
  return {
    ...real,
    fdatasync(fd: number, done: (error: unknown) => void) {
      try {
        fail('begin to sync data');
      } catch (error) {
        return done(error);
      }
      real.fdatasync(fd, (error) => {
        calls.push('data synced');
        done(error);
      });
    },
    fdatasyncSync(fd: number) {
      fail('sync journal');
      real.fdatasyncSync(fd);
    },
    fsyncSync(fd: number) {
      fail(real.fstatSync(fd).isDirectory() ? 'sync folder' : 'sync file');
      real.fsyncSync(fd);
    },
    linkSync(from: string, to: string) {
      fail('link');
      real.linkSync(from, to);
    },
    openSync(path: string, flags: number, mode?: number) {
      happen(`${flags & real.constants.O_CREAT ? 'create' : 'open'} ${path.split('.').at(-1)}`);
      return real.openSync(path, flags, mode);
    },
    renameSync(from: string, to: string) {
      fail('rename');
      real.renameSync(from, to);
    },
    unlinkSync(path: string) {
      fail(`unlink ${path.replace(/.*\./, '').replace(/^[0-9a-f]{8}$/, 'own')}`);
      real.unlinkSync(path);
    },
    writeSync(fd: number, bytes: Uint8Array, ...rest: number[]) {
      if (String(bytes).includes('"checkpoint"')) fail('journal checkpoint');
      return real.writeSync(fd, bytes, ...rest);
    },
    statfsSync(path: string) {
      const stat = real.statfsSync(path);
      const free = errors.get('free bytes');
      return free === undefined
        ? stat
        : Object.assign(stat, { blocks: 1000, bavail: Number(free), bsize: 1 });
    },
  };
});

beforeEach(() => {
  calls.length = 0;
  errors.clear();
});
afterEach(() => errors.clear());

function newFile(): string {
  return join(temporaryFolder(), 'a.bin');
}

async function write(file: string, options = {}) {
  const output = await openFile(file, options);
  await output.write(Buffer.from(NEW), 0);
  calls.length = 0;
  return output;
}

/** What `write` writes. */
const NEW = 'n'.repeat(1000);

const SYNCED = ['begin to sync data', 'data synced'];
const REMOVED = ['unlink own', 'unlink partial', 'unlink run'];

describe('commit', () => {
  it.each([
    ['links the complete file, and removes FILE.partial and the journal', {}, ['link']],
    ['with sync syncs the data before it and the folder after it', { sync: true }, ['link']],
    ['with sync and force renames the file between them', { sync: true, force: true }, ['rename']],
  ])('%s', async (_, options, publishes) => {
    const file = newFile();
    if ('force' in options) writeFileSync(file, 'old');
    await (await write(file, options)).commit(1000);
    const [before, after] = 'sync' in options ? [SYNCED, ['sync folder']] : [[], []];
    expect(calls).toEqual([...before, 'link', ...publishes, ...REMOVED, ...after]);
    expect(filesBeside(file)).toEqual({ 'a.bin': NEW });
  });

  it('fails and publishes nothing if the data cannot be synced', async () => {
    const file = newFile();
    const output = await write(file, { sync: true });
    errors.set('begin to sync data', 'EIO');
    await expect(output.commit(1000)).rejects.toMatchObject({
      name: 'OutputError',
      code: 'EIO',
      message: `cannot write ${file}: the device failed; check the disk, then continue with resume: true`,
    });
    await output.suspend();
    expect(Object.keys(filesBeside(file))).toEqual(['a.bin.partial', 'a.bin.run']);
  });

  it('does not replace a file that appears in the meantime, except with resume and force', async () => {
    const file = newFile();
    const output = await write(file);
    writeFileSync(file, 'mine');
    await expect(output.commit(1000)).rejects.toMatchObject({
      code: 'EEXIST',
      message: `cannot write ${file}: it appeared while it was written; to replace it, resume with resume: true and force: true`,
    });
    await output.suspend();
    expect(filesBeside(file)).toMatchObject({ 'a.bin': 'mine' });
    const resumed = await openFile(file, { resume: true, force: true });
    expect(resumed.shared?.alreadyWritten).toBe(1000);
    await resumed.commit(1000);
    expect(filesBeside(file)).toEqual({ 'a.bin': NEW });
  });

  it.each([
    ['link', {}],
    ['link', { force: true }],
    ['rename', {}],
  ])(
    'after a pause right before its %s with %j publishes nothing of the run that took over',
    async (call, options) => {
      const file = newFile();
      if (call === 'rename') errors.set('link', 'EPERM');
      if ('force' in options) writeFileSync(file, 'old');
      const output = await write(file, options);
      before.set(call, () => {
        rmSync(`${file}.partial`);
        writeFileSync(`${file}.partial`, 'unfinished');
      });
      await expect(output.commit(1000)).rejects.toThrow('another run has replaced');
      await output.suspend();
      const rest = { 'a.bin.partial': 'unfinished', ...('force' in options && { 'a.bin': 'old' }) };
      expect(filesBeside(file)).toEqual(rest);
    },
  );

  it('renames where there are no hard links', async () => {
    errors.set('link', 'EMLINK');
    const file = newFile();
    await (await write(file)).commit(1000);
    expect(calls).toEqual(['link', 'rename', 'unlink run']);
    expect(filesBeside(file)).toEqual({ 'a.bin': NEW });
    rmSync(file);
    const output = await write(file);
    writeFileSync(file, 'mine');
    await expect(output.commit(1000)).rejects.toThrow('it appeared while it was written');
    await output.abort();
    expect(filesBeside(file)).toEqual({ 'a.bin': 'mine' });
  });

  it.each([
    ['removed', 'ENOENT', 'a.bin.partial was removed while it was written; start over', {}],
    ['removed with its folder', 'ENOENT', 'its folder does not exist', {}],
    ['replaced', 'EBUSY', 'another run has replaced', { 'a.bin.partial': 'other' }],
  ])('refuses a FILE.partial that was %s, and leaves no journal of it', async (what, code, text, rest) => {
    const file = newFile();
    const output = await write(file);
    rmSync(what === 'removed with its folder' ? dirname(file) : `${file}.partial`, { recursive: true });
    if (what === 'replaced') writeFileSync(`${file}.partial`, 'other');
    const message = expect.stringContaining(text);
    await expect(output.commit(1000)).rejects.toMatchObject({ code, message });
    await output.suspend();
    if (what !== 'removed with its folder') expect(filesBeside(file)).toEqual(rest);
  });

  it('with force keeps the permissions of the file that it replaces, and FILE.partial is no more readable than that file', async () => {
    const file = newFile();
    for (const mode of [0o600, 0o640, 0o444, 0o755]) {
      writeFileSync(file, 'old');
      chmodSync(file, mode);
      const output = await write(file, { force: true });
      const partial = statSync(`${file}.partial`).mode;
      expect(partial & 0o777 & ~(mode | 0o600)).toBe(0);
      expect(partial & 0o600).toBe(0o600); // a user who is not root resumes it
      await output.commit(1000);
      expect(statSync(file).mode & 0o777).toBe(mode);
      rmSync(file);
    }
    const umask = process.umask();
    await (await write(file)).commit(1000);
    expect(statSync(file).mode & 0o777).toBe(0o666 & ~umask);
  });

  it('is finished by the next run if a run died between linking and unlinking', async () => {
    const file = newFile();
    const complete = { 'a.bin': 'complete' };
    const journal = journalLine({ job: JOB, journal: 4 });
    const openWith = (journal: string, options = {}) => {
      writeFileSync(`${file}.run`, journal);
      return openFile(file, options);
    };
    writeFileSync(file, 'complete');
    linkSync(file, `${file}.partial`);
    const message = 'it exists already; use force: true to replace it, or name another file';
    await expect(openWith(journal, { resume: true })).rejects.toThrow(message);
    expect(filesBeside(file)).toEqual(complete);
    // or between unlinking FILE.partial and FILE.run
    await expect(openWith(journal)).rejects.toThrow(message);
    expect(filesBeside(file)).toEqual(complete);
    // what an interrupted run with force left stays
    writeFileSync(`${file}.partial`, 'x');
    await expect(openWith(journal)).rejects.toThrow(message);
    expect(Object.keys(filesBeside(file))).toEqual(['a.bin', 'a.bin.partial', 'a.bin.run']);
    rmSync(`${file}.partial`);
    linkSync(file, `${file}.partial`);
    await (await write(file, { force: true })).commit(1000);
    expect(filesBeside(file)).toEqual({ 'a.bin': NEW });
  });
});

describe('a run whose files another run takes over meanwhile', () => {
  const TAKEN = 'another run took it over, as this one did not respond';
  const makePartial = (file: string) => writeFileSync(`${file}.partial`, 'other');
  const removePartial = (file: string) => rmSync(`${file}.partial`);
  const takeOver = (file: string) => takeLock(`${file}.run`);

  it.each<[string, string, string, ((file: string) => void)[]]>([
    ['makes FILE.partial', 'create partial', 'has just made', [makePartial]],
    ['makes FILE.partial and has the lock', 'create partial', TAKEN, [makePartial, takeOver]],
    ['has the lock', 'link', TAKEN, [takeOver]],
    ['has the lock and removed FILE.partial', 'link', TAKEN, [removePartial, takeOver]],
  ])('says that one %s', async (_, call, message, happens) => {
    const file = newFile();
    before.set(call, () => {
      for (const happen of happens) happen(file);
    });
    errors.set('rename', 'ENOENT');
    if (call === 'link') errors.set('link', 'ENOENT');
    const run = async () => (await write(file)).commit(1000);
    await expect(run()).rejects.toMatchObject({ code: 'EBUSY', message: expect.stringContaining(message) });
    expect(existsSync(file)).toBe(false);
  });
});

describe('a file of the user that has the name of the journal', () => {
  it.each(['my script\n', 'precious', '{"safe":null}\n', '\0\0\0\u0001'])(
    'is refused and stays: %j',
    async (text) => {
      const file = newFile();
      writeFileSync(`${file}.run`, text);
      await expect(write(file)).rejects.toThrow(`${file}.run is not a journal of this program; remove it`);
      expect(filesBeside(file)).toEqual({ 'a.bin.run': text });
    },
  );

  it.each([
    ['zeros', '\0'.repeat(90)],
    ['half of its first line', '0a1b2c3d {"writer":{"id'],
  ])('is used if it is what a power cut leaves of a journal: %s', async (_, text) => {
    const file = newFile();
    writeFileSync(`${file}.run`, text);
    await (await write(file)).commit(1000);
    expect(existsSync(`${file}.run`)).toBe(false);
  });
});

describe('checkpoint', () => {
  it('is journaled only after its data is synced', async () => {
    const output = await write(newFile());
    output.checkpoint(checkpointAt(1000));
    expect(calls).toEqual(['begin to sync data']);
    await vi.waitFor(() => expect(calls).toEqual([...SYNCED, 'journal checkpoint']));
    await output.abort();
  });

  it('keeps the facts of calls that came too soon to be journaled', async () => {
    const file = newFile();
    const output = await write(file);
    output.checkpoint(checkpointAt(100, [1]));
    output.checkpoint(checkpointAt(200, [2, 3])); // the first one is being synced
    await vi.waitFor(() => expect(calls).toContain('journal checkpoint'));
    await sleep(1);
    output.checkpoint(checkpointAt(300, [4]));
    await output.suspend();
    const resumed = await openFile(file, { resume: true });
    expect(resumed.resumed).toEqual(checkpointAt(300, [1, 2, 3, 4]));
    resumed.checkpoint(checkpointAt(400, [5]));
    await resumed.suspend();
    const again = await openFile(file, { resume: true });
    expect(again.resumed).toEqual(checkpointAt(400, [1, 2, 3, 4, 5]));
    await again.abort();
  });

  it('has the facts of its run alone after the run has started over', async () => {
    const file = newFile();
    for (const facts of [[1, 2], [3]]) {
      const output = await write(file, { force: true });
      output.checkpoint(checkpointAt(400, facts));
      await output.suspend();
      const resumed = await openFile(file, { resume: true });
      expect(resumed.resumed).toEqual(checkpointAt(400, facts));
      await resumed.suspend();
    }
  });

  it.each([
    ['begin to sync data', 'EIO'],
    ['journal checkpoint', 'ENOSPC'],
  ])('whose call of %s fails ends the run, and nothing is published', async (call, code) => {
    const file = newFile();
    const output = await write(file);
    errors.set(call, code);
    output.checkpoint(checkpointAt(1000));
    await vi.waitFor(() => expect(() => output.checkpoint(checkpointAt(1000))).toThrow('cannot write'));
    errors.clear();
    await expect(output.commit(1000)).rejects.toMatchObject({ name: 'OutputError', code });
    await output.suspend();
    expect(existsSync(file)).toBe(false);
    expect((await openFile(file, { resume: true })).resumed).toEqual(checkpointAt(0));
  });
});

it('suspend removes all files of a run that has written nothing, and no failure advises to resume it', async () => {
  const file = newFile();
  const output = await openFile(file);
  expect(output.failure({ message: '', code: 'ENOSPC' }).message).not.toContain('resume');
  await output.suspend();
  expect(filesBeside(file)).toEqual({});
  expect((await write(file)).failure({ message: '', code: 'ENOSPC' }).message).toContain('resume: true');
});

describe('abort', () => {
  it('removes all files of a run without a checkpoint', async () => {
    const file = newFile();
    await (await write(file)).abort();
    expect(filesBeside(file)).toEqual({});
    const unjournaled = await openFile(file, {}, null);
    expect(Object.keys(filesBeside(file))).toEqual(['a.bin.partial', 'a.bin.run']);
    await unjournaled.suspend(); // no run could resume it
    expect(filesBeside(file)).toEqual({});
  });

  it('suspends a run with a checkpoint, even one that the run before made', async () => {
    const file = newFile();
    const output = await write(file);
    output.checkpoint(checkpointAt(1000));
    await output.abort();
    expect(Object.keys(filesBeside(file))).toEqual(['a.bin.partial', 'a.bin.run']);
    const resumed = await openFile(file, { resume: true });
    await resumed.abort();
    await resumed.abort();
    expect(Object.keys(filesBeside(file))).toEqual(['a.bin.partial', 'a.bin.run']);
    // a power cut must not leave the checkpoint for the bytes of a new run
    await (await openFile(file, { force: true })).abort();
    expect(calls).toContain('sync journal');
  });
});

it('an output without a job begins the journal of an interrupted run anew, which would describe the wrong bytes', async () => {
  const file = newFile();
  const output = await write(file);
  output.checkpoint(checkpointAt(1000));
  await output.suspend();
  await expect(openFile(file, {}, null)).rejects.toThrow(
    'a.bin.partial is in the way and no journal tells which run left it',
  );
  const resumed = await openFile(file, { resume: true });
  expect(resumed.resumed).toEqual(checkpointAt(1000));
  await expect(openFile(file, { force: true }, null)).rejects.toThrow('is writing it');
  await resumed.suspend();
  const unjournaled = await openFile(file, { force: true }, null);
  expect(Object.keys(filesBeside(file))).toEqual(['a.bin.partial', 'a.bin.run']);
  await unjournaled.write(Buffer.alloc(1000, 'u'), 0);
  await expect(openFile(file, { resume: true })).rejects.toThrow('is writing it');
});

it('too many open files end a run with that reason, and not with the advice to remove FILE.partial', async () => {
  const file = newFile();
  before.set('open partial', () => {
    throw Object.assign(new Error('EMFILE'), { code: 'EMFILE' });
  });
  const message = `cannot write ${file}: too many open files; raise the limit (ulimit -n)`;
  await expect(openFile(file)).rejects.toThrow(message);
  expect(filesBeside(file)).toEqual({});
});

it('space is needed for the bytes that are not written yet, or nothing is written', async () => {
  const file = newFile();
  errors.set('free bytes', '999');
  await expect(openFile(file)).rejects.toMatchObject({
    code: 'ENOSPC',
    message: `cannot write ${file}: it needs 1,000 bytes and the disk has 999 free; free some or write elsewhere`,
  });
  expect(filesBeside(file)).toEqual({});
  errors.clear();
  const output = await openFile(file);
  await output.write(Buffer.alloc(400), 0);
  await output.suspend();
  errors.set('free bytes', '599');
  for (const options of [{ resume: true }, { force: true }])
    await expect(openFile(file, options)).rejects.toThrow('it needs 600 bytes and the disk has 599 free');
  expect(statSync(`${file}.partial`).size).toBe(400);
  errors.set('free bytes', '600');
  await (await openFile(file, { resume: true })).suspend();
  await (await openFile(file, { force: true })).abort();
});

describe('the command', () => {
  it.runIf(canRunAsNobody)(
    'refuses --sync in a folder that it cannot read, before it writes (needs root, and dist/ for all to read)',
    async () => {
      const folder = temporaryFolder();
      chmodSync(folder, 0o755);
      mkdirSync(join(folder, 'drop'));
      chmodSync(join(folder, 'drop'), 0o333);
      const args = ['generate', '1..10', '-o', 'drop/a.bin', '-q'];
      expect(run([...args, '--sync'], folder, { uid: 65534 })).toMatchObject({
        status: 1,
        stderr:
          'freecell-deals: cannot write drop/a.bin: --sync has to read the folder drop: permission denied; change its permissions, or leave out --sync\n',
      });
      expect(readdirSync(join(folder, 'drop'))).toEqual([]);
      expect(run(args, folder, { uid: 65534 })).toMatchObject({ status: 0, stderr: '' });
      expect(readdirSync(join(folder, 'drop'))).toEqual(['a.bin']);
    },
  );

  it.runIf(canMount)('leaves no journal on a disk that is full (needs unshare and mount)', () => {
    const folder = temporaryFolder();
    const line = `mkdir d && unshare -rm bash -c 'mount -t tmpfs -o size=64k none d && cd d &&
      cat /dev/zero > full 2>/dev/null; "$0" "$1" generate 1..10 -o a.bin; echo "status $?"; ls' "$0" "$1"`;
    const { stdout, stderr } = runShell(line, folder);
    expect(stdout.toString()).toBe('status 1\nfull\n');
    expect(stderr).toMatch(
      /^freecell-deals: cannot write a\.bin: .*(no space left|the disk has 0 free).*\n$/,
    );
  });

  it('fails with one line if the system cuts a write short', async () => {
    const folder = temporaryFolder();
    // the only write of 1000 deals crosses the limit: the system takes a part of it, and no error says so
    const { status, stderr } = runShell('ulimit -f 30; "$0" "$1" generate 1..1000 -o a.bin', folder);
    expect(stderr).toContain('the file exceeds the size limit set here');
    expect(status).toBe(1);
    expect(existsSync(join(folder, 'a.bin'))).toBe(false);
    expect((await runMain(['generate', '1..1000', '-o', 'a.bin', '--resume', '-q'], folder)).status).toBe(0);
    expect(statSync(join(folder, 'a.bin')).size).toBe(64 + 1000 * 52);
  });
});
