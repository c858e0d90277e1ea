// The decision about what an interrupted run left: resume it, replace it, or refuse. It changes no file.

import { grouped, OutputProblem } from '../common/errors.js';
import { JOURNAL_VERSION, type Job, type Lines } from './journal-lines.js';
import type { SideFile, Unusable } from './side-file.js';
import type { OutputOptions } from './writer.js';

/**
 * Whether a run with `job` resumes FILE.partial, which is at `path`; otherwise it begins a new file.
 * Throws an OutputProblem that says why it can do neither.
 */
export function isResumable(
  path: string,
  partial: SideFile | Unusable | undefined,
  journal: Lines,
  job: Job | undefined,
  { force, resume }: Pick<OutputOptions, 'force' | 'resume'>,
): partial is SideFile {
  if (partial === undefined || (force && !resume)) return false;
  const obstacle = job === undefined ? inTheWay(path) : obstacleOf(path, partial, journal);
  if (force && obstacle !== undefined) return false;
  if (obstacle !== undefined) throw new OutputProblem('EEXIST', obstacle);
  const [file, begun] = [partial as SideFile, journal.job as Job]; // without an obstacle, both are there
  if (!resume) {
    const of = begun.bytes === null ? '' : ` of ${grouped(begun.bytes)}`;
    throw new OutputProblem(
      'EEXIST',
      `an interrupted run left ${path}, ${grouped(file.bytes)}${of} bytes; resume it with resume: true, or start over with force: true`,
    );
  }
  checkSameJob(begun, job as Job);
  return true;
}

/** Says why no run of this version can resume FILE.partial; undefined if one can. */
function obstacleOf(path: string, partial: SideFile | Unusable, { version, job }: Lines): string | undefined {
  if ('fault' in partial) return `${path} ${partial.fault}; remove it, or start over with force: true`;
  if (job !== undefined) return undefined;
  return version === undefined || version === JOURNAL_VERSION
    ? inTheWay(path)
    : `a run of another version of freecell-deals left ${path}; resume it with that version, or start over with force: true`;
}

function inTheWay(path: string): string {
  return `${path} is in the way and no journal tells which run left it; remove it, or use force: true`;
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
