// Runs whose list changes while they are interrupted, or while another run takes them over.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Job, removePublished, sha256, startRun, undisturbed } from './kill.js';
import { scattered } from './scattered.js';

/** A run with a list. */
export type ListJob = Omit<Job, 'sha256'> & { list: string; numbers: number[] };

/** A list job with the digest of its file, and the time that it takes undisturbed, ms. */
export type TimedListJob = ListJob & { sha256: string; ms: number };

/** Lists to deal and lists to exclude: whole, with a condition, with a filter. They are in one file of a folder. */
export function listJobsWith(folder: string, part = 1): ListJob[] {
  const [list, filter] = ['list.txt', 'filter.mjs'].map((name) => join(folder, name)) as [string, string];
  writeFileSync(filter, 'export default ({ number, cards }) => number % 3 > 0 && cards[0] < 40;');
  const numbers = scattered(Math.ceil(700_000 * part));
  const few = Array.from({ length: Math.ceil(40_000 * part) }, (_, i) => 1 + ((i * 7919) % 1_000_000));
  const range = `1..${Math.ceil(1_500_000 * part)}`;
  return [
    { file: 'whole.bin', narrowing: [] },
    { file: 'where.ndjson', narrowing: ['--where', 'deal % 3 > 0'] },
    { file: 'filter.bin', narrowing: ['--filter', filter] },
    { file: 'where.parquet', narrowing: ['--where', 'pos_AC < 45'] },
  ].flatMap(({ file, narrowing }) => [
    { words: ['generate', '--deals-from', list, ...narrowing, '-o', file], file, list, numbers },
    { words: ['generate', range, '--exclude', list, ...narrowing, '-o', file], file, list, numbers: few },
  ]);
}

/** Puts numbers in place of a list, which a run may have open. */
export function writeList({ list }: ListJob, numbers: readonly number[]): void {
  writeFileSync(`${list}.new`, `${numbers.join('\n')}\n`);
  renameSync(`${list}.new`, list);
}

/** The same numbers but for one of them, anywhere. */
function changed(numbers: readonly number[]): number[] {
  const at = Math.floor(Math.random() * numbers.length);
  const [n, next] = [1 + Math.floor(Math.random() * 1_000_000), numbers[at + 1] ?? 1];
  const changes = [
    numbers.with(at, n),
    numbers.toSpliced(at, 1),
    numbers.toSpliced(at, 0, n),
    numbers.toSpliced(at, 2, next, numbers[at] as number),
    numbers.slice(0, at),
  ];
  return changes[Math.floor(Math.random() * changes.length)] as number[];
}

/** Checks the file that a job has published and removes it; throws unless it has one of the digests. */
async function checkPublished(folder: string, { file }: ListJob, digests: string[]): Promise<void> {
  const path = join(folder, file);
  if (!digests.includes(await sha256(path))) throw new Error(`${file}: published, but not what it should be`);
  removePublished(path);
}

/** The digest of a job's file if its list has other numbers. */
async function digestWith(cli: string, folder: string, job: ListJob, numbers: number[]): Promise<string> {
  writeList(job, numbers);
  return (await undisturbed(cli, folder, job)).digest;
}

/**
 * Kills a job and resumes it with another list: it must be refused, or write what the other list says.
 * If it is refused, the run with the list of before must succeed.
 */
export async function resumeWithOtherList(cli: string, folder: string, job: TimedListJob): Promise<void> {
  const { words, numbers, ms, file } = job;
  const resume = () => startRun([cli, ...words, '--resume', '-q'], folder).ended;
  writeList(job, numbers);
  const { child, ended } = startRun([cli, ...words, '-q'], folder);
  await Promise.race([sleep(Math.random() * ms), ended]);
  child.kill('SIGKILL');
  await ended;
  const other = changed(numbers);
  writeList(job, other);
  const { status, stderr } = await resume();
  if (status === 0) {
    renameSync(join(folder, file), `${job.list}.published`);
    const digest = await digestWith(cli, folder, job, other);
    renameSync(`${job.list}.published`, join(folder, file));
    return checkPublished(folder, job, [digest]);
  }
  if (status !== 1 || !/interrupted run|exists already/.test(stderr)) throw new Error(`${file}: ${stderr}`);
  writeList(job, numbers);
  const again = await resume();
  if (again.status !== 0)
    throw new Error(`${file}: status ${again.status} with its own list: ${again.stderr}`);
  return checkPublished(folder, job, [job.sha256]);
}

/** Runs a program in a PID namespace of its own, where runs are judged by their heartbeats. */
const UNSHARE = ['-r', '-p', '--fork', '--mount-proc'];
export const canUnshare = spawnSync('unshare', [...UNSHARE, 'true']).status === 0;

/**
 * Stops a job with SIGSTOP and lets another run take it over, at times with another list.
 * The stopped run wakes up during the other run or after it. The file must be what a run that succeeded says.
 */
export async function takeOver(cli: string, folder: string, job: TimedListJob): Promise<void> {
  const { words, numbers, ms, file } = job;
  writeList(job, numbers);
  const paused = startRun([...UNSHARE, process.execPath, cli, ...words, '--resume', '-q'], folder, 'unshare');
  await Promise.race([sleep(Math.random() * (ms + 100)), paused.ended]);
  const inner = childOf(paused.child.pid as number);
  if (inner !== undefined) process.kill(inner, 'SIGSTOP');
  const other = Math.random() < 0.5 ? numbers : changed(numbers);
  writeList(job, other);
  const flag = Math.random() < 0.3 ? '--force' : '--resume';
  const taker = startRun([cli, ...words, flag, '-q'], folder);
  await Promise.race([sleep(Math.random() * (2 * ms + 600)), taker.ended]);
  if (Math.random() < 0.5) await taker.ended;
  if (inner !== undefined && paused.child.exitCode === null) process.kill(inner, 'SIGCONT');
  const [first, second] = await Promise.all([paused.ended, taker.ended]);
  for (const { status, stderr } of [first, second]) {
    if (
      status !== 0 &&
      !/another run|is writing it|interrupted run|exists already|appeared|was removed/.test(stderr)
    )
      throw new Error(`${file}: status ${status}: ${stderr}`);
  }
  const path = join(folder, file);
  if (first.status !== 0 && second.status !== 0) {
    if (existsSync(path)) throw new Error(`${file}: published by no run that succeeded`);
    const last = await startRun([cli, ...words, '--force', '-q'], folder).ended;
    if (last.status !== 0) throw new Error(`${file}: status ${last.status} with --force: ${last.stderr}`);
  }
  const digests = first.status === 0 ? [job.sha256] : [];
  if (first.status !== 0 || second.status === 0) {
    renameSync(path, `${job.list}.published`);
    const scratch = join(job.list, '..');
    digests.push(await digestWith(cli, scratch, job, other));
    renameSync(`${job.list}.published`, path);
  }
  await checkPublished(folder, job, digests);
}

/** The only child of a process; undefined if it has ended. */
function childOf(pid: number): number | undefined {
  try {
    const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
    return child === '' ? undefined : Number(child);
  } catch {
    return undefined;
  }
}
