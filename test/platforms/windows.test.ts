// Runs the command on an imitation of Windows. npm run test:windows uses Node for Windows.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { CLI } from '../support/command.js';
import { appendLine } from '../support/journal.js';
import { folders, preloaded, runIn } from './preload.js';

const { cases, Place, WORKERS } = createRequire(import.meta.url)('../windows/cases.cjs');

const WINDOWS = preloaded('windows');
const DONE = { status: 0, stderr: '' };
const newFolder = folders();

describe.concurrent('on an imitation of Windows', () => {
  it.each(Object.keys(cases))('%s', async (name) => {
    await cases[name](new Place(newFolder(), CLI, WINDOWS));
  });

  // retried, because the second signal may arrive when the process is ending and no longer handles signals
  it('a second Ctrl-C ends with status 130', { retry: 3 }, async () => {
    const folder = newFolder();
    const env = { ...WINDOWS, ...WORKERS, FREECELL_DEALS_TEST_WORKER_DELAY: '9000' };
    const child = spawn(process.execPath, [CLI, 'generate', '-o', 'a.bin', '-q'], { cwd: folder, env });
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
    expect(await runIn(folder, ['generate', '1..1000', '-o', 'a.bin', '-q'], WINDOWS)).toMatchObject(DONE);
    const complete = readFileSync(path);
    rmSync(path);
    const writer = { id: 'other', pid: 1, host: 'node7', space: 'x', started: '' };
    writeFileSync(`${path}.partial`, 'x');
    appendLine(`${path}.run`, { writer });
    const env = { ...WINDOWS, FREECELL_DEALS_TEST_HEARTBEAT: '500' };
    const args = [CLI, 'generate', '1..1000', '-o', 'a.bin', '--resume'];
    const child = spawn(process.execPath, args, { cwd: folder, env });
    const ended = once(child, 'exit');
    const said = child.stderr.setEncoding('utf8').iterator();
    expect((await said.next()).value).toBe(
      'freecell-deals: waiting up to 3 s: process 1 on host node7 may still be writing a.bin.run\n',
    );
    writeFileSync(path, complete);
    rmSync(`${path}.partial`);
    rmSync(`${path}.run`);
    expect((await said.next()).value).toMatch(/^a\.bin: .*complete/);
    expect(await ended).toEqual([0, null]);
    expect(readdirSync(folder)).toEqual(['a.bin']);
  });
});
