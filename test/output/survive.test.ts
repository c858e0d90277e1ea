// Runs of the command that are killed, stopped, copied or run beside others, and what a resumed run makes of them.

import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CLI, runShell, stopWhen, temporaryFolder, until } from '../support/command.js';
import { linesBeside } from '../support/journal.js';
import { type Job, jobsWith, killAndResume, resumeCopy } from '../support/kill.js';
import { runMain } from '../support/main.js';
import { canUnshare, resumeWithOtherList, runTwice, takeOver } from '../support/two-runs.js';

// npm run torture does this as often as it is told to, and with longer runs
it('a run that is killed, copied, doubled or taken over publishes nothing early, and the resumed run is right', async () => {
  const anyOf = (some: Job[]) => some[Math.floor(Math.random() * some.length)] as Job;
  const jobs = await jobsWith(CLI, temporaryFolder(), 0.05, (all) => {
    const lists = all.filter(({ list }) => list !== undefined);
    return [all, all, all, lists, lists].map(anyOf);
  });
  const known = [killAndResume, resumeCopy, runTwice, resumeWithOtherList, takeOver];
  const ordeals = canUnshare ? known : known.slice(0, -1);
  const folder = temporaryFolder();
  for (const [i, ordeal] of ordeals.entries()) await ordeal(CLI, folder, jobs[i] as Job);
}, 300_000);

it.each([
  ['keeps a run before its first byte, and advises to resume it', '1..10000000', true],
  ['removes a run that reads a list, which may change', '--deals-from=list', false],
])('SIGINT %s', async (_, deals, isKept) => {
  const folder = temporaryFolder();
  const path = join(folder, 'a.bin');
  writeFileSync(join(folder, 'none.mjs'), 'export default () => false;');
  writeFileSync(join(folder, 'list'), '1..10000000');
  const isBegun = () => linesBeside(path).some(({ begun, synced }) => (isKept ? synced : begun));
  const args = ['generate', deals, '--filter', 'none.mjs', '-o', 'a.bin', '-t', '2', '-q'];
  const options = { env: { FREECELL_DEALS_TEST_HEARTBEAT: '20' } };
  const { status, stderr } = await stopWhen(() => until(isBegun), args, folder, options);
  expect(status).toBe(130);
  const advice = isKept ? ' after [1-9][\\d,]* deals; resume it with --resume' : '';
  expect(stderr).toMatch(new RegExp(`^freecell-deals: stopped by SIGINT${advice}\n$`));
  const kept = isKept ? ['a.bin.partial', 'a.bin.run'] : [];
  expect(readdirSync(folder).sort()).toEqual([...kept, 'list', 'none.mjs']);
  expect(linesBeside(path).filter(({ synced }) => synced?.deals > 0)).toEqual([]);
});

it.each(['-o a.bin', '-f bin -o - >/dev/null'])('a dead worker ends a run in a line: %s', async (output) => {
  const folder = temporaryFolder();
  const env = 'FREECELL_DEALS_TEST_WORKERS_ONLY=1 FREECELL_DEALS_TEST_WORKER_DIES_AT=5';
  const { status, stderr } = runShell(`${env} "$0" "$1" generate 1..1000000 -t 1 ${output}`, folder);
  expect(stderr).toMatch(/^freecell-deals: cannot write [^\n]*worker exited with code: 1[^\n]*\n$/);
  expect(status).toBe(1);
  if (!output.includes('a.bin')) return;
  expect(stderr).toContain('then continue with --resume');
  expect((await runMain(['generate', '1..1000000', '-o', 'a.bin', '--resume'], folder)).status).toBe(0);
  expect((await runMain(['verify', 'a.bin'], folder)).status).toBe(0);
});
