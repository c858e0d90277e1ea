// Opens the output that a path names: standard output, a FIFO, a device, or a new or interrupted FILE.partial.

import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { InputError, OutputError, OutputProblem } from '../common/errors.js';
import { grouped, oneLine } from '../common/quote.js';
import { areSame, createOwnFile, findOwnFile, type OwnFile, removePath } from '../io/own-file.js';
import { checkSpace, faultOfName, nullDeviceOf, retryWhileHeld } from '../io/platform.js';
import { STDOUT_NAMES, warn } from '../io/standard.js';
import { writeStream } from '../io/stream.js';
import { type Checkpoint, NO_CHECKPOINT } from '../pipeline/chunks.js';
import { AtomicFile } from './atomic-file.js';
import { openRunFile, partialPathOf, type RunFile, runPathOf } from './run-file.js';
import { type Job, resumedAt } from './run-log.js';
import { openStream } from './stream.js';
import type { OutputOptions, OutputWriter } from './writer.js';

/** Returns what a path names, `-` for standard output; throws an OutputError if no file can have that name. */
export function targetOf(path: string): string {
  if (STDOUT_NAMES.includes(path)) return '-';
  const nullDevice = nullDeviceOf(path);
  if (nullDevice !== undefined) return nullDevice;
  try {
    if (path === '') throw Object.assign(new Error(), { code: 'ENOENT' });
    const fault = faultOfName(path);
    if (fault !== undefined) throw new OutputProblem('EINVAL', `${fault}; name another file`);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
    if (found !== undefined || !lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return path;
    throw new OutputProblem('ENOENT', 'it is a symbolic link to nothing; remove it, or name the file itself');
  } catch (error) {
    throw new OutputError(path, error);
  }
}

/** Opens what targetOf returned. A failure leaves the file of that name as it was. Without a job, no run resumes it. */
export async function openOutput(
  path: string,
  job: Job | undefined,
  options: OutputOptions,
): Promise<OutputWriter> {
  if (path === '-' && options.resume)
    throw new InputError('standard output cannot be resumed; name a file, or leave out --resume');
  try {
    if (path === '-' || statSync(path, { throwIfNoEntry: false })?.isFile() === false)
      return await openStream(path);
    return await (job === undefined
      ? openUnlocked(realPath(path), options)
      : openAtomicFile(realPath(path), job, options));
  } catch (error) {
    throw new OutputError(path, error);
  }
}

/** Follows a symbolic link, which stays: the file is written beside its target. */
export function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

/** Whether an interrupted run has left files beside an output with which it can be resumed. */
export function isResumable(path: string): boolean {
  return existsSync(runPathOf(realPath(path)));
}

const EXISTS_ALREADY = 'it exists already; use --force to replace it, or name another file';

/** Opens a new FILE.partial for the file at `path`, or the one that an interrupted run of the same job left. */
async function openAtomicFile(path: string, job: Job, options: OutputOptions): Promise<OutputWriter> {
  if (!options.force && existsSync(path) && !existsSync(runPathOf(path))) throw conflict(EXISTS_ALREADY);
  const run = await openRunFile(path, job);
  const { begun } = run.log; // of an earlier run
  try {
    const { partial, reached } = await openPartial(path, run, options);
    return new AtomicFile(path, partial, run, reached, options);
  } catch (error) {
    // FILE.run stays if it tells how to resume FILE.partial, or if a later run has begun in it
    const isNeeded = begun !== undefined && existsSync(partialPathOf(path));
    const ownsRunFile = !(run.hasLaterRun() && run.log.begun !== begun);
    if (ownsRunFile && !isNeeded) await run.file.remove();
    run.release();
    throw error;
  }
}

async function openPartial(path: string, run: RunFile, options: OutputOptions) {
  const partialPath = partialPathOf(path);
  const { force, resume } = options;
  if (!force && existsSync(path)) {
    if (areSame(path, partialPath)) await removePath(partialPath); // a run published it, and died
    throw conflict(EXISTS_ALREADY);
  }
  const partial = force && !resume ? undefined : findOwnFile(partialPath);
  let reached: Checkpoint | undefined;
  try {
    reached = partial && syncedIn(partial, run, options);
    if (partial && reached) {
      run.begin(run.log.begun);
      return { partial, reached };
    }
  } finally {
    if (!reached) partial?.close(); // on Windows the name of an open file stays
  }
  const old = lstatSync(partialPath, { throwIfNoEntry: false })?.size ?? 0;
  checkSpace(dirname(path), (run.job.bytes ?? 0) - old);
  run.begin();
  return { partial: await createPartial(path), reached: NO_CHECKPOINT };
}

/** Creates a new FILE.partial in place of any other. It is no more readable than the file that it replaces. */
async function createPartial(path: string): Promise<OwnFile> {
  const partialPath = partialPathOf(path);
  await removePath(partialPath); // not emptied: it could be a link, and a paused run may have it open
  const { mode } = statSync(path, { throwIfNoEntry: false }) ?? { mode: 0o666 };
  return retryWhileHeld(() => createOwnFile(partialPath, (mode & 0o666) | 0o600));
}

/** Opens FILE.partial, which no other run may have. It is not locked, because boards take a moment. */
async function openUnlocked(path: string, { force = false }: OutputOptions): Promise<OutputWriter> {
  if (!force && existsSync(path)) throw conflict(EXISTS_ALREADY);
  const others = force ? [runPathOf(path)] : [runPathOf(path), partialPathOf(path)];
  const left = others.find((side) => existsSync(side));
  const remedy = 'remove it, or name another file';
  if (left) throw conflict(`${left} is in the way: another run writes it, or has left it; ${remedy}`);
  const partial = await createPartial(path);
  return {
    name: path,
    write: (bytes, offset) => writeStream(partial.fd, bytes, offset),
    async commit(bytes) {
      await partial.checkComplete(bytes);
      await partial.publish(path, force);
    },
    async end() {
      await partial.remove();
      partial.close();
    },
  };
}

/** Returns how far the FILE.partial has come with which this run goes on; undefined to begin anew. */
function syncedIn(partial: OwnFile, run: RunFile, { force, resume }: OutputOptions): Checkpoint | undefined {
  const { path, bytes } = partial;
  const job = run.log.begun?.job;
  if (job === undefined) {
    if (force) return undefined;
    const why = 'is in the way and no file beside it tells which run left it';
    throw conflict(`${path} ${why}; remove it, or use --force`);
  }
  if (!resume) {
    const of = job.bytes === null ? '' : ` of ${grouped(job.bytes)}`;
    const what = `an interrupted run left ${path}, ${grouped(bytes)}${of} bytes`;
    throw conflict(`${what}; resume it with --resume, or start over with --force`);
  }
  checkSameJob(job, run.job);
  if (!job.isFixed) warn(`${path}: starting over, because the deals of a list may have changed`);
  return resumedAt(run.log, partial);
}

function checkSameJob(begun: Job, job: Job): void {
  for (const key of Object.keys(job) as (keyof Job)[]) {
    const [before, now] = [String(begun[key]), String(job[key])];
    if (before === now) continue;
    const what = `the interrupted run has ${key} ${oneLine(before)}, not ${oneLine(now)}`;
    const same = key === 'version' ? 'that version' : 'the same options';
    throw conflict(`${what}; resume it with ${same}, or start over with --force instead`);
  }
}

/** The problem that a file has the name of one that this run would create. */
function conflict(message: string): OutputProblem {
  return new OutputProblem('EEXIST', message);
}
