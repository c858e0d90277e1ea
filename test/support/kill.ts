// Kills the real command at random instants, damages what it has not synced, and resumes it.

import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { flipInRun, syncedBytes } from './journal.js';
import { scattered } from './numbers.js';

/** A command, and the digest of the file that it must write. */
export interface Job {
  words: string[]; // arguments of the command
  file: string; // output
  list?: string; // that it reads
  numbers: number[]; // in this list
  sha256: string;
  ms: number; // that it takes undisturbed
}

/** Files of a user that are named as if they belonged to an output. No run may touch them. */
const PRECIOUS = ['range.bin.partial.1', 'range.partial', 'range.run', 'where.bin.run.bak'];

export function newFolder(parent: string): string {
  const folder = fs.mkdtempSync(join(parent, 'run-'));
  for (const name of PRECIOUS) fs.writeFileSync(join(folder, name), name);
  return folder;
}

/** Removes a published file; throws if files of a run stay behind, or if a file of the user has changed. */
export function checkFolder(folder: string, file: string): void {
  const { ino } = fs.statSync(join(folder, file));
  // a process that was killed after publishing leaves these, and the next run removes them
  for (const name of [`${file}.partial`, `${file}.run`]) {
    const stat = fs.statSync(join(folder, name), { throwIfNoEntry: false });
    if (stat !== undefined && (stat.ino === ino || name.endsWith('.run'))) fs.rmSync(join(folder, name));
  }
  fs.rmSync(join(folder, file));
  const left = fs.readdirSync(folder).filter((name) => fs.readFileSync(join(folder, name), 'utf8') !== name);
  if (left.length > 0) throw new Error(`${left.join(', ')} stayed behind, or was changed`);
  if (fs.readdirSync(folder).length < PRECIOUS.length) throw new Error('a file of the user is missing');
}

/**
 * Makes runs with ranges, lists, samples, conditions, and filters, in several formats, and runs the chosen ones undisturbed.
 * Other tests check the digests of such runs.
 * @param inputs folder for the files that they read
 * @param part share of the usual number of deals, above 0
 */
export async function jobsWith(
  cli: string,
  inputs: string,
  part = 1,
  choose = (jobs: Job[]) => jobs,
): Promise<Job[]> {
  const range = (first: number, count: number) => `${first}..${first + Math.ceil(count * part) - 1}`;
  const filter = join(inputs, 'filter.mjs');
  fs.writeFileSync(filter, 'export default ({ number, cards }) => number % 3 > 0 && cards[0] < 40;');
  const numbers = scattered(Math.ceil(700_000 * part));
  const few = Array.from({ length: Math.ceil(40_000 * part) }, (_, i) => 1 + ((i * 7919) % 1_000_000));
  const withList = (i: number, flag: string) => {
    const list = join(inputs, `list-${i}.txt`);
    return { flags: [flag, list], list, numbers: flag === '--exclude' ? few : numbers };
  };
  const given = [
    { deals: [range(1, 3_000_000)], file: 'range.bin' },
    { deals: [`${range(2_000_001, 900_000)},5,${range(4_294_900_000, 1_500_000)},617`], file: 'ranges.bin' },
    { deals: [range(1, 500_000)], file: 'range.ndjson' },
    { deals: [range(1, 1_000_000), '--filter', filter], file: 'filter.bin' },
    { deals: [range(1, 2_000_000), '--where', 'pos_AC < 30 AND deal % 3 > 0'], file: 'where.bin' },
    {
      deals: ['all', '--where', 'pos_AC < 30', '--limit', `${Math.ceil(1e6 * part)}`],
      file: 'where.parquet',
    },
    { deals: ['--sample', `${Math.ceil(500_000 * part)}`, '--filter', filter], file: 'sample.ndjson' },
    { deals: [range(1, 1_500_000)], file: 'range.parquet' },
    ...[[], ['--where', 'deal % 3 > 0'], ['--filter', filter]].flatMap((narrowing, i) => {
      const file = ['list.bin', 'list.ndjson', 'list.parquet'][i] as string;
      const [from, without] = [withList(i, '--deals-from'), withList(3 + i, '--exclude')];
      return [
        { ...from, deals: [...from.flags, ...narrowing], file },
        { ...without, deals: [range(1, 1_500_000), ...without.flags, ...narrowing], file: `not-${file}` },
      ];
    }),
  ];
  const jobs = choose(
    given.map(({ deals, file, ...list }) => {
      const words = ['generate', ...deals, '-o', file];
      return { numbers: [], ...list, words, file, sha256: '', ms: 0 };
    }),
  );
  for (const job of new Set(jobs)) {
    writeList(job, job.numbers);
    Object.assign(job, await undisturbed(cli, inputs, job));
  }
  return jobs;
}

/** Puts numbers in place of the list of a job, which a run may have open. */
export function writeList({ list }: Job, numbers: readonly number[]): void {
  if (list === undefined) return;
  fs.writeFileSync(`${list}.new`, `${numbers.join('\n')}\n`);
  fs.renameSync(`${list}.new`, list);
}

export function sha256(path: string): string {
  return createHash('sha256').update(fs.readFileSync(path)).digest('hex');
}

/** Notes what is synced many times in a run that takes less than a second. */
const ENV = { FREECELL_DEALS_TEST_HEARTBEAT: '25' };

/** A run that has started. */
export interface Running {
  child: ChildProcess;
  ended: Promise<{ status: number | null; stderr: string }>;
}

export function startRun(words: string[], folder: string, program = process.execPath): Running {
  const env = { ...process.env, ...ENV };
  const child = spawn(program, words, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], env });
  const said = text(child.stderr);
  const ended = once(child, 'close').then(async ([status]) => ({ status, stderr: await said }));
  return { child, ended };
}

