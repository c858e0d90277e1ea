import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { CLI, run, runShell, start, temporaryFolder } from '../support/command.js';
import { appendLine } from '../support/journal.js';
import { jobsWith, killAndResume, sha256, undisturbed } from '../support/kill.js';

describe('kill -9', () => {
  it('at any instant, 40 times and more: a resumed run gives the same bytes, and none is published early', async () => {
    const folder = temporaryFolder();
    let kills = 0;
    for (const job of jobsWith(temporaryFolder())) {
      const { ms, digest } = await undisturbed(CLI, folder, job);
      for (let before = kills; kills < before + 5; ) {
        ({ kills } = {
          kills: kills + (await killAndResume(CLI, folder, { ...job, sha256: digest }, ms)).kills,
        });
      }
    }
    expect(kills).toBeGreaterThanOrEqual(40);
  }, 600_000);
});

describe('--resume', () => {
  const args = ['generate', '1..3000000', '-o', 'a.bin', '-q'];

  /** A folder with a run in it that was killed in the middle. */
  async function stopped(): Promise<string> {
    for (;;) {
      const folder = temporaryFolder();
      const child = start(args, folder);
      const ended = once(child, 'exit');
      const partial = join(folder, 'a.bin.partial');
      const size = () => statSync(partial, { throwIfNoEntry: false })?.size ?? 0;
      while (size() < 1e6 && child.exitCode === null) await sleep(1);
      child.kill('SIGKILL');
      await ended;
      // on a busy machine it may have been done before
      if (readdirSync(folder).includes('a.bin')) continue;
      expect(readdirSync(folder).sort()).toEqual(['a.bin.partial', 'a.bin.run']);
      return folder;
    }
  }

  async function wanted(): Promise<string> {
    const folder = temporaryFolder();
    run(args, folder);
    return sha256(join(folder, 'a.bin'));
  }

  it('begins where nothing was begun', async () => {
    const folder = temporaryFolder();
    expect(run([...args, '--resume'], folder)).toMatchObject({ status: 0, stderr: '' });
    expect(readdirSync(folder)).toEqual(['a.bin']);
  });

  it('is named, as is --force, where a leftover stands in the way', async () => {
    const folder = await stopped();
    const { status, stderr } = run(args, folder);
    expect(stderr).toMatch(
      /^freecell-deals: cannot write a\.bin: an interrupted run left \S*a\.bin\.partial, [\d,]+ of 156,000,064 bytes; resume it with --resume, or start over with --force\n$/,
    );
    expect(status).toBe(1);
    expect(run([...args, '--force'], folder).status).toBe(0);
    expect(await sha256(join(folder, 'a.bin'))).toBe(await wanted());
  });

  it.each([
    ['deals', ['1..3000001', '-o', 'a.bin'], 'selection 1..3000000, not 1..3000001'],
    ['layout', ['1..2999999,3000000', '-o', 'a.bin'], 'encoder cards, not numbered'],
    ['format', ['1..3000000', '-o', 'a.bin', '-f', 'ndjson'], 'format bin, not ndjson'],
  ])('refuses a run with other %s, and says what differs', async (_, other, message) => {
    const folder = await stopped();
    const { status, stderr } = run(['generate', ...other, '--resume'], folder);
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n').length).toBe(1);
    expect(status).toBe(1);
    expect(run([...args, '--resume'], folder).status).toBe(0);
  });

  it('mends what a power cut left: zeros, garbage, a short file, half a line of journal', async () => {
    const digest = await wanted();
    const whole = temporaryFolder();
    run(args, whole);
    for (const damage of ['zeros', 'garbage', 'short', 'journal', 'long']) {
      const folder = await stopped();
      const partial = join(folder, 'a.bin.partial');
      copyFileSync(join(whole, 'a.bin'), partial);
      const fd = openSync(partial, 'r+');
      if (damage === 'zeros') writeSync(fd, Buffer.alloc(9_000_000), 0, 9_000_000, 70_000_001);
      if (damage === 'garbage') for (let at = 5; at < 150e6; at += 999_983) writeSync(fd, 'KH', at);
      if (damage === 'long') writeSync(fd, 'more', 156_000_064);
      closeSync(fd);
      if (damage === 'short') writeFileSync(partial, readFileSync(partial).subarray(0, 5_000_001));
      if (damage === 'journal') writeFileSync(join(folder, 'a.bin.run'), '{"sa', { flag: 'a' });
      expect(run([...args, '--resume'], folder), damage).toMatchObject({ status: 0, stderr: '' });
      expect(await sha256(join(folder, 'a.bin')), damage).toBe(digest);
      expect(readdirSync(folder)).toEqual(['a.bin']);
    }
  });

  it('trusts what was noted as safe, and only that', async () => {
    const folder = await stopped();
    const partial = join(folder, 'a.bin.partial');
    const other = temporaryFolder();
    run(args, other);
    copyFileSync(join(other, 'a.bin'), partial);
    const checkpoint = { bytes: 64 + 52e6, deals: 1e6, consumed: 1e6, skip: 0, checksum: 0, facts: [] };
    appendLine(join(folder, 'a.bin.run'), { checkpoint, after: 0 });
    const fd = openSync(partial, 'r+');
    writeSync(fd, 'KH', 20_000_000); // which nobody looks at again
    writeSync(fd, 'KH', 90_000_000);
    closeSync(fd);
    expect(run([...args, '--resume'], folder).status).toBe(0);
    const { stderr } = run(['verify', 'a.bin'], folder);
    expect(stderr).toContain('1 of 3,000,000 deals is wrong, first deal 384615 at offset 19999992');
  });

  it.each([
    ['--deals-from', 'list.txt'],
    ['1..2000000', '--filter', 'filter.mjs'],
  ])('carries on with %s %s where it was noted, and refuses another list or filter', async (...deals) => {
    const folder = temporaryFolder();
    const list = join(folder, 'list.txt');
    const filter = join(folder, 'filter.mjs');
    const numbers = Array.from({ length: 2_000_000 }, (_, i) => 2_000_000 - i).join('\n');
    writeFileSync(list, numbers);
    writeFileSync(filter, 'export default ({ number }) => number % 2 > 0;');
    const words = ['generate', ...deals, '-q', '-o'];
    expect(run([...words, 'whole.bin'], folder)).toMatchObject({ status: 0, stderr: '' });
    const partial = join(folder, 'a.bin.partial');
    const journal = join(folder, 'a.bin.run');
    const child = start([...words, 'a.bin'], folder, { FREECELL_DEALS_TEST_CHECKPOINT_INTERVAL: '1' });
    const ended = once(child, 'exit');
    const hasNote = () => existsSync(journal) && readFileSync(journal, 'utf8').includes('"checkpoint"');
    while (!hasNote() && child.exitCode === null) await sleep(1);
    child.kill('SIGKILL');
    await ended;
    expect(hasNote()).toBe(true);

    const resume = () => run([...words, 'a.bin', '--resume'], folder);
    const changed = deals.length === 2 ? list : filter;
    const before = readFileSync(changed);
    writeFileSync(changed, Buffer.concat([Buffer.from(deals.length === 2 ? '5\n' : '// other\n'), before]));
    const refused = resume();
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(
      /^[^\n]*(the list does not begin with the|the interrupted run has)[^\n]*\n$/,
    );
    expect(refused.stderr).toContain('or start over with --force');
    writeFileSync(changed, before);

    // what is noted to be safe is not dealt again: a fault there stays
    const [safe] =
      readFileSync(journal, 'utf8')
        .match(/(?<="checkpoint":\{"bytes":)\d+/g)
        ?.slice(-1) ?? [];
    const fd = openSync(partial, 'r+');
    writeSync(fd, 'KH', Number(safe) - 10);
    closeSync(fd);
    expect(resume()).toMatchObject({ status: 0, stderr: '' });
    const [whole, resumed] = ['whole.bin', 'a.bin'].map((name) => readFileSync(join(folder, name))) as [
      Buffer,
      Buffer,
    ];
    whole.write('KH', Number(safe) - 10);
    expect(resumed.equals(whole)).toBe(true);
    expect(readdirSync(folder).sort()).toEqual(['a.bin', 'filter.mjs', 'list.txt', 'whole.bin']);
  });

  it('does not touch a FILE.partial that no run left', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.bin.partial'), 'mine');
    const { status, stderr } = run([...args, '--resume'], folder);
    expect(stderr).toContain('a.bin.partial is in the way and no journal tells which run left it');
    expect(status).toBe(1);
    expect(readFileSync(join(folder, 'a.bin.partial'), 'utf8')).toBe('mine');
    expect(readdirSync(folder)).toEqual(['a.bin.partial']);
  });
});

