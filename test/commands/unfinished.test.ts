// info of a file that an interrupted run has left, or that a run is writing.

import { once } from 'node:events';
import { rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { thisProcess } from '../../src/io/process-alive.js';
import { runShell, start, temporaryFolder, until } from '../support/command.js';
import { rowsIn } from '../support/golden.js';
import { appendLine, JOB, linesBeside, syncedBytes } from '../support/journal.js';
import { runLine, runMain } from '../support/main.js';
import { leftover } from '../support/output.js';

/** The lines of info, by their names. */
async function infoOf(file: string, folder: string) {
  const { status, stdout, stderr } = await runLine(`info ${file}`, folder);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return Object.fromEntries(
    Array.from(stdout.matchAll(/^(.*?) {2,}(.*)$/gm), ([, name, value]) => [name, value]),
  );
}

describe('info of an unfinished file', () => {
  it('shows how far it is, whether its run is alive, and a command that resumes it', async () => {
    const folder = temporaryFolder();
    const path = join(folder, "a b's.bin");
    const args = ['generate', '1..6000000', '--where', "card_0 <> '7D'", '-o', "a b's.bin", '-q', '--resume'];
    const child = start(args, folder, { FREECELL_DEALS_TEST_HEARTBEAT: '40' });
    const ended = once(child, 'exit');
    await until(() => syncedBytes(path) > 1e6);
    const alive = String((await runMain(['info', path], folder)).stdout);
    expect(alive).toContain(`process ${child.pid} on host`);
    expect(alive).toContain('is writing it');
    expect(alive).not.toContain('note');
    child.kill('SIGKILL');
    await ended;
    const { synced } = linesBeside(path).findLast((line) => line.synced);
    const { status, stdout } = await runMain(['info', '--json', `${path}.partial`], folder);
    const { command, ...facts } = JSON.parse(String(stdout));
    expect(facts).toEqual({
      file: path,
      isComplete: false,
      version: JOB.version,
      selection: "1..6000000 where card_0 <> '7D'",
      format: 'bin',
      bytes: null,
      isFixed: true,
      synced: { bytes: synced.bytes, deals: synced.deals, dealt: synced.consumed },
      touched: expect.stringMatching(/^20\d\d-\d\d-\d\dT/),
      isAlive: false,
    });
    expect(status).toBe(0);
    expect(command.split('--resume').length).toBe(2);
    const resumed = runShell(`${command.replace(/^freecell-deals/, '"$0" "$1"')} --json`, folder);
    expect(String(resumed.stdout)).toMatch(/"dealt":\d+,"resumedAfter":[1-9]\d*,"status":"written"/);
    expect(String((await runMain(['info', path], folder)).stdout)).toContain('binary, version 1');
  });

  const runs = rowsIn<[what: string, left: object, facts: object]>('unfinished.txt');

  it.each(runs)('tells what is known of a run %s, not of a later dead one', async (_, left, facts) => {
    const path = leftover(left);
    appendLine(`${path}.run`, { writer: { id: 'dead', ...thisProcess(), pid: 2 ** 30 } });
    expect(await infoOf('a.bin', join(path, '..'))).toMatchObject(facts);
  });

  it('whose FILE.run is damaged says so; without FILE.run, the file itself is read', async () => {
    const path = leftover({ synced: 400 });
    const folder = join(path, '..');
    writeFileSync(path, 'old'); // which that run replaces
    writeFileSync(`${path}.run`, '01234567 {"begun"}\n');
    appendLine(`${path}.run`, { ended: 'a' });
    const before = Date.now() / 1000 - 7230;
    utimesSync(`${path}.run`, before, before);
    expect(await infoOf('a.bin.run', folder)).toMatchObject({
      touched: '2h00m ago',
      of: 'not known, because its line in FILE.run is damaged',
      format: 'not known',
      writer: expect.stringContaining('another run may be writing it'),
      resume: 'start over with --force',
    });
    symlinkSync('a.bin', join(folder, 'link.bin'));
    const { stdout } = await runLine('info --json link.bin.run', folder);
    expect(JSON.parse(stdout)).toMatchObject({ isAlive: null, command: null });
    rmSync(`${path}.run`);
    const { stderr } = await runLine('info a.bin.partial', folder);
    expect(stderr).toMatch(/^freecell-deals: a\.bin\.partial: /);
    expect((await runLine('info a.bin', folder)).stderr).toMatch(/^freecell-deals: a\.bin: /);
  });
});
