// Kills the real command at random instants, and resumes it.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { scattered } from './scattered.js';

/** A command, and the digest of the file that it must write. */
export interface Job {
  words: string[]; // arguments of the command
  file: string; // output
  sha256: string;
}

/** How often a run was killed before it was complete. */
export interface Killed {
  kills: number;
}

/**
 * Runs with ranges, lists, samples, conditions, filters and joined shards, in several formats.
 * Writes the files that they need to a folder. The digests are those of undisturbed runs, which other tests check.
 * @param part share of the usual number of deals, above 0
 */
export function jobsWith(cli: string, folder: string, part = 1): readonly Omit<Job, 'sha256'>[] {
  const list = join(folder, 'list.txt');
  const range = (first: number, count: number) => `${first}..${first + Math.ceil(count * part) - 1}`;
  const length = Math.ceil(700_000 * part);
  const numbers = scattered(length);
  writeFileSync(list, `${numbers.join('\n')}\n${range(1, 100_000)}\n`);
  const filter = join(folder, 'filter.mjs');
  writeFileSync(filter, 'export default ({ number, cards }) => number % 3 > 0 && cards[0] < 40;');
  const shards = (extension: string, ...deals: string[]) =>
    [1, 2, 3].flatMap((i) => {
      const shard = join(folder, `shard-${i}.${extension}`);
      execFileSync(process.execPath, [cli, 'generate', ...deals, '--shard', `${i}/3`, '-q', '-o', shard]);
      return ['--deals-from', shard];
    });
  const generated = [
    { deals: [range(1, 3_000_000)], file: 'range.bin' },
    { deals: [`${range(2_000_001, 900_000)},5,${range(4_294_900_000, 1_500_000)},617`], file: 'ranges.bin' },
    { deals: [range(1, 500_000)], file: 'range.ndjson' },
    { deals: [`${range(9_000_001, 200_000)},${range(4_294_950_000, 200_000)},617`], file: 'ranges.ndjson' },
    { deals: ['--deals-from', list], file: 'list.bin' },
    { deals: ['--deals-from', list, '--winnable'], file: 'list.ndjson' },
    { deals: [range(1, 1_000_000), '--filter', filter], file: 'filter.bin' },
    { deals: [range(1, 2_000_000), '--where', 'pos_AC < 30 AND deal % 3 > 0'], file: 'where.bin' },
    {
      deals: ['all', '--where', 'pos_AC < 30', '--limit', `${Math.ceil(1_000_000 * part)}`],
      file: 'where.parquet',
    },
    { deals: ['--sample', `${Math.ceil(500_000 * part)}`, '--filter', filter], file: 'sample.ndjson' },
    { deals: [range(1, 1_500_000)], file: 'range.parquet' },
    { deals: ['--deals-from', list, '--filter', filter], file: 'list.parquet' },
    { deals: shards('bin', range(1, 3_000_000)), file: 'joined.bin' },
    { deals: shards('ndjson', '--deals-from', list), file: 'joined.ndjson' },
  ];
  return generated.map(({ deals, file }) => ({ words: ['generate', ...deals, '-o', file], file }));
}

export async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(part);
  return hash.digest('hex');
}

/** Writes many checkpoints in a run that takes less than a second, and lets a run without a heartbeat count as dead soon. */
const ENV = { FREECELL_DEALS_TEST_CHECKPOINT_INTERVAL: '20', FREECELL_DEALS_TEST_HEARTBEAT: '100' };

/** A run that has started. */
export interface Running {
  child: ChildProcess;
  ended: Promise<{ status: number | null; stderr: string }>;
}

export function startRun(words: string[], folder: string, program = process.execPath): Running {
  const child = spawn(program, words, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...ENV },
  });
  const said = text(child.stderr);
  const ended = once(child, 'close').then(async ([status]) => ({ status, stderr: await said }));
  return { child, ended };
}

/** Kills a run within `ms`, unless it ends before; returns whether it was killed. */
async function killWithin(ms: number, { child, ended }: Running): Promise<boolean> {
  await Promise.race([sleep(Math.random() * ms), ended]);
  child.kill('SIGKILL');
  const { status, stderr } = await ended;
  if (child.signalCode !== 'SIGKILL' && status !== 0) throw new Error(`status ${status}: ${stderr}`);
  return child.signalCode === 'SIGKILL';
}

/** Runs a job undisturbed; returns its digest and its time, ms. */
export async function undisturbed(cli: string, folder: string, job: Omit<Job, 'sha256'>) {
  const started = performance.now();
  await complete(cli, folder, job);
  const ms = performance.now() - started;
  const digest = await sha256(join(folder, job.file));
  rmSync(join(folder, job.file));
  return { ms, digest };
}

function startJob(cli: string, folder: string, { words }: Omit<Job, 'sha256'>): Running {
  return startRun([cli, ...words, '--resume', '-q'], folder);
}

async function complete(cli: string, folder: string, job: Omit<Job, 'sha256'>): Promise<void> {
  const { status, stderr } = await startJob(cli, folder, job).ended;
  if (status !== 0) throw new Error(`${job.file}: status ${status}: ${stderr}`);
}

/**
 * Runs a job and kills it at random instants, then lets it end.
 * It is killed within `ms`, `wanted` times, or one to three times by default.
 * If the job ends sooner, it is killed fewer times.
 * Throws if an incomplete file appears under the final name, if a run fails, or if other files remain.
 */
export async function killAndResume(
  cli: string,
  folder: string,
  job: Job,
  ms: number,
  wanted = 1 + Math.floor(Math.random() * 3),
): Promise<Killed> {
  const path = join(folder, job.file);
  let kills = 0;
  while (kills < wanted && !existsSync(path))
    kills += Number(await killWithin(ms, startJob(cli, folder, job)));
  if (!existsSync(path)) await complete(cli, folder, job);
  // if the file exists before or after the read, it must be complete
  if ((await sha256(path)) !== job.sha256)
    throw new Error(`${job.file}: published, but not what it should be`);
  // another run then compares the file with what it would write
  const before = statSync(path, { bigint: true });
  kills += Number(await killWithin(ms, startJob(cli, folder, job)));
  const after = statSync(path, { bigint: true });
  if (before.ino !== after.ino || before.mtimeNs !== after.mtimeNs)
    throw new Error(`${job.file}: changed while it was compared`);
  // a process that was killed after publishing leaves these, and the next one removes them
  removePublished(path);
  return { kills };
}

/** Removes a published file and its other names and journal; throws if other files stay in the folder. */
export function removePublished(path: string): void {
  const folder = dirname(path);
  const { ino } = statSync(path);
  for (const name of readdirSync(folder)) {
    if (statSync(join(folder, name)).ino === ino) rmSync(join(folder, name));
  }
  rmSync(`${path}.run`, { force: true });
  const rest = readdirSync(folder);
  if (rest.length > 0) throw new Error(`${rest.join(', ')} stayed behind`);
}