describe('two processes on one output', () => {
  it('the second is refused at once, and the first goes on', async () => {
    const folder = temporaryFolder();
    const child = start(['generate', '1..20000000', '-o', 'a.bin'], folder);
    const ended = once(child, 'exit');
    while (!existsSync(join(folder, 'a.bin.partial'))) await sleep(1);
    for (const flags of [[], ['--resume'], ['--force']]) {
      const { status, stderr } = run(['generate', '1..20000000', '-o', 'a.bin', ...flags], folder);
      expect(stderr).toContain(`process ${child.pid} is writing it`);
      expect(status).toBe(1);
    }
    expect((await ended)[0]).toBe(0);
    expect(readdirSync(folder)).toEqual(['a.bin']);
  });

  it('the number of a dead process, or of another one by now, is no obstacle', () => {
    const folder = temporaryFolder();
    const dead = spawnSync('true').pid;
    const lines = [
      { job: { version: 1, deals: '1..9', format: 'bin', records: 'cards', bytes: 532 } },
      { writer: 'x', pid: dead, started: '1' },
      { writer: 'y', pid: process.pid, started: '1' },
    ];
    writeFileSync(join(folder, 'a.bin.run'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    expect(run(['generate', '1..9', '-o', 'a.bin', '--resume'], folder).status).toBe(0);
    expect(readdirSync(folder)).toEqual(['a.bin']);
  });
});

describe('faults', () => {
  it.each(['-o a.bin', '-f bin -o - >/dev/null'])(
    'a worker that dies fails the run, cleanly: %s',
    (output) => {
      const folder = temporaryFolder();
      const env = 'FREECELL_DEALS_TEST_WORKERS_ONLY=1 FREECELL_DEALS_TEST_WORKER_DIES_AT=3';
      const line = `${env} "$0" "$1" generate 1..20000000 -t 2 ${output}`;
      const { status, stderr } = runShell(line, folder);
      expect(stderr).toMatch(/^freecell-deals: cannot write [^\n]*worker exited with code: 1[^\n]*\n$/);
      expect(status).toBe(1);
      if (output.includes('a.bin')) {
        expect(stderr).toContain('then continue with --resume');
        expect(run(['generate', '1..20000000', '-o', 'a.bin', '--resume', '-q'], folder).status).toBe(0);
        expect(run(['verify', 'a.bin'], folder).stdout.toString()).toContain('all right: 1..20000000');
      }
    },
  );

  it('a folder that is removed while it is written to', async () => {
    const folder = temporaryFolder();
    const line = `mkdir gone; "$0" "$1" generate 1..20000000 -o gone/a.bin & P=$!
      while [ ! -e gone/a.bin.partial ]; do sleep 0.01; done; rm -r gone; wait $P`;
    const { status, stderr } = runShell(line, folder);
    expect(stderr).toMatch(/^freecell-deals: cannot write gone\/a\.bin: its folder does not exist[^\n]*\n$/);
    expect(status).toBe(1);
  });

  it('too little space is refused before the first byte, with both figures', () => {
    const folder = temporaryFolder();
    const { status, stderr } = run(['generate', '1..8589934591', '-f', 'ndjson', '-o', 'a.ndjson'], folder);
    expect(stderr).toMatch(
      /needs 2,489,[\d,]+ bytes and the disk has [\d,]+ free; free some or write elsewhere\n$/,
    );
    expect(status).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('--sync gives the same file', () => {
    const folder = temporaryFolder();
    expect(run(['generate', '1..1000', '-o', 'a.bin', '--sync', '-q'], folder)).toMatchObject({
      status: 0,
      stderr: '',
    });
    expect(run(['verify', 'a.bin'], folder).status).toBe(0);
    expect(readdirSync(folder)).toEqual(['a.bin']);
  });
});
