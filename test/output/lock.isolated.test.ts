// At most one run writes an output: a run is known to be alive or dead, or is judged by whether it touches FILE.run.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { findOwnFile, type OwnFile } from '../../src/io/own-file.js';
import { isAlive, type ProcessIdentity, thisProcess } from '../../src/io/process-alive.js';
import { type Job, RunLog } from '../../src/output/run-log.js';
import type { OutputOptions } from '../../src/output/writer.js';
import { generate } from '../../src/verbs/generate.js';
import { CLI, pause, start, temporaryFolder, until } from '../support/command.js';
import { flip } from '../support/files.js';
import { appendLine, checkpointAt, FOREIGN, JOB, syncedBytes, UNFIXED } from '../support/journal.js';
import { filesBeside, leftover, NEW, newFile, openFile, openFiles, write } from '../support/output.js';

const HEARTBEAT = 40;
const SILENCE = 6 * HEARTBEAT;

/** The syncs of data that wait, if they shall; each ends with the error that it is called with. */
const { gate } = vi.hoisted(() => {
  process.env.FREECELL_DEALS_TEST_HEARTBEAT = '40';
  const gate = { isClosed: false, waiting: [] as ((error: Error | null) => void)[] };
  return { gate };
});
vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>();
  const fdatasync: typeof real.fdatasync = Object.assign(
    (fd: number, done: (error: Error | null) => void) =>
      gate.isClosed ? void gate.waiting.push(done) : real.fdatasync(fd, done),
    real.fdatasync,
  );
  return { ...real, fdatasync };
});

const here = thisProcess();
const deadPid = spawnSync('true').pid;

/** Makes an output whose FILE.run names a writer, or has the zeros that a power cut can leave. */
function heldBy(writer: Partial<ProcessIdentity> | undefined): string {
  if (writer !== undefined) return leftover({ synced: 400, writer: { id: 'other', ...here, ...writer } });
  const file = newFile();
  fs.writeFileSync(`${file}.run`, '\n\0\0\0');
  return file;
}

/** Lets syncs of data wait until the test ends. */
function closeGate(): void {
  gate.isClosed = true;
  onTestFinished(() => void Object.assign(gate, { isClosed: false, waiting: [] }));
}

/** Hears whether a run says that it waits. */
function listenForWarnings() {
  const heard = vi.fn();
  process.on('warning', heard);
  onTestFinished(() => void process.off('warning', heard));
  return heard;
}