/** Runs a job undisturbed; returns its digest and its time, ms. */
export async function undisturbed(cli: string, folder: string, job: Pick<Job, 'words' | 'file'>) {
  const started = performance.now();
  const { status, stderr } = await startRun([cli, ...job.words, '-q'], folder).ended;
  const ms = performance.now() - started;
  if (status !== 0) throw new Error(`${job.file}: status ${status}: ${stderr}`);
  const digest = sha256(join(folder, job.file));
  fs.rmSync(join(folder, job.file));
  return { ms, sha256: digest };
}

/** Kills a run within `ms`, unless it ends before, or is refused for what is in the way of it. */
export async function killWithin(ms: number, { child, ended }: Running, folder: string): Promise<void> {
  await Promise.race([sleep(Math.random() * ms), ended]);
  child.kill('SIGKILL');
  const { status, stderr } = await ended;
  if (child.signalCode === 'SIGKILL' || status === 0 || removeRefused(folder, stderr)) return;
  throw new Error(`status ${status}: ${stderr}`);
}

/** What a power cut may leave of the bytes that are not synced. */
const DAMAGES: Record<string, (fd: number, synced: number, size: number) => void> = {
  none() {},
  zeros(fd, synced, size) {
    fs.writeSync(fd, Buffer.alloc(Math.min(size - synced, 1e6)), 0, null, synced);
  },
  garbage(fd, synced, size) {
    for (let at = synced; at < size - 2; at += 39_983) fs.writeSync(fd, 'KH', at);
  },
  holes(fd, synced, size) {
    fs.ftruncateSync(fd, synced);
    fs.ftruncateSync(fd, size);
  },
  'cut off': (fd, synced) => fs.ftruncateSync(fd, synced),
  'too long': (fd, _, size) => void fs.writeSync(fd, 'more', size + 1000),
  'lost synced bytes': (fd, synced) => fs.ftruncateSync(fd, Math.floor(synced / 2)),
};

/**
 * Damages what an interrupted run has not synced, or half a line of its FILE.run. FILE.partial may be published already, and
 * FILE.run may be removed, because a message advised it.
 */
function damage(path: string): void {
  if (!['.partial', '.run'].every((end) => fs.existsSync(path + end)) || fs.existsSync(path)) return;
  const fd = fs.openSync(`${path}.partial`, 'r+');
  const kinds = Object.values(DAMAGES);
  const change = kinds[Math.floor(Math.random() * kinds.length)] as (typeof kinds)[number];
  const size = fs.statSync(`${path}.partial`).size;
  change(fd, Math.min(size, syncedBytes(path)), size);
  fs.closeSync(fd);
  if (Math.random() < 0.3) fs.truncateSync(`${path}.run`, Math.max(0, fs.statSync(`${path}.run`).size - 30));
  if (Math.random() < 0.3) flipInRun(path);
}

/** Removes the file that a message names, as it advises: no line is left that says whose FILE.partial or FILE.run is. */
function removeRefused(folder: string, stderr: string): boolean {
  const [, name] = /: (\S+) (?:is in the way|is not a file of this program)/.exec(stderr) ?? [];
  if (name !== undefined) fs.rmSync(join(folder, basename(name)));
  return name !== undefined;
}

/** Resumes a job, which must end well: its file must be right. */
async function resume(cli: string, folder: string, job: Job): Promise<void> {
  const { status, stderr } = await startRun([cli, ...job.words, '--resume', '-q'], folder).ended;
  if (status === 1 && removeRefused(folder, stderr)) return resume(cli, folder, job);
  if (status !== 0) throw new Error(`${job.file}: status ${status}: ${stderr}`);
  if (sha256(join(folder, job.file)) !== job.sha256) throw new Error(`${job.file}: wrong`);
}

/**
 * Runs a job, kills it one to three times at random instants, damages what is not synced, and lets it end.
 * Throws if an incomplete file appears under the final name, if a run fails, or if other files remain.
 */
export async function killAndResume(cli: string, parent: string, job: Job): Promise<void> {
  const folder = newFolder(parent);
  const path = join(folder, job.file);
  for (let kills = 1 + Math.floor(Math.random() * 3); kills > 0 && !fs.existsSync(path); kills--) {
    await killWithin(job.ms, startRun([cli, ...job.words, '--resume', '-q'], folder), folder);
    damage(path);
  }
  await resume(cli, folder, job);
  const before = fs.statSync(path, { bigint: true }).mtimeNs;
  await resume(cli, folder, job); // compares the file with what the run would write
  if (fs.statSync(path, { bigint: true }).mtimeNs !== before) throw new Error(`${job.file}: changed`);
  checkFolder(folder, job.file);
}

/** Copies the files of a run that is alive, and resumes the copy: it may have holes below its synced bytes. */
export async function resumeCopy(cli: string, parent: string, job: Job): Promise<void> {
  const [folder, other] = [newFolder(parent), newFolder(parent)];
  const running = startRun([cli, ...job.words, '-q'], folder);
  await Promise.race([sleep(Math.random() * job.ms), running.ended]);
  for (const suffix of Math.random() < 0.5 ? ['.partial', '.run'] : ['.run', '.partial']) {
    try {
      fs.copyFileSync(join(folder, job.file + suffix), join(other, job.file + suffix));
    } catch {
      // it is not there yet, or no longer
    }
  }
  const { status, stderr } = await running.ended;
  if (status !== 0) throw new Error(`${job.file}: status ${status}: ${stderr}`);
  await resume(cli, other, job);
  checkFolder(folder, job.file);
  checkFolder(other, job.file);
}
