// npm run torture -- TIMES: kills and resumes the command TIMES times, with ranges, lists, filters and merged shards, in several
// formats. test/output/survive.test.ts does the same with 12 kills.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Job, jobsWith, killAndResume, undisturbed } from '../support/kill.js';

const cli = fileURLToPath(new URL('../../../dist/cli.cjs', import.meta.url));
/** Share of the usual deals: still many checkpoints per run. */
const PART = 0.25;
const times = Number(process.argv[2] ?? 100);
const folder = mkdtempSync(join(tmpdir(), 'freecell-deals-torture-'));
const inputs = mkdtempSync(join(tmpdir(), 'freecell-deals-torture-'));
const started = performance.now();
let kills = 0;
try {
  const jobs: (Job & { ms: number })[] = [];
  for (const job of jobsWith(cli, inputs, PART)) {
    const { digest, ms } = await undisturbed(cli, folder, job);
    jobs.push({ ...job, sha256: digest, ms });
  }
  for (let time = 1; time <= times; time++) {
    const job = jobs[time % jobs.length] as Job & { ms: number };
    kills += (await killAndResume(cli, folder, job, job.ms)).kills;
    if (time % 100 === 0) console.log(`${time} of ${times} equal, ${kills} kills`);
  }
} finally {
  for (const each of [folder, inputs]) rmSync(each, { recursive: true, force: true });
}
const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(
  `${times} of ${times} equal to undisturbed runs, none published early, ${kills} kills, ${seconds} s`,
);
