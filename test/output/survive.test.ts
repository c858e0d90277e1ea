import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { checkSame } from '../support/bytes.js';
import { CLI, runShell, start, temporaryFolder } from '../support/command.js';
import { appendLine } from '../support/journal.js';
import { jobsWith, killAndResume, sha256, undisturbed } from '../support/kill.js';
import { runMain } from '../support/main.js';

/** Workers alone, that wait, so that a run can be met in its middle whatever else the machine does. */
const SLOW = { FREECELL_DEALS_TEST_WORKERS_ONLY: '1', FREECELL_DEALS_TEST_WORKER_DELAY: '300' };

describe('kill -9', () => {
  // npm run torture kills as often as it is told to, and longer runs
  it('at any instant of every kind of run publishes nothing early, and the resumed run gives the same bytes', async () => {
    const folder = temporaryFolder();
    let kills = 0;
    // other ones in each run
    for (const job of fc
      .sample(
        fc.shuffledSubarray([...jobsWith(CLI, temporaryFolder(), 0.1)], { minLength: 2, maxLength: 2 }),
        1,
      )
      .flat()) {
      const { ms, digest } = await undisturbed(CLI, folder, job);
      const before = kills;
      while (kills === before) {
        kills += (await killAndResume(CLI, folder, { ...job, sha256: digest }, ms, 1)).kills;
      }
    }
    expect(kills).toBeGreaterThanOrEqual(2);
  }, 600_000);
});

