// Runs the command on an imitation of Windows. npm run test:windows uses Node for Windows.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { checkSame } from '../support/bytes.js';
import { CLI } from '../support/command.js';
import { appendLine } from '../support/journal.js';
import { folders, preloaded, runIn } from './preload.js';

const { cases, digestsHere, Place, WORKERS } = createRequire(import.meta.url)('../windows/cases.cjs');

const WINDOWS = preloaded('windows');
const DONE = { status: 0, stderr: '' };
const newFolder = folders();
const digests: Promise<Record<string, string>> = digestsHere(CLI);

describe.concurrent('on an imitation of Windows', () => {
  it.each(Object.keys(cases))('%s', async (name) => {
    await cases[name](new Place(newFolder(), { cli: CLI, expected: await digests, env: WINDOWS }));
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
      ['generate', '1..2000', '-o', 'd.bin', '-q'],
    ]) {
      expect(await runIn(folder, args, env), args.join(' ')).toMatchObject(DONE);
    }
    expect(readdirSync(folder).sort()).toEqual(['a.bin', 'b.bin', 'c.bin', 'd.bin']);
    checkSame(readFileSync(join(folder, 'c.bin')), readFileSync(join(folder, 'd.bin')));
    const given = await runIn(folder, ['merge', 'e.bin', 'a.bin', 'a.bin'], env);
    expect(given.stderr).toContain('a.bin is given twice');
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
    const writer = { id: 'other', pid: 1, host: 'node7', space: 'x', thread: '', started: '' };
    writeFileSync(`${path}.partial`, 'x');
    appendLine(`${path}.run`, { writer });
    const env = { ...WINDOWS, FREECELL_DEALS_TEST_HEARTBEAT: '2000' };
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
