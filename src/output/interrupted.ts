// The decision about what an interrupted run left: resume it, replace it, or refuse. It only looks at what was found.

import { grouped, OutputProblem } from '../common/errors.js';
import { type Checkpoint, NO_CHECKPOINT } from '../pipeline/checkpoint.js';
import type { JournalContents } from './journal.js';
import { JOURNAL_VERSION, type Job } from './journal-lines.js';
import type { SideFile } from './side-file.js';
import type { OutputOptions } from './writer.js';

/** Begin anew, or resume FILE.partial at a checkpoint and keep its first `bytes`. */
export type Decision = 'begin' | { bytes: number; checkpoint: Checkpoint };

/**
 * Decides what becomes of FILE.partial at `path` when a run with `job` finds it.
 * Throws an OutputProblem that says why it can neither be resumed nor replaced, and how to go on.
 */
export function decide(
  path: string,
  partial: SideFile | undefined,
  journal: JournalContents,
  job: Job,
  { force, resume }: Pick<OutputOptions, 'force' | 'resume'>,
): Decision {
  if (partial === undefined) return 'begin';
  const obstacle = obstacleOf(path, partial, journal);
  if (force && (obstacle !== undefined || !resume)) return 'begin';
  if (obstacle !== undefined) throw new OutputProblem('EEXIST', obstacle);
  const begun = journal.job as Job;
  if (!resume) {
    const of = begun.bytes === null ? '' : ` of ${grouped(begun.bytes)}`;
    throw new OutputProblem(
      'EEXIST',
      `an interrupted run left ${path}, ${grouped(partial.bytes)}${of} bytes; resume it with resume: true, or start over with force: true`,
    );
  }
  checkSameJob(begun, job);
  const bytes = Math.min(partial.bytes, job.bytes ?? partial.bytes);
  const { checkpoint } = journal;
  return { bytes, checkpoint: checkpoint.bytes <= bytes ? checkpoint : NO_CHECKPOINT };
}

/** Why FILE.partial cannot be resumed by any run of this version; undefined if it can. */
function obstacleOf(
  path: string,
  partial: SideFile,
  { exists, version, job }: JournalContents,
): string | undefined {
  if (partial.fault !== undefined)
    return `${path} ${partial.fault}; remove it, or start over with force: true`;
  if (job !== undefined) return undefined;
  if (version !== undefined && version !== JOURNAL_VERSION) {
    const writer = version === 1 ? 'freecell-deals 0.1.0' : 'another version of freecell-deals';
    return `a run of ${writer} left ${path}; resume it with that version, or start over with force: true`;
  }
  return exists
    ? `its journal is damaged and does not tell which run left ${path}; start over with force: true`
    : `${path} is in the way and no journal tells which run left it; remove it, or use force: true`;
}

/** Throws an OutputProblem that names what differs. */
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