describe('--resume', () => {
  const args = ['generate', '1..400000', '-o', 'a.bin', '-q'];
  const BYTES = 64 + 20_800_000;

  const suite = mkdtempSync(join(tmpdir(), 'freecell-deals-survive-'));
  const [killed, whole] = ['killed', 'whole'].map((name) => join(suite, name)) as [string, string];
  let wanted = ''; // digest of the whole file
  afterAll(() => rmSync(suite, { recursive: true }));

  beforeAll(async () => {
    for (const folder of [killed, whole]) mkdirSync(folder);
    const child = start(args, killed, SLOW);
    const ended = once(child, 'exit');
    const size = () => statSync(join(killed, 'a.bin.partial'), { throwIfNoEntry: false })?.size ?? 0;
    while (size() < 1e6 && child.exitCode === null) await sleep(1);
    child.kill('SIGKILL');
    await ended;
    expect(readdirSync(killed).sort()).toEqual(['a.bin.partial', 'a.bin.run']);
    expect((await runMain(args, whole)).status).toBe(0);
    wanted = await sha256(join(whole, 'a.bin'));
  });

  /** A folder with a run in it that was killed in the middle. */
  function stopped(): string {
    const folder = temporaryFolder();
    cpSync(killed, folder, { recursive: true });
    return folder;
  }

  // a filter that never returns could take longer to end than the second after which the command ends without tidying up
  it('is not advised after a Ctrl-C before the first byte, and no file stays', async () => {
    const folder = temporaryFolder();
    const child = spawn(process.execPath, [CLI, 'generate', '--deals-from', '-', '-o', 'a.bin'], {
      cwd: folder,
    });
    const said = child.stderr.toArray(); // its list pauses before the first number
    while (!existsSync(join(folder, 'a.bin.partial'))) await sleep(1);
    child.kill('SIGINT');
    await once(child, 'exit');
    expect(String(await said)).toBe('freecell-deals: stopped by SIGINT\n');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('starts a new run if there is nothing to resume', async () => {
    const folder = temporaryFolder();
    expect(await runMain([...args, '--resume'], folder)).toMatchObject({ status: 0, stderr: '' });
    expect(readdirSync(folder)).toEqual(['a.bin']);
  });

  it('is suggested, as is --force, if an interrupted run left its files', async () => {
    const folder = stopped();
    const { status, stderr } = await runMain(args, folder);
    expect(stderr).toMatch(
      /^freecell-deals: cannot write a\.bin: an interrupted run left \S*a\.bin\.partial, [\d,]+ of 20,800,064 bytes; resume it with --resume, or start over with --force\n$/,
    );
    expect(status).toBe(1);
    expect((await runMain([...args, '--force'], folder)).status).toBe(0);
    expect(await sha256(join(folder, 'a.bin'))).toBe(wanted);
  });

  it('refuses to resume with other deals, layout or format, and says what differs', async () => {
    const folder = stopped();
    for (const [message, ...other] of [
      ['selection 1..400000, not 1..400001', '1..400001', '-o', 'a.bin'],
      ['encoder cards, not numbered', '1..399999,400000', '-o', 'a.bin'],
      ['format bin, not ndjson', '1..400000', '-o', 'a.bin', '-f', 'ndjson'],
    ] as const) {
      const { status, stderr } = await runMain(['generate', ...other, '--resume'], folder);
      expect(stderr).toContain(message);
      expect(stderr.trim().split('\n').length).toBe(1);
      expect(status).toBe(1);
    }
    expect((await runMain([...args, '--resume'], folder)).status).toBe(0);
    expect(await sha256(join(folder, 'a.bin'))).toBe(wanted);
  });

  it('repairs what a power cut left: zeros, garbage, a short file, half a line of journal', async () => {
    for (const damage of ['zeros', 'garbage', 'short', 'journal', 'long']) {
      const folder = stopped();
      const partial = join(folder, 'a.bin.partial');
      copyFileSync(join(whole, 'a.bin'), partial);
      const fd = openSync(partial, 'r+');
      if (damage === 'zeros') writeSync(fd, Buffer.alloc(3_600_000), 0, 3_600_000, 8_000_001);
      if (damage === 'garbage') for (let at = 5; at < 20e6; at += 399_983) writeSync(fd, 'KH', at);
      if (damage === 'long') writeSync(fd, 'more', BYTES);
      closeSync(fd);
      if (damage === 'short') writeFileSync(partial, readFileSync(partial).subarray(0, 2_000_001));
      if (damage === 'journal') writeFileSync(join(folder, 'a.bin.run'), '{"sa', { flag: 'a' });
      expect(await runMain([...args, '--resume'], folder), damage).toMatchObject({ status: 0, stderr: '' });
      expect(await sha256(join(folder, 'a.bin')), damage).toBe(wanted);
      expect(readdirSync(folder)).toEqual(['a.bin']);
    }
  });

  it('trusts exactly the bytes before the checkpoint', async () => {
    const folder = stopped();
    const partial = join(folder, 'a.bin.partial');
    copyFileSync(join(whole, 'a.bin'), partial);
    const checkpoint = {
      bytes: 64 + 10.4e6,
      deals: 2e5,
      consumed: 2e5,
      skip: 0,
      checksum: '',
      skipped: '',
      facts: [],
    };
    appendLine(join(folder, 'a.bin.run'), { checkpoint, after: 0 });
    const fd = openSync(partial, 'r+');
    writeSync(fd, 'KH', 8_000_000); // no run reads these bytes again
    writeSync(fd, 'KH', 12_000_000);
    closeSync(fd);
    expect((await runMain([...args, '--resume'], folder)).status).toBe(0);
    const { stderr } = await runMain(['verify', 'a.bin'], folder);
    expect(stderr).toContain('1 of 400,000 deals is wrong, first deal 153845 at offset 7999952');
  });

  it.each([
    ['--deals-from', 'list.txt'],
    ['1..200000', '--filter', 'filter.mjs'],
  ])('continues %s %s at the checkpoint, and refuses another list or filter', async (...deals) => {
    const folder = temporaryFolder();
    const list = join(folder, 'list.txt');
    const filter = join(folder, 'filter.mjs');
    const numbers = Array.from({ length: 200_000 }, (_, i) => 200_000 - i).join('\n');
    writeFileSync(list, numbers);
    writeFileSync(filter, 'export default ({ number }) => number % 2 > 0;');
    const words = ['generate', ...deals, '-q', '-o'];
    expect(await runMain([...words, 'whole.bin'], folder)).toMatchObject({ status: 0, stderr: '' });
    const partial = join(folder, 'a.bin.partial');
    const journal = join(folder, 'a.bin.run');
    const child = start([...words, 'a.bin'], folder, {
      ...SLOW,
      FREECELL_DEALS_TEST_CHECKPOINT_INTERVAL: '1',
    });
    const ended = once(child, 'exit');
    const hasNote = () => existsSync(journal) && readFileSync(journal, 'utf8').includes('"checkpoint"');
    while (!hasNote() && child.exitCode === null) await sleep(1);
    child.kill('SIGKILL');
    await ended;
    expect(hasNote()).toBe(true);

    const resume = () => runMain([...words, 'a.bin', '--resume'], folder);
    const changed = deals.length === 2 ? list : filter;
    const before = readFileSync(changed);
    writeFileSync(changed, Buffer.concat([Buffer.from(deals.length === 2 ? '5\n' : '// other\n'), before]));
    const refused = await resume();
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(
      /^[^\n]*(the list does not begin with the|the interrupted run has)[^\n]*\n$/,
    );
    expect(refused.stderr).toContain('or start over with --force');
    writeFileSync(changed, before);

    // what is noted to be safe is not dealt again: a fault there stays
    const notes = readFileSync(journal, 'utf8').match(/(?<=^[0-9a-f]{8} ).*"checkpoint".*$/gm) ?? [];
    const safe: number = JSON.parse(notes.at(-1) as string).checkpoint.bytes;
    const fd = openSync(partial, 'r+');
    writeSync(fd, 'KH', safe - 10);
    closeSync(fd);
    expect(await resume()).toMatchObject({ status: 0, stderr: '' });
    const [whole, resumed] = ['whole.bin', 'a.bin'].map((name) => readFileSync(join(folder, name))) as [
      Buffer,
      Buffer,
    ];
    whole.write('KH', safe - 10);
    checkSame(resumed, whole);
    expect(readdirSync(folder).sort()).toEqual(['a.bin', 'filter.mjs', 'list.txt', 'whole.bin']);
  });

  it('does not touch a FILE.partial that no run left', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.bin.partial'), 'mine');
    const { status, stderr } = await runMain([...args, '--resume'], folder);
    expect(stderr).toContain('a.bin.partial is in the way and no journal tells which run left it');
    expect(status).toBe(1);
    expect(readFileSync(join(folder, 'a.bin.partial'), 'utf8')).toBe('mine');
    expect(readdirSync(folder)).toEqual(['a.bin.partial']);
  });
});

describe('two processes on one output', () => {
  it('refuse the second one at once, and the first one continues', async () => {
    const folder = temporaryFolder();
    const args = ['generate', '1..1000000', '-o', 'a.bin'];
    const child = start(args, folder, SLOW);
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = once(child, 'exit');
    while (!existsSync(join(folder, 'a.bin.partial'))) await sleep(1);
    child.kill('SIGSTOP'); // so that it is in the middle, however long the others take
    for (const flags of [[], ['--resume'], ['--force']]) {
      const { status, stderr } = await runMain([...args, ...flags], folder);
      expect(stderr).toContain(`process ${child.pid} is writing it`);
      expect(status).toBe(1);
    }
    child.kill('SIGCONT');
    expect((await ended)[0]).toBe(0);
    expect(readdirSync(folder)).toEqual(['a.bin']);
    expect((await runMain(['verify', 'a.bin'], folder)).stdout.toString()).toContain('all right: 1..1000000');
  });
});

describe('faults', () => {
  it.each(['-o a.bin', '-f bin -o - >/dev/null'])(
    'a worker that dies fails the run, cleanly: %s',
    async (output) => {
      const folder = temporaryFolder();
      const env = 'FREECELL_DEALS_TEST_WORKERS_ONLY=1 FREECELL_DEALS_TEST_WORKER_DIES_AT=3';
      const line = `${env} "$0" "$1" generate 1..1000000 -t 2 ${output}`;
      const { status, stderr } = runShell(line, folder);
      expect(stderr).toMatch(/^freecell-deals: cannot write [^\n]*worker exited with code: 1[^\n]*\n$/);
      expect(status).toBe(1);
      if (output.includes('a.bin')) {
        expect(stderr).toContain('then continue with --resume');
        expect(
          (await runMain(['generate', '1..1000000', '-o', 'a.bin', '--resume', '-q'], folder)).status,
        ).toBe(0);
        expect((await runMain(['verify', 'a.bin'], folder)).stdout.toString()).toContain(
          'all right: 1..1000000',
        );
      }
    },
  );

  it('a folder that is removed during the run ends it with one line', () => {
    const folder = temporaryFolder();
    const env = 'FREECELL_DEALS_TEST_WORKERS_ONLY=1 FREECELL_DEALS_TEST_WORKER_DELAY=300';
    const line = `mkdir gone; ${env} "$0" "$1" generate 1..1000000 -t 1 -o gone/a.bin & P=$!
      while [ ! -e gone/a.bin.partial ]; do sleep 0.01; done; kill -STOP $P; rm -r gone; kill -CONT $P; wait $P`;
    const { status, stderr } = runShell(line, folder);
    expect(stderr).toMatch(/^freecell-deals: cannot write gone\/a\.bin: its folder does not exist[^\n]*\n$/);
    expect(status).toBe(1);
  });
});
