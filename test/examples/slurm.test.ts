// The jobs of examples/slurm, with the variables that Slurm sets for a task.

import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { checkSame } from '../support/bytes.js';
import { run, temporaryFolder } from '../support/command.js';
import { rowsIn } from '../support/golden.js';
import { range } from '../support/numbers.js';
import { ask } from './solver.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SLURM = join(ROOT, 'examples/slurm');
const WHERE = ['1..100', '--where', 'pos_AC < 20'];

class Jobs {
  readonly #parent = temporaryFolder();
  readonly folder = join(this.#parent, 'run [1] $x;#');

  run(job: string, args: readonly string[], env: NodeJS.ProcessEnv) {
    return ask('bash', [join(SLURM, job), this.folder, ...args], { FREECELL_DEALS: ROOT, ...env });
  }

  /** Runs the tasks of an array, all at the same time; rejects if one fails. */
  async runArray(job: 'deal.sbatch' | 'solve.sbatch', tasks: number, args: readonly string[]): Promise<void> {
    await Promise.all(
      range(1, tasks).map((index) => {
        const slurm = { SLURM_ARRAY_TASK_ID: String(index), SLURM_ARRAY_TASK_COUNT: String(tasks) };
        const env = { ...process.env, FREECELL_DEALS: ROOT, ...slurm };
        return promisify(execFile)('bash', [join(SLURM, job), this.folder, ...args], { env });
      }),
    );
  }

  async dealAndSolve(tasks: number, args: readonly string[]): Promise<void> {
    const jobs = ['deal.sbatch', 'solve.sbatch'] as const;
    await Promise.all(jobs.map((job) => this.runArray(job, tasks, args)));
  }

  /** Deals, solves and merges, and requires that the merged files are those of one run. */
  async mergeAll(tasks: number, args: readonly string[]): Promise<void> {
    await this.dealAndSolve(tasks, args);
    expect(this.merge(tasks, args)).toMatchObject({ status: 0 });
    this.expectMerged(args);
  }

  merge(tasks: number | string, args: readonly string[]) {
    return this.run('merge.sbatch', args, { SHARDS: String(tasks) });
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** The merged files, and leftovers of merging. */
  results(): string[] {
    return readdirSync(this.folder).filter((name) => !/-of-/.test(name));
  }

  /** Requires that the merged files are those of one run. */
  expectMerged(args: readonly string[]): void {
    const alone = join(this.#parent, 'alone');
    for (const [verb, name] of [
      ['generate', 'deals.bin'],
      ['solve', 'solved.ndjson'],
    ] as const) {
      const path = `${alone}-${name}`;
      expect(run([verb, ...args, '-q', '-o', path, '--force'], this.#parent).status).toBe(0);
      checkSame(readFileSync(this.path(name)), readFileSync(path));
    }
    expect(this.results()).toEqual(['deals.bin', 'solved.ndjson']);
  }
}

it('a task of examples/slurm that runs alone uses SHARDS as the number of tasks', () => {
  const jobs = new Jobs();
  const env = { SLURM_ARRAY_TASK_ID: '2', SLURM_ARRAY_TASK_COUNT: '1', SHARDS: '3' };
  for (const job of ['deal.sbatch', 'solve.sbatch'])
    expect(jobs.run(job, ['1..9'], env)).toMatchObject({ status: 0 });
  expect(readdirSync(jobs.folder).sort()).toEqual(['deals-2-of-3.bin', 'solved-2-of-3.ndjson']);
});

describe('examples/slurm/merge.sbatch', () => {
  it('fails where a shard is missing or incomplete, names it, and leaves the results of before', async () => {
    const jobs = new Jobs();
    await jobs.mergeAll(1, WHERE);
    await jobs.dealAndSolve(2, WHERE);
    writeFileSync(jobs.path('deals-1-of-2.bin.run'), '');
    const { status, stderr } = jobs.merge(2, WHERE);
    expect([status, stderr]).toEqual([2, expect.stringContaining('deals-1-of-2.bin.run belongs to a run')]);
    rmSync(jobs.path('deals-1-of-2.bin.run'));
    for (const name of ['deals-2-of-2.bin', 'solved-2-of-2.ndjson']) {
      const content = readFileSync(jobs.path(name));
      rmSync(jobs.path(name));
      const stderr = `merge: '${jobs.path(name)}' is missing; run its task again\n`;
      expect(jobs.merge(2, WHERE)).toEqual({ status: 1, stdout: '', stderr });
      writeFileSync(jobs.path(name), content);
      jobs.expectMerged(WHERE);
    }
  });

  it('fails where a shard is that of other deals, or a deal has no record', async () => {
    const jobs = new Jobs();
    const [asked, others] = [['1..100'], ['101..200']] as const;
    const fails = (message: string) => {
      const { status, stderr } = jobs.merge(2, asked);
      expect(stderr.trim().split('\n').at(-1)).toBe(`merge: ${message}`);
      expect(status).toBe(1);
      expect(jobs.results()).toEqual([]);
    };
    await jobs.dealAndSolve(2, others);
    fails('the shards do not have the deals that were asked for; use a new folder for other deals');
    for (const i of [1, 2]) rmSync(jobs.path(`deals-${i}-of-2.bin`));
    await jobs.runArray('deal.sbatch', 2, asked);
    const message =
      'the records are not those of the deals that were asked for; use a new folder for other deals';
    fails(message);
    for (const i of [1, 2]) rmSync(jobs.path(`solved-${i}-of-2.ndjson`));
    await jobs.runArray('solve.sbatch', 2, asked);
    const records = readFileSync(jobs.path('solved-1-of-2.ndjson'), 'utf8');
    writeFileSync(jobs.path('solved-1-of-2.ndjson'), records.slice(records.indexOf('\n') + 1));
    fails(message);
  });
});

/** What submit gives to sbatch: its arguments, and SHARDS. */
function submit(args: readonly string[], env: Record<string, string> = {}) {
  const programs = temporaryFolder();
  const log = join(programs, 'log');
  const stand = `#!/bin/sh\necho "$SHARDS $*" >>'${log}'\nwc -l <'${log}'\n`;
  writeFileSync(join(programs, 'sbatch'), stand, { mode: 0o755 });
  writeFileSync(log, '');
  const folder = join(programs, 'run');
  const path = `${programs}:${process.env.PATH}`;
  const ran = ask(join(SLURM, 'submit'), [folder, ...args], { PATH: path, ...env });
  const submitted = readFileSync(log, 'utf8').replaceAll(folder, 'RUN').replaceAll(SLURM, 'SLURM');
  return { ...ran, submitted };
}

const wrong = rowsIn<[args: string[], env: Record<string, string>, problem: string]>('wrong-submits.txt');

it.each(wrong)('examples/slurm/submit refuses %j with %j, and submits nothing', (args, env, problem) => {
  const stderr = `submit: ${problem}\n`;
  expect(submit(args, env)).toEqual({ status: 2, stdout: '', stderr, submitted: '' });
});
