// npm run torture -- TIMES: interrupts the command TIMES times, and resumes it, with every kind of selection and format: by
// kills, power cuts imitated by damage after the synced bytes, bits that flip in FILE.run, copies of a run that is alive, changed
// lists, two runs at once, and runs that are stopped, taken over and woken up. test/output/survive.test.ts does a few of these.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Job, jobsWith, killAndResume, resumeCopy } from '../support/kill.js';
import { canUnshare, resumeWithOtherList, runTwice, takeOver } from '../support/two-runs.js';

const cli = fileURLToPath(new URL('../../../dist/cli.cjs', import.meta.url));
/** Share of the usual deals: still many synced lines per run. */
const PART = 0.25;
const times = Number(process.argv[2] ?? 100);
const [folder, inputs] = ['runs', 'inputs'].map((name) =>
  mkdtempSync(join(tmpdir(), `torture-${name}-`)),
) as [string, string];

type Ordeal = (cli: string, parent: string, job: Job) => Promise<void>;
/** What is done to a run, and to which jobs. */
const ORDEALS: [ordeal: Ordeal, isFor: (job: Job) => boolean][] = [
  [killAndResume, () => true],
  [takeOver, () => canUnshare],
  [killAndResume, () => true],
  [resumeCopy, () => true],
  [runTwice, () => true],
  [resumeWithOtherList, ({ list }) => list !== undefined],
];

const started = performance.now();
const done: Record<string, number> = {};
if (!canUnshare) console.log('no takeovers, because unshare makes no PID namespace here');
try {
  const jobs = await jobsWith(cli, inputs, PART);
  for (let time = 0; time < times; time++) {
    const [ordeal, isFor] = ORDEALS[time % ORDEALS.length] as (typeof ORDEALS)[number];
    const some = jobs.filter(isFor);
    const job = some[Math.floor(Math.random() * some.length)];
    if (job === undefined) continue;
    await ordeal(cli, folder, job);
    done[ordeal.name] = (done[ordeal.name] ?? 0) + 1;
    if ((time + 1) % 50 === 0) console.log(`${time + 1} of ${times}: ${JSON.stringify(done)}`);
  }
} finally {
  for (const each of [folder, inputs]) rmSync(each, { recursive: true, force: true });
}
const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(
  `${times} of ${times} right or refused, none published early: ${JSON.stringify(done)}, ${seconds} s`,
);
