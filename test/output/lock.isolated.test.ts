// At most one run writes an output, whether the other runs are alive, dead or on another host.

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { crc32 } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { CLI, start, temporaryFolder } from '../support/command.js';
import { appendLine, FOREIGN, journalLine, takeLock, writersIn } from '../support/journal.js';
import { checkpointAt, filesBeside, JOB, openFile } from '../support/output.js';

const HEARTBEAT = 40;
vi.hoisted(() => {
  process.env.FREECELL_DEALS_TEST_HEARTBEAT = '40';
  process.env.FREECELL_DEALS_TEST_CHECKPOINT_INTERVAL = '0';
});

const IS_WRITING =
  'process 1 on host node7, which cannot be seen from here, is writing it; wait until it ends';

/** An output with FILE.partial, whose journal ends with a writer. */
function heldBy(writer: object, job = JOB): string {
  const file = join(temporaryFolder(), 'a.bin');
  writeFileSync(`${file}.partial`, 'x'.repeat(10));
  writeFileSync(`${file}.run`, journalLine({ writer }) + journalLine({ job, journal: 4 }));
  return file;
}

describe('a run that may be alive', () => {
  it('on another host holds the lock while its journal has heartbeats, also with force', async () => {
    const file = heldBy(FOREIGN);
    const beat = setInterval(() => utimesSync(`${file}.run`, new Date(), new Date()), HEARTBEAT);
    const before = readFileSync(`${file}.run`, 'utf8');
    const refused = { code: 'EBUSY', message: expect.stringContaining(IS_WRITING) };
    for (const options of [{}, { resume: true }, { force: true }])
      await expect(openFile(file, options)).rejects.toMatchObject(refused);
    // nor does an output without a journal take its FILE.partial
    await expect(openFile(file, { force: true }, null)).rejects.toThrow(IS_WRITING);
    clearInterval(beat);
    expect(readFileSync(`${file}.run`, 'utf8')).toBe(before);
  });

  it('on another host is dead without heartbeats, and can be resumed', async () => {
    const file = heldBy(FOREIGN);
    appendLine(`${file}.run`, { checkpoint: checkpointAt(10), after: 0 });
    const started = performance.now();
    const output = await openFile(file, { resume: true });
    expect(performance.now() - started).toBeGreaterThan(4 * HEARTBEAT);
    expect(output.shared?.alreadyWritten).toBe(10);
    await output.suspend();
    // its line is ended, so no run waits for it again
    const again = performance.now();
    await (await openFile(file, { resume: true })).abort();
    expect(performance.now() - again).toBeLessThan(4 * HEARTBEAT);
  });

  it('on another host may only be paused: what it writes later does not reach the file of the run that resumes it', async () => {
    for (const rest of ['nothing', 'a copy that was cut off']) {
      const file = heldBy(FOREIGN);
      appendLine(`${file}.run`, { checkpoint: checkpointAt(6), after: 0, by: FOREIGN.id });
      if (rest !== 'nothing') {
        appendLine(`${file}.run`, { ended: FOREIGN.id, isPaused: true });
        appendLine(`${file}.run`, { writer: { ...FOREIGN, id: 'dead' } });
        writeFileSync(`${file}.partial.${crc32('dead').toString(16).padStart(8, '0')}`, 'xx');
      }
      writeFileSync(`${file}.partial.copy`, 'mine');
      const paused = openSync(`${file}.partial`, 'r+');
      const output = await openFile(file, { resume: true });
      writeSync(paused, 'zzz', 6); // it wakes up
      appendLine(`${file}.run`, { checkpoint: checkpointAt(9), after: 0, by: FOREIGN.id });
      expect(output.resumed.bytes).toBe(6);
      expect(output.shared?.alreadyWritten).toBe(6);
      await output.suspend();
      const again = await openFile(file, { resume: true });
      expect(again.resumed.bytes).toBe(6);
      await again.write(Buffer.alloc(4, 'y'), 6);
      await again.commit(10);
      writeSync(paused, 'zzz', 0);
      closeSync(paused);
      expect(filesBeside(file)).toEqual({ 'a.bin': 'xxxxxxyyyy', 'a.bin.partial.copy': 'mine' });
    }
  });

  it('that lost its lock and its FILE.partial leaves the journal of the run that has them', async () => {
    const file = join(temporaryFolder(), 'a.bin');
    const paused = await openFile(file);
    takeLock(`${file}.run`);
    rmSync(`${file}.partial`);
    writeFileSync(`${file}.partial`, 'x');
    const before = filesBeside(file);
    await paused.abort();
    expect(filesBeside(file)).toEqual(before);
  });

  it('on another host has ended if its journal is gone', async () => {
    const file = heldBy(FOREIGN);
    setTimeout(() => {
      for (const suffix of ['run', 'partial']) rmSync(`${file}.${suffix}`);
    }, HEARTBEAT);
    const output = await openFile(file);
    expect(output.shared?.alreadyWritten).toBe(0);
    await output.abort();
    expect(filesBeside(file)).toEqual({});
  });

  it('updates the time of its journal as a heartbeat', async () => {
    const file = join(temporaryFolder(), 'a.bin');
    const output = await openFile(file);
    const time = () => statSync(`${file}.run`).mtimeMs;
    const before = time();
    await vi.waitFor(() => expect(time()).toBeGreaterThan(before), 10_000);
    await output.write(Buffer.alloc(1), 0);
    await output.suspend();
    const ended = time();
    await sleep(3 * HEARTBEAT);
    expect(time()).toBe(ended);
  });

  it.each(['checkpoint', 'commit'] as const)(
    'that was declared dead by mistake notices it at its %s, and neither publishes nor removes anything',
    async (end) => {
      const file = join(temporaryFolder(), 'a.bin');
      const output = await openFile(file);
      await output.write(Buffer.alloc(1000), 0);
      takeLock(`${file}.run`);
      const taken = 'another run took it over, as this one did not respond';
      if (end === 'commit') await expect(output.commit(1000)).rejects.toThrow(taken);
      else await vi.waitFor(() => expect(() => output.checkpoint(checkpointAt(10))).toThrow(taken), 10_000);
      await output.suspend();
      expect(Object.keys(filesBeside(file))).toEqual(['a.bin.partial', 'a.bin.run']);
      expect(filesBeside(file)['a.bin.run']).not.toContain('"checkpoint"');
    },
  );

  it.runIf(process.platform === 'linux')(
    'of this system is told by its thread and start (needs Linux)',
    async () => {
      const file = join(temporaryFolder(), 'a.bin');
      const output = await openFile(file);
      const [here] = writersIn(`${file}.run`);
      await output.abort();
      expect(here).toMatchObject({ pid: process.pid, host: hostname() });
      expect(here.space).toMatch(/^[0-9a-f-]{36} pid:\[\d+\]$/);
      const dead = spawnSync('true').pid;
      const alive = { ...here, id: 'other' };
      const message = `process ${process.pid} is writing it; wait until`;
      await expect(openFile(heldBy(alive))).rejects.toThrow(message);
      for (const writer of [
        { ...alive, pid: dead, thread: `${dead}/task/${dead}` },
        { ...alive, started: '1' },
        { ...alive, thread: `${process.pid}/task/${dead}` },
      ]) {
        const started = performance.now();
        await (await openFile(heldBy(writer), { resume: true })).suspend();
        expect(performance.now() - started, JSON.stringify(writer)).toBeLessThan(4 * HEARTBEAT);
      }
    },
  );

  it('of a thread that has ended is dead, even if the journal does not say so', async () => {
    const file = join(temporaryFolder(), 'a.bin');
    const output = await openFile(file);
    const journal = readFileSync(`${file}.run`);
    await expect(openFile(file, { resume: true })).rejects.toThrow(`process ${process.pid} is writing it`);
    await output.suspend();
    writeFileSync(`${file}.run`, journal); // as if the disk had been full
    await (await openFile(file, { resume: true })).abort();
    expect(filesBeside(file)).toEqual({});
  });
});

