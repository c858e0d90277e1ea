// Runs the command on an imitation of Windows. npm run test:windows uses Node for Windows.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { checkSame } from '../support/bytes.js';
import { CLI } from '../support/command.js';
import { appendLine } from '../support/journal.js';
import { folders, preloaded, runIn } from './preload.js';

const WINDOWS = preloaded('windows');
const WORKERS = { FREECELL_DEALS_TEST_WORKERS_ONLY: '1', FREECELL_DEALS_TEST_WORKER_DELAY: '300' };
const SLOW = { FREECELL_DEALS_TEST_WORKER_DELAY: '4000' };

const DONE = { status: 0, stderr: '' };
const newFolder = folders();
const linux = newFolder();
let files = 0;

/** Runs the same arguments on Linux; returns the bytes of the file. */
async function expected(args: string[]): Promise<Buffer> {
  const file = `${++files}.${args.includes('ndjson') ? 'ndjson' : 'bin'}`;
  const env = process.env as Record<string, string>;
  expect(await runIn(linux, ['generate', ...args, '-o', file, '-q'], env)).toMatchObject(DONE);
  return readFileSync(join(linux, file));
}

/** Leaves an interrupted run of `generate 1..400000 -o a.bin` in a folder. */
async function interrupt(folder: string): Promise<void> {
  const args = [CLI, 'generate', '1..400000', '-o', 'a.bin', '-q', '-t', '2'];
  const child = spawn(process.execPath, args, { cwd: folder, env: { ...WINDOWS, ...WORKERS, ...SLOW } });
  const ended = once(child, 'exit');
  const size = () => statSync(join(folder, 'a.bin.partial'), { throwIfNoEntry: false })?.size ?? 0;
  while (size() < 1e6 && child.exitCode === null) await sleep(1);
  child.kill('SIGKILL');
  await ended;
  expect(readdirSync(folder).sort()).toEqual(['a.bin.partial', 'a.bin.run']);
}

const ALL = ['1..400000'];

