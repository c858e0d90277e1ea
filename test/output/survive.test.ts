import {
  closeSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Checkpoint } from '../../src/pipeline/checkpoint.js';
import { checkSame } from '../support/bytes.js';
import { CLI, runShell, temporaryFolder } from '../support/command.js';
import { checkpointsIn } from '../support/journal.js';
import { jobsWith, killAndResume, sha256, undisturbed } from '../support/kill.js';
import { runMain } from '../support/main.js';
import { stopWhen } from '../support/stop.js';
import { until } from '../support/until.js';

/** Workers alone, that wait, so that a run can be met in its middle whatever else the machine does. */
const SLOW = { FREECELL_DEALS_TEST_WORKERS_ONLY: '1', FREECELL_DEALS_TEST_WORKER_DELAY: '300' };

/** Starts a run, and kills it as soon as a condition holds, but not before. */
async function killWhen(holds: () => boolean, args: string[], folder: string, env = SLOW): Promise<void> {
  const { status } = await stopWhen(() => until(holds), args, folder, { signal: 'SIGKILL', env });
  expect(status).toBe('SIGKILL');
}

describe('kill -9', () => {
  // npm run torture kills as often as it is told to, and longer runs
  it('at any instant of every kind of run publishes nothing early, and the resumed run gives the same bytes', async () => {
    const folder = temporaryFolder();
    let kills = 0;
    const jobs = [...jobsWith(CLI, temporaryFolder(), 0.1)];
    const two = fc.shuffledSubarray(jobs, { minLength: 2, maxLength: 2 });
    // other jobs in each run of the test
    for (const job of fc.sample(two, 1).flat()) {
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

  const suite = temporaryFolder(afterAll);
  const [killed, whole] = ['killed', 'whole'].map((name) => join(suite, name)) as [string, string];
  let wanted = ''; // digest of the whole file

  beforeAll(async () => {
    for (const folder of [killed, whole]) mkdirSync(folder);
    const partial = join(killed, 'a.bin.partial');
    const size = () => statSync(partial, { throwIfNoEntry: false })?.size ?? 0;
    await killWhen(() => size() >= 1e6, args, killed);
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

  it.each([
    [
      'is suggested, as is --force, if an interrupted run left its files',
      String.raw`an interrupted run left \S*a\.bin\.partial, [\d,]+ of 20,800,064 bytes; resume it with --resume, or start over with --force`,
      ['1..400000'],
    ],
    ['refuses other deals', 'selection 1..400000, not 1..400001; .*', ['1..400001', '--resume']],
    ['refuses another layout', 'encoder cards, not numbered; .*', ['1..399999,400000', '--resume']],
    ['refuses another format', 'format bin, not ndjson; .*', ['1..400000', '--resume', '-f', 'ndjson']],
  ])('%s, and --force starts over', async (_, message, flags) => {
    const folder = stopped();
    const { status, stderr } = await runMain(['generate', '-o', 'a.bin', ...flags], folder);
    expect(stderr).toMatch(new RegExp(`^freecell-deals: cannot write a\\.bin: [^\n]*${message}\n$`));
    expect(status).toBe(1);
    expect((await runMain([...args, '--force'], folder)).status).toBe(0);
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
      if (damage === 'long') writeSync(fd, 'more', 64 + 20_800_000);
      closeSync(fd);
      if (damage === 'short') writeFileSync(partial, readFileSync(partial).subarray(0, 2_000_001));
      if (damage === 'journal') writeFileSync(join(folder, 'a.bin.run'), '{"sa', { flag: 'a' });
      expect(await runMain([...args, '--resume'], folder), damage).toMatchObject({ status: 0, stderr: '' });
      expect(await sha256(join(folder, 'a.bin')), damage).toBe(wanted);
      expect(readdirSync(folder)).toEqual(['a.bin']);
    }
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
    const output = join(folder, 'a.bin');
    const env = { ...SLOW, FREECELL_DEALS_TEST_CHECKPOINT_INTERVAL: '1' };
    await killWhen(() => checkpointsIn(output).length > 0, [...words, 'a.bin'], folder, env);

    const resume = () => runMain([...words, 'a.bin', '--resume'], folder);
    const changed = deals.length === 2 ? list : filter;
    const before = readFileSync(changed);
    writeFileSync(changed, Buffer.concat([Buffer.from(deals.length === 2 ? '5\n' : '// other\n'), before]));
    const message = /(the list does not begin with the|the interrupted run has).* or start over with --force/;
    expect(await resume()).toMatchObject({ status: 1, stderr: expect.stringMatching(message) });
    writeFileSync(changed, before);

    // bytes before the checkpoint are not dealt again, so that a fault there stays
    const { bytes } = checkpointsIn(output).at(-1) as Checkpoint;
    const fd = openSync(`${output}.partial`, 'r+');
    writeSync(fd, 'KH', bytes - 10);
    writeSync(fd, 'KH', bytes + 10);
    closeSync(fd);
    expect(await resume()).toMatchObject({ status: 0, stderr: '' });
    const whole = readFileSync(join(folder, 'whole.bin'));
    whole.write('KH', bytes - 10);
    checkSame(readFileSync(output), whole);
    expect(readdirSync(folder).sort()).toEqual(['a.bin', 'filter.mjs', 'list.txt', 'whole.bin']);
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
      if (!output.includes('a.bin')) return;
      expect(stderr).toContain('then continue with --resume');
      const resumed = await runMain(['generate', '1..1000000', '-o', 'a.bin', '--resume', '-q'], folder);
      expect(resumed.status).toBe(0);
      expect((await runMain(['verify', 'a.bin'], folder)).status).toBe(0);
    },
  );
});