it('of runs that start together one writes and the other is refused, and a removed journal blocks no run', async () => {
  const file = join(temporaryFolder(), 'a.bin');
  for (let i = 0; i < 50; i++) {
    const opened = await Promise.allSettled([openFile(file), openFile(file), openFile(file)]);
    const writers = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(writers.length).toBe(1);
    await writers[0]?.abort();
    expect(filesBeside(file)).toEqual({});
  }
});

it('a worker thread that is terminated during generate leaves an output that can be resumed', async () => {
  const folder = temporaryFolder();
  const output = join(folder, 'a.bin');
  const library = new URL('../../dist/index.js', import.meta.url).href;
  const job = { deals: '1..20000000', output, threads: 1 };
  const worker = new Worker(
    `import(${JSON.stringify(library)}).then(({ generate }) => generate(${JSON.stringify(job)}));`,
    { eval: true },
  );
  while ((statSync(`${output}.partial`, { throwIfNoEntry: false })?.size ?? 0) < 1e6) await sleep(1);
  await worker.terminate();
  expect(readdirSync(folder).sort()).toEqual(['a.bin.partial', 'a.bin.run']);
  const { generate } = await import('../../dist/index.js');
  const onProgress = () => {
    throw new Error('resumed');
  };
  await expect(generate({ ...job, resume: true, onProgress })).rejects.toThrow('resumed');
});

/** Runs the command in a PID namespace of its own. */
const UNSHARE = ['-r', '-p', '--fork', '--mount-proc', process.execPath, CLI];
/** Makes a run wait, so that it can be met in its middle. */
const SLOW = { FREECELL_DEALS_TEST_WORKERS_ONLY: '1', FREECELL_DEALS_TEST_WORKER_DELAY: '500' };
const canUnshare = spawnSync('unshare', [...UNSHARE, '--version']).status === 0;

it.runIf(canUnshare)(
  'the lock holds across PID namespaces, until its holder is killed (needs unshare)',
  async () => {
    const folder = temporaryFolder();
    const env = { FREECELL_DEALS_TEST_HEARTBEAT: '400' }; // a busy machine may delay some of them
    const child = start(['generate', '1..20000000', '-o', 'a.bin', '-t', '1'], folder, { ...env, ...SLOW });
    const ended = once(child, 'exit');
    while (!existsSync(join(folder, 'a.bin.partial'))) await sleep(1);
    const forceInside = () => {
      const args = [...UNSHARE, 'generate', '1..10', '-o', 'a.bin', '--force', '-q'];
      const options = { cwd: folder, env: { ...process.env, ...env }, encoding: 'utf8' } as const;
      const { status, stderr } = spawnSync('unshare', args, options);
      return { status, stderr };
    };
    const message = `process ${child.pid} on host ${hostname()}, which cannot be seen from here, is`;
    expect(forceInside()).toEqual({ status: 1, stderr: expect.stringContaining(message) });
    child.kill('SIGKILL');
    await ended;
    expect(forceInside()).toEqual({
      status: 0,
      stderr: `freecell-deals: waiting up to 2 s: process ${child.pid} on host ${hostname()} may still be writing a.bin.run\n`,
    });
    expect(readdirSync(folder)).toEqual(['a.bin']);
  },
);
