// npm run torture -- TIMES: kills and resumes the command TIMES times, with ranges, lists, filters and joined shards, in several
// formats. Every third time, the list of an interrupted run changes, or a stopped run is taken over and wakes up.
// test/output/survive.test.ts kills a few of these runs.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Job, jobsWith, killAndResume, undisturbed } from '../support/kill.js';
import {
  canUnshare,
  listJobsWith,
  resumeWithOtherList,
  type TimedListJob,
  takeOver,
  writeList,
} from '../support/other-list.js';

const cli = fileURLToPath(new URL('../../../dist/cli.cjs', import.meta.url));
/** Share of the usual deals: still many checkpoints per run. */
const PART = 0.25;
const times = Number(process.argv[2] ?? 100);
const newFolder = () => mkdtempSync(join(tmpdir(), 'freecell-deals-torture-'));
const [folder, inputs, lists] = [newFolder(), newFolder(), newFolder()];
const started = performance.now();
const done = { kills: 0, 'other lists': 0, takeovers: 0 };
const counts = () =>
  Object.entries(done)
    .map(([what, count]) => `${count} ${what}`)
    .join(', ');
if (!canUnshare) console.log('no takeovers, because unshare makes no PID namespace here');
try {
  const jobs: (Job & { ms: number })[] = [];
  for (const job of jobsWith(cli, inputs, PART)) {
    const { digest, ms } = await undisturbed(cli, folder, job);
    jobs.push({ ...job, sha256: digest, ms });
  }
  const listJobs: TimedListJob[] = [];
  for (const job of listJobsWith(lists, PART)) {
    writeList(job, job.numbers);
    const { digest, ms } = await undisturbed(cli, folder, job);
    listJobs.push({ ...job, sha256: digest, ms });
  }
  for (let time = 1; time <= times; time++) {
    const listJob = listJobs[Math.floor(time / 6) % listJobs.length] as TimedListJob;
    if (time % 6 === 0) {
      await resumeWithOtherList(cli, folder, listJob);
      done['other lists']++;
    } else if (time % 6 === 3 && canUnshare) {
      await takeOver(cli, folder, listJob);
      done.takeovers++;
    } else {
      const job = jobs[time % jobs.length] as Job & { ms: number };
      done.kills += (await killAndResume(cli, folder, job, job.ms)).kills;
    }
    if (time % 100 === 0) console.log(`${time} of ${times} equal: ${counts()}`);
  }
} finally {
  for (const each of [folder, inputs, lists]) rmSync(each, { recursive: true, force: true });
}
const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(
  `${times} of ${times} equal to undisturbed runs, none published early: ${counts()}, ${seconds} s`,
);
