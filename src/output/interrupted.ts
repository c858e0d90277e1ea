// The decision about what an interrupted run left: resume it, replace it, or refuse. It changes no file.

import { grouped, OutputProblem } from '../common/errors.js';
import { type Checkpoint, NO_CHECKPOINT } from '../pipeline/checkpoint.js';
import type { JournalContents } from './journal.js';
import { JOURNAL_VERSION, type Job } from './journal-lines.js';
import type { SideFile, Unusable } from './side-file.js';
import type { OutputOptions } from './writer.js';

/** Begin a new file, or keep the first `bytes` of FILE.partial and resume at a checkpoint. */
export type Decision = 'begin' | { partial: SideFile; bytes: number; checkpoint: Checkpoint };

/** Decides what a run with `job` does about FILE.partial at `path`; an OutputProblem says why it can do nothing. */
export function decide(
  path: string,
  partial: SideFile | Unusable | undefined,
  journal: JournalContents,
  job: Job,
  { force, resume }: Pick<OutputOptions, 'force' | 'resume'>,
): Decision {
  if (partial === undefined) return 'begin';
  const obstacle = obstacleOf(path, partial, journal);
  if (force && (obstacle !== undefined || !resume)) return 'begin';
  if (obstacle !== undefined) throw new OutputProblem('EEXIST', obstacle);
  const [file, begun] = [partial as SideFile, journal.job as Job]; // without an obstacle, both are there
  if (!resume) {
    const of = begun.bytes === null ? '' : ` of ${grouped(begun.bytes)}`;
    throw new OutputProblem(
      'EEXIST',
      `an interrupted run left ${path}, ${grouped(file.bytes)}${of} bytes; resume it with resume: true, or start over with force: true`,
    );
  }
  checkSameJob(begun, job);
  const bytes = Math.min(file.bytes, job.bytes ?? file.bytes);
  const { checkpoint } = journal;
  return { partial: file, bytes, checkpoint: checkpoint.bytes <= bytes ? checkpoint : NO_CHECKPOINT };
}

/** Says why no run of this version can resume FILE.partial; undefined if one can. */
function obstacleOf(
  path: string,
  partial: SideFile | Unusable,
  { exists, version, job }: JournalContents,
): string | undefined {
  if ('fault' in partial) return `${path} ${partial.fault}; remove it, or start over with force: true`;
  if (job !== undefined) return undefined;
  if (version !== undefined && version !== JOURNAL_VERSION) {
    const writer = version === 1 ? 'freecell-deals 0.1.0' : 'another version of freecell-deals';
    return `a run of ${writer} left ${path}; resume it with that version, or start over with force: true`;
  }
  return exists
    ? `its journal is damaged and does not tell which run left ${path}; start over with force: true`
    : `${path} is in the way and no journal tells which run left it; remove it, or use force: true`;
}

function checkSameJob(begun: Job, job: Job): void {
  const shown = (value: unknown) => String(value).replace(/^(.{50}).+/, '$1...');
  const differences = (Object.keys(job) as (keyof Job)[])
    .filter((key) => begun[key] !== job[key])
    .map((key) => `${key} ${shown(begun[key])}, not ${shown(job[key])}`);
  if (differences.length === 0) return;
  throw new OutputProblem(
    'EEXIST',
    `the interrupted run has ${differences.join('; ')}; resume it with the same options, or start over with force: true instead`,
  );
}