describe.runIf(process.platform === 'linux')('a process (needs Linux)', () => {
  it('has the same identity, whatever its name is, and another one after a boot', () => {
    const name = fs.readFileSync('/proc/self/comm');
    onTestFinished(() => fs.writeFileSync('/proc/self/comm', name));
    fs.writeFileSync('/proc/self/comm', 'a) b) c');
    expect(thisProcess()).toEqual(here);
    expect(here.space).toContain(fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
  });

  it('is not dead because the system hides it or its start, or refuses to signal it', () => {
    const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
    onTestFinished(() => void vi.restoreAllMocks());
    expect(isAlive({ ...here, pid: process.ppid, started: '' })).toBeUndefined();
    expect(isAlive({ ...here, pid: deadPid })).toBeUndefined(); // /proc does not have it
    kill.mockImplementation(() => {
      throw Object.assign(new Error(), { code: 'EPERM' });
    });
    expect(isAlive(here)).toBeUndefined(); // it may have ended its run
    vi.spyOn(process, 'pid', 'get').mockReturnValue(deadPid);
    expect(thisProcess().space).toBe(''); // /proc is that of another namespace
  });

  it('that has ended is dead before its parent notices that', async () => {
    const parent = spawn('sh', ['-c', 'sleep 9 & echo $!; exec sleep 9']);
    onTestFinished(() => void parent.kill());
    const [pid] = (await once(parent.stdout, 'data')).map(Number) as [number];
    const fields = () => fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    const ended = { ...here, pid, started: fields()[19] as string };
    expect(isAlive(ended)).toBe(true);
    await until(() => fs.readFileSync(`/proc/${parent.pid}/comm`, 'utf8') === 'sleep\n'); // a shell would notice
    process.kill(pid, 'SIGKILL');
    await until(() => fields()[0] === 'Z');
    expect(isAlive(ended)).toBe(false);
  });

  it.each([
    ['that has ended', { pid: deadPid }],
    ['whose number another process has now', { pid: process.ppid, started: '1' }],
  ])('%s is dead as a writer in FILE.run at once', async (_, writer) => {
    const heard = listenForWarnings();
    const output = await openFile(heldBy(writer), { resume: true });
    expect(heard).not.toHaveBeenCalled(); // it has not waited
    expect(output.reached?.bytes).toBe(400);
    await output.end(true);
  });
});

it.each<[string, string, Partial<ProcessIdentity> | undefined]>([
  ['on another host', 'process 1 on host node7', FOREIGN],
  ['of this process', `process ${process.pid} on host ${hostname()}`, {}],
  ['of a system without it', `process ${deadPid} on host a`, { pid: deadPid, host: 'a', space: '' }],
  ['that a power cut has lost', 'another run', undefined],
])('a writer %s is alive while it touches FILE.run, and dead without', async (_, name, writer) => {
  const file = heldBy(writer);
  const before = filesBeside(file);
  const open = openFiles();
  const beat = setInterval(() => fs.utimesSync(`${file}.run`, new Date(), new Date()), SILENCE / 2);
  const message = `cannot write ${file}: ${name} is writing it; wait until it ends, or name another file`;
  for (const options of [{ resume: true }, { force: true }])
    await expect(openFile(file, options)).rejects.toMatchObject({ code: 'EBUSY', message });
  expect(filesBeside(file)).toEqual(before);
  expect(openFiles()).toEqual(open);
  clearInterval(beat);
  const heard = listenForWarnings();
  for (const _ of [1, 2]) {
    const output = await openFile(file, { resume: true });
    await output.end(true);
    expect(heard).toHaveBeenCalledOnce(); // its line is ended, so that no run waits for it again
    if (writer === undefined) return;
    expect(output.reached?.bytes).toBe(400);
  }
});

describe('a run', () => {
  it('touches FILE.run until its end, also if it writes nothing', async () => {
    const output = await openFile(newFile());
    closeGate();
    const time = () => fs.statSync(`${output.name}.run`, { bigint: true }).mtimeNs;
    for (const before of [time(), time()]) await until(() => time() > before);
    expect(gate.waiting).toEqual([]); // there is nothing to sync
    gate.isClosed = false;
    await output.write(Buffer.alloc(9), 0);
    output.checkpoint(checkpointAt(9));
    await output.end(true);
    const last = time();
    await sleep(3 * HEARTBEAT);
    expect(time()).toBe(last);
  });

  it.each([
    ['EIO', false],
    ['EINVAL', true], // files cannot be synced there
  ])('whose sync fails with %s goes on: %s, and notes no checkpoint', async (code, goesOn) => {
    closeGate();
    const output = await write(newFile());
    await until(() => gate.waiting.length > 0);
    const committed = output.commit(1000);
    gate.waiting.shift()?.(Object.assign(new Error(code), { code }));
    gate.isClosed = false; // another sync could succeed without the bytes
    if (goesOn) {
      await committed;
      return expect(filesBeside(output.name)).toEqual({ 'a.bin': NEW });
    }
    await expect(committed).rejects.toMatchObject({ code });
    const failure = { code, message: expect.stringContaining('the device failed; check the disk') };
    expect(() => output.checkpoint(checkpointAt(1100))).toThrow(expect.objectContaining(failure));
    await output.end(true);
    expect(syncedBytes(output.name)).toBe(0);
    expect(Object.keys(filesBeside(output.name))).toEqual(['a.bin.partial', 'a.bin.run']);
  });

  it('notes a checkpoint when what was written before it is synced, and ends after its last one', async () => {
    const output = await openFile(newFile());
    closeGate();
    output.checkpoint(checkpointAt(400));
    await until(() => gate.waiting.length > 0);
    output.checkpoint(checkpointAt(700)); // it may not be on the disk
    let isEnded = false; // a sync after the end could write into another file
    const end = output.end(true).then(() => {
      isEnded = true;
    });
    for (const [before, bytes] of [
      [0, 400],
      [400, 700],
    ]) {
      await until(() => gate.waiting.length > 0);
      await sleep(2 * HEARTBEAT); // the timer asks for more
      expect([isEnded, syncedBytes(output.name)]).toEqual([false, before]);
      gate.waiting.shift()?.(null);
      await until(() => syncedBytes(output.name) === bytes);
    }
    await end;
  });

  it('that is interrupted before its first record goes on after the deals that its filter left out', async () => {
    const output = await openFile(newFile());
    // the head comes last; a resumed Parquet run sees old checkpoints again
    for (const [bytes, consumed] of [
      [64, 3],
      [64, 5],
      [4, 1],
    ])
      output.checkpoint({ bytes, deals: 0, consumed });
    await until(() => syncedBytes(output.name) === 64);
    expect(fs.statSync(`${output.name}.partial`).size).toBe(0); // extending it could cut off what a worker writes
    await output.end(true);
    const resumed = await openFile(output.name, { resume: true });
    expect(resumed.reached?.consumed).toBe(5);
    await resumed.end(false);
  });

  it.each<[what: string, (file: string) => void, message: string]>([
    ['whose FILE.partial is replaced', (file) => replace(`${file}.partial`), 'has replaced'],
    ['whose FILE.run is replaced', (file) => replace(`${file}.run`), 'has replaced'],
    [
      'after which a run of another job began',
      (file) => appendLine(`${file}.run`, { begun: UNFIXED, by: FOREIGN.id }),
      'took it over',
    ],
  ])('%s ends at the next touch, before it notes a checkpoint', async (_, change, message) => {
    const file = newFile();
    const output = await openFile(file);
    change(file);
    await vi.waitFor(() => expect(() => output.checkpoint(checkpointAt(9))).toThrow(message));
    await output.end(true);
    expect(syncedBytes(file)).toBe(0);
  });

  it('that was paused looks before it takes another chunk', async () => {
    const output = await openFile(newFile());
    pause(SILENCE + HEARTBEAT);
    output.checkpoint(checkpointAt(9)); // the time of this look tells the next pause
    pause(SILENCE + HEARTBEAT);
    replace(`${output.name}.partial`);
    expect(() => output.checkpoint(checkpointAt(18))).toThrow('another run has replaced');
    await output.end(true);
  });
});

it.each([
  ['a new FILE.run is removed', false, false],
  ['an old FILE.run is removed', true, false],
  ['an old FILE.run is replaced', true, true],
])('a run gives up if %s before its first line is in it, and leaves that of another run', async (...row) => {
  const [, isLeft, isReplaced] = row;
  const file = isLeft ? heldBy({ pid: deadPid }) : newFile();
  // looked at between opening the file and reading it
  const now = vi.spyOn(process.hrtime, 'bigint').mockImplementationOnce(() => {
    fs.rmSync(`${file}.run`);
    if (isReplaced) fs.writeFileSync(`${file}.run`, 'other');
    return 1n;
  });
  onTestFinished(() => now.mockRestore());
  const opened = openFile(file, { resume: true });
  await expect(opened).rejects.toThrow('another run is writing it; wait until it ends, or name another file');
  expect(fs.existsSync(`${file}.run`)).toBe(isReplaced);
});

/** Writes `bytes` bytes, waits until they are synced, and is interrupted. */
async function interrupt(file: string, options: OutputOptions, job: Job, bytes: number) {
  const output = await write(file, options, job, bytes);
  await until(() => syncedBytes(file) === bytes);
  await output.end(true);
}

const OTHER: Job = { ...JOB, selection: '5..14' };

/** Three runs that end after so many bytes. */
const RUNS: [OutputOptions, Job, bytes: number][] = [
  [{}, JOB, 300],
  [{ force: true }, OTHER, 700],
  [{ resume: true }, OTHER, 800],
];

it('a line of FILE.run of which only a part is there is read when it is whole, and stays if it is cut off', () => {
  const path = `${leftover({ synced: 400 })}.run`;
  const bytes = Buffer.concat([Buffer.from('\n'), fs.readFileSync(path)]); // as a run begins its lines
  const [run, log] = [findOwnFile(path) as OwnFile, new RunLog()];
  onTestFinished(() => run.close());
  for (const length of [20, bytes.length - 20, bytes.length, 30]) {
    fs.writeFileSync(path, bytes.subarray(0, length));
    log.read(run);
    expect(log.isTrusted).toBe(length > 20);
  }
  expect(log.begun?.synced?.bytes).toBe(400);
});

describe('FILE.run with a damaged line', () => {
  it('never pairs a job with the synced bytes of another one, whichever byte has a wrong bit', async () => {
    const file = newFile();
    const lengths: number[] = []; // of FILE.run after each run
    for (const [options, job, bytes] of RUNS) {
      await interrupt(file, options, job, bytes);
      lengths.unshift(fs.statSync(`${file}.run`).size);
    }
    const bytes = fs.readFileSync(`${file}.run`);
    const run = findOwnFile(`${file}.run`) as OwnFile;
    onTestFinished(() => run.close());
    const seen = new Set<string>();
    for (const [i, length] of lengths.flatMap((length) =>
      Array.from({ length }, (_, i) => [i, length] as const),
    )) {
      const damaged = Buffer.from(bytes.subarray(0, length));
      damaged[i] ^= 1 << (i & 7);
      fs.ftruncateSync(run.fd, length);
      fs.writeSync(run.fd, damaged, 0, length, 0);
      const log = new RunLog();
      log.read(run);
      const { job, synced } = log.begun ?? {};
      seen.add(`${job?.selection} ${synced?.bytes}`);
    }
    const right = ['1..10 300', '1..10 undefined', '5..14 700', '5..14 800', '5..14 undefined'];
    expect([...seen].sort()).toEqual([...right, 'undefined undefined']);
  });

  it('waits for a run whose line may be damaged, goes on before the damage, and is trusted again from there', async () => {
    const file = newFile();
    await interrupt(file, {}, JOB, 300);
    await interrupt(file, { resume: true }, JOB, 400);
    flip(`${file}.run`, fs.readFileSync(`${file}.run`).lastIndexOf('"writer"') + 2);
    const waits = listenForWarnings();
    for (const reached of [300, 700]) {
      const output = await openFile(file, { resume: true });
      expect(output.reached?.bytes).toBe(reached);
      await output.write(Buffer.alloc(700), 0);
      output.checkpoint(checkpointAt(700));
      await until(() => syncedBytes(file) === 700);
      await output.end(true);
      expect(waits).toHaveBeenCalledTimes(1);
    }
  });
});

function replace(path: string): void {
  fs.writeFileSync(`${path}.other`, 'other');
  fs.renameSync(`${path}.other`, path);
}

/** Runs the command in a namespace of its own: of PIDs, or of a clock that is two days ahead. */
const NAMESPACES = [
  ['PID namespaces', '-r', '-p', '--fork', '--mount-proc'],
  ['time namespaces', '-r', '-T', '--fork', '--boottime', '200000'],
];
/** Makes a run wait, so that it can be met in its middle. */
const SLOW = { FREECELL_DEALS_TEST_WORKERS_ONLY: '1', FREECELL_DEALS_TEST_WORKER_DELAY: '500' };
const canUnshare = NAMESPACES.every(([, ...words]) => spawnSync('unshare', [...words, 'true']).status === 0);

it.runIf(canUnshare).each(NAMESPACES)('a lock holds across %s (needs unshare)', async (_, ...unshare) => {
  const folder = temporaryFolder();
  const env = { FREECELL_DEALS_TEST_HEARTBEAT: '400' }; // a busy machine may delay some of them
  const child = start(['generate', '1..20000000', '-o', 'a.bin', '-t', '1'], folder, { ...env, ...SLOW });
  const ended = once(child, 'exit');
  await until(() => fs.readdirSync(folder).includes('a.bin.partial'));
  const forceInside = () => {
    const args = [...unshare, process.execPath, CLI, 'generate', '1..10', '-o', 'a.bin', '--force', '-q'];
    const options = { cwd: folder, env: { ...process.env, ...env }, encoding: 'utf8' } as const;
    const { status, stderr } = spawnSync('unshare', args, options);
    return { status, stderr };
  };
  const waits = `freecell-deals: waiting up to 3 s: process ${child.pid} on host ${hostname()} may still be writing a.bin.run\n`;
  const message = `process ${child.pid} on host ${hostname()} is writing it`;
  expect(forceInside()).toEqual({ status: 1, stderr: expect.stringContaining(message) });
  child.kill('SIGKILL');
  await ended;
  expect(forceInside()).toEqual({ status: 0, stderr: waits });
  expect(fs.readdirSync(folder)).toEqual(['a.bin']);
});

it('a run says that it waits for one on another host, and has nothing to do if that one ends meanwhile', async () => {
  const file = leftover({ writer: FOREIGN });
  const folder = join(file, '..');
  const env = { FREECELL_DEALS_TEST_HEARTBEAT: undefined }; // the default
  const child = start(['generate', '1..1000', '-o', 'a.bin', '--resume'], folder, env);
  const said = child.stderr.setEncoding('utf8').iterator();
  const waits = 'waiting up to 30 s: process 1 on host node7 may still be writing a.bin.run';
  expect((await said.next()).value).toBe(`freecell-deals: ${waits}\n`);
  await generate({ deals: '1..1000', output: `${file}.other`, format: 'bin', threads: 1 });
  for (const suffix of ['partial', 'run']) fs.rmSync(`${file}.${suffix}`);
  fs.renameSync(`${file}.other`, file);
  expect((await said.next()).value).toMatch(/^a\.bin: .*complete/);
  expect(fs.readdirSync(folder)).toEqual(['a.bin']);
});
