// Two runs that write the same file: at once, one after the other with a changed list, one that takes over from a stopped one.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { flipInRun } from './journal.js';
import {
  checkFolder,
  type Job,
  killWithin,
  newFolder,
  type Running,
  sha256,
  startRun,
  undisturbed,
  writeList,
} from './kill.js';

/** Messages of a run that another run has refused or stopped. */
const REFUSED =
  /another run|is not a file of this program|is in the way|is writing it|interrupted run|exists already|appeared|was removed/;

/** The same numbers but for one of them, anywhere. */
function changed(numbers: readonly number[]): number[] {
  const at = Math.floor(Math.random() * numbers.length);
  const [n, next] = [1 + Math.floor(Math.random() * 1_000_000), numbers[at + 1] ?? 1];
  const changes = [
    numbers.with(at, n),
    numbers.toSpliced(at, 1),
    numbers.toSpliced(at, 0, n),
    numbers.toSpliced(at, 2, next, numbers[at] as number),
    numbers.slice(0, Math.max(1, at)),
  ];
  return changes[Math.floor(Math.random() * changes.length)] as number[];
}

/** Throws unless the runs that failed were refused, and the file is that of a run that succeeded. */
async function checkEnds(folder: string, job: Job, ends: [Running, sha256: string][]): Promise<void> {
  const right: string[] = [];
  const said: string[] = [];
  for (const [{ ended }, digest] of ends) {
    const { status, stderr } = await ended;
    if (status === 0) right.push(digest);
    else if (!REFUSED.test(stderr)) throw new Error(`${job.file}: status ${status}: ${stderr}`);
    said.push(stderr);
  }
  const path = join(folder, job.file);
  if (existsSync(path) !== right.length > 0) throw new Error(`${job.file}: ${said.join('; ')}`);
  if (right.length === 0) return;
  if (!right.includes(sha256(path))) throw new Error(`${job.file}: published, but wrong`);
  checkFolder(folder, job.file);
}

/** Two runs of a job that start within a moment; at least one of them must succeed. */
export async function runTwice(cli: string, parent: string, job: Job): Promise<void> {
  const folder = newFolder(parent);
  const words = [cli, ...job.words, '--resume', '-q'];
  const first = startRun(words, folder);
  await sleep(Math.random() * Math.random() * job.ms);
  if (Math.random() < 0.3) flipInRun(join(folder, job.file)); // a run whose line is damaged still touches FILE.run
  const second = startRun(words, folder);
  const statuses = (await Promise.all([first.ended, second.ended])).map(({ status }) => status);
  if (!statuses.includes(0)) throw new Error(`${job.file}: none of two runs succeeded`);
  const ends = [first, second].map((run): [Running, string] => [run, job.sha256]);
  await checkEnds(folder, job, ends);
}

/** Kills a job and resumes it with another list: it must be refused, or write what the other list says. */
export async function resumeWithOtherList(cli: string, parent: string, job: Job): Promise<void> {
  const folder = newFolder(parent);
  writeList(job, job.numbers);
  await killWithin(job.ms, startRun([cli, ...job.words, '-q'], folder), folder);
  writeList(job, changed(job.numbers));
  const { sha256: digest } = await undisturbed(cli, newFolder(parent), job);
  const resumed = startRun([cli, ...job.words, '--resume', '-q'], folder);
  const { status, stderr } = await resumed.ended;
  writeList(job, job.numbers);
  if (status === 0) return checkEnds(folder, job, [[resumed, digest]]);
  if (!/interrupted run|exists already/.test(stderr)) throw new Error(`${job.file}: ${stderr}`);
  const again = startRun([cli, ...job.words, '--resume', '-q'], folder);
  if ((await again.ended).status !== 0) throw new Error(`${job.file}: ${(await again.ended).stderr}`);
  await checkEnds(folder, job, [[again, job.sha256]]);
}

/** Runs a program in a PID namespace of its own, where runs are judged by whether they touch FILE.run. */
const UNSHARE = ['-r', '-p', '--fork', '--mount-proc'];
export const canUnshare = spawnSync('unshare', [...UNSHARE, 'true']).status === 0;

/**
 * Stops a job with SIGSTOP and lets another run take over: of the same selection, with another list, or of another selection.
 * The stopped run wakes up during the other run or after it. The file must be that of a run that succeeded.
 */
export async function takeOver(cli: string, parent: string, job: Job): Promise<void> {
  const folder = newFolder(parent);
  writeList(job, job.numbers);
  const words = [process.execPath, cli, ...job.words, '--resume', '-q'];
  const paused = startRun([...UNSHARE, ...words], folder, 'unshare');
  await Promise.race([sleep(Math.random() * (job.ms + 100)), paused.ended]);
  const inner = String(spawnSync('ps', ['-o', 'pid=', '--ppid', `${paused.child.pid}`]).stdout).trim(); // '' if it has ended
  spawnSync('kill', ['-STOP', inner]);
  if (Math.random() < 0.5 && job.list !== undefined) writeList(job, changed(job.numbers));
  const chance = Math.random();
  const other = chance < 0.25 ? [...job.words, '--limit', '3000'] : job.words;
  const written = (words: string[]) => undisturbed(cli, newFolder(parent), { ...job, words });
  const [now, taken] = [await written(job.words), await written(other)];
  const taker = startRun([cli, ...other, chance < 0.5 ? '--force' : '--resume', '-q'], folder);
  await Promise.race([sleep(Math.random() * (2 * job.ms + 600)), taker.ended]);
  if (Math.random() < 0.5) await taker.ended;
  if (paused.child.exitCode === null) spawnSync('kill', ['-CONT', inner]);
  await checkEnds(folder, job, [
    [paused, job.sha256],
    [paused, now.sha256], // it may have been stopped before it opened the list
    [taker, taken.sha256],
  ]);
  writeList(job, job.numbers);
}