describe.concurrent('on an imitation of Windows', () => {
  it('two threads write their chunks to a pipe in order', async () => {
    const folder = newFolder();
    const args = ['generate', ...ALL, '-f', 'bin', '-o', '-', '-t', '2', '-q'];
    const { stdout, ...ended } = await runIn(folder, args, { ...WINDOWS, ...WORKERS });
    expect(ended).toEqual(DONE);
    checkSame(stdout, await expected(ALL));
  });

  it('the header of a list is written to a pipe before the deals', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'list.txt'), '5\r\n3\r\n617\r\n');
    const args = ['generate', '--deals-from', 'list.txt', '-f', 'bin', '-o', '-', '-q'];
    const { stdout, ...ended } = await runIn(folder, args, WINDOWS);
    expect(ended).toEqual(DONE);
    checkSame(stdout, await expected(['5,3,617']));
  });

  it('a run ends with status 0 if the reader closes the pipe', async () => {
    const args = [CLI, 'generate', '-f', 'ndjson', '-o', '-', '-q'];
    const child = spawn(process.execPath, args, { env: WINDOWS });
    const said = child.stderr.toArray();
    const ended = once(child, 'exit');
    child.stdout.once('data', () => child.stdout.destroy());
    expect(await ended).toEqual([0, null]);
    expect(String(await said)).toBe('');
  });

  it('a file is written, replaced, resumed and merged on a volume whose number differs by path and descriptor', async () => {
    const folder = newFolder();
    const env = { ...WINDOWS, OTHER_VOLUME: '1', FREECELL_DEALS_TEST_HEARTBEAT: '40' };
    for (const args of [
      ['generate', '1..1000', '-o', 'a.bin', '-q'],
      ['generate', '1..1000', '-o', 'a.bin', '-q', '--force'],
      ['generate', '1..1000', '-o', 'a.bin', '-q', '--resume'],
      ['generate', '1001..2000', '-o', 'b.bin', '-q'],
      ['merge', 'c.bin', 'a.bin', 'b.bin', '-q'],
    ]) {
      expect(await runIn(folder, args, env), args.join(' ')).toMatchObject(DONE);
    }
    expect(readdirSync(folder).sort()).toEqual(['a.bin', 'b.bin', 'c.bin']);
    checkSame(readFileSync(join(folder, 'c.bin')), await expected(['1..2000']));
    const given = await runIn(folder, ['merge', 'd.bin', 'a.bin', 'a.bin'], env);
    expect(given.stderr).toContain('a.bin is given twice');
  });

  it('--sync succeeds although folders cannot be synced', async () => {
    const folder = newFolder();
    const args = ['generate', '1..10', '-o', 'a.bin', '--sync', '-q'];
    expect(await runIn(folder, args, WINDOWS)).toMatchObject(DONE);
    expect(readdirSync(folder)).toEqual(['a.bin']);
  });

  it.each([
    ['--resume', '1..400000'],
    ['--force', '1..1000'],
  ])('a run that was killed leaves files with which %s writes the right bytes', async (flag, deals) => {
    const folder = newFolder();
    await interrupt(folder);
    expect(await runIn(folder, ['generate', deals, '-o', 'a.bin', '-q', flag], WINDOWS)).toMatchObject(DONE);
    expect(readdirSync(folder)).toEqual(['a.bin']);
    checkSame(readFileSync(join(folder, 'a.bin')), await expected([deals]));
  });

  it('cat, verify and merge read and write files, and expand patterns', async () => {
    const folder = newFolder();
    for (const [i, deals] of ['1..500', '501..900', '901..1000'].entries()) {
      expect(await runIn(folder, ['generate', deals, '-o', `s${i}.bin`, '-q'], WINDOWS)).toMatchObject(DONE);
    }
    expect(await runIn(folder, ['merge', 'out.bin', 's*.bin', '-q'], WINDOWS)).toMatchObject(DONE);
    checkSame(readFileSync(join(folder, 'out.bin')), await expected(['1..1000']));
    expect(await runIn(folder, ['merge', 'out2.bin', 's?.bin', '-q'], WINDOWS)).toMatchObject(DONE);
    const verified = await runIn(folder, ['verify', 's?.bin', 'out.bin'], WINDOWS);
    expect(String(verified.stdout).replaceAll('\\', '/').split('\n')).toEqual([
      expect.stringMatching(/^s0\.bin: 500 deals/),
      expect.stringMatching(/^s1\.bin: 400 deals/),
      expect.stringMatching(/^s2\.bin: 100 deals/),
      expect.stringMatching(/^out\.bin: 1,000 deals/),
      '',
    ]);
    const cat = await runIn(folder, ['cat', 'out.bin', '617', '-f', 'ndjson', '-o', 'one.ndjson'], WINDOWS);
    expect(cat).toMatchObject(DONE);
    checkSame(readFileSync(join(folder, 'one.ndjson')), await expected(['617', '-f', 'ndjson']));
    const none = await runIn(folder, ['merge', 'out3.bin', 't*.bin'], WINDOWS);
    expect(none).toMatchObject({
      status: 2,
      stderr: "freecell-deals: no file matches 't*.bin'; check the path\n",
    });
  });

  it('NUL is the null device, and reserved names are refused', async () => {
    const folder = newFolder();
    for (const name of ['NUL', 'nul']) {
      const args = ['generate', '1..10', '-f', 'bin', '-o', name, '-q'];
      expect(await runIn(folder, args, WINDOWS)).toMatchObject(DONE);
    }
    for (const [name, fault] of [
      ['CON', 'reserves the name CON for a device'],
      ['com1.bin', 'reserves the name com1.bin for a device'],
      ['nul.bin', 'reserves the name nul.bin for a device'],
      ['a?b.bin', 'does not allow "?" in a name'],
      ['ab:c.bin', 'does not allow ":" in a name'],
    ] as const) {
      const { status, stderr } = await runIn(folder, ['generate', '1..10', '-f', 'bin', '-o', name], WINDOWS);
      expect(stderr).toBe(`freecell-deals: cannot write ${name}: Windows ${fault}; name another file\n`);
      expect(status).toBe(1);
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  // retried, because the second signal may arrive when the process is ending and no longer handles signals
  it('a second Ctrl-C ends with status 130', { retry: 3 }, async () => {
    const folder = newFolder();
    const env = { ...WINDOWS, ...WORKERS, FREECELL_DEALS_TEST_WORKER_DELAY: '9000' };
    const args = [CLI, 'generate', '-o', 'a.bin', '-q'];
    const child = spawn(process.execPath, args, { cwd: folder, env });
    const ended = once(child, 'exit');
    while (!readdirSync(folder).includes('a.bin.partial')) await sleep(5);
    child.kill('SIGINT');
    await sleep(300);
    child.kill('SIGINT');
    expect(await ended).toEqual([130, null]);
  });

  it('a run says that it waits for a heartbeat, and has nothing to do if the other run ends meanwhile', async () => {
    const folder = newFolder();
    const path = join(folder, 'a.bin');
    const writer = { id: 'other', pid: 1, host: 'node7', space: 'x', thread: '', started: '' };
    writeFileSync(`${path}.partial`, 'x');
    appendLine(`${path}.run`, { writer });
    const env = { ...WINDOWS, FREECELL_DEALS_TEST_HEARTBEAT: '2000' };
    const complete = await expected(['1..1000']);
    const args = [CLI, 'generate', '1..1000', '-o', 'a.bin', '--resume'];
    const child = spawn(process.execPath, args, { cwd: folder, env });
    const ended = once(child, 'exit');
    const said = child.stderr.setEncoding('utf8').iterator();
    expect((await said.next()).value).toBe(
      'freecell-deals: waiting up to 10 s: process 1 on host node7 may still be writing a.bin.run\n',
    );
    writeFileSync(path, complete);
    rmSync(`${path}.partial`);
    rmSync(`${path}.run`);
    expect((await said.next()).value).toMatch(/^a\.bin: .*complete/);
    expect(await ended).toEqual([0, null]);
    expect(readdirSync(folder)).toEqual(['a.bin']);
  });
});
