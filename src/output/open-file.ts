// Opens FILE.partial: a new file, or the one that an interrupted run left.

import {
  closeSync,
  constants,
  copyFile,
  existsSync,
  fdatasync,
  ftruncateSync,
  lstatSync,
  renameSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { grouped, OutputProblem, toFailure } from '../common/errors.js';
import { isSameIdentity, openFolder, retryWhileHeld } from '../io/platform.js';
import { NO_CHECKPOINT } from '../pipeline/checkpoint.js';
import { AtomicFile, type FileOptions, type Opened } from './atomic-file.js';
import { openJournal, reasonOf } from './journal.js';
import { JOURNAL_VERSION, type Job, type Lines } from './journal-lines.js';
import {
  createSideFile,
  findSideFile,
  journalPathOf,
  noIdentities,
  ownPathOf,
  partialPathOf,
  removePath,
  SideFile,
  type Unusable,
} from './side-file.js';
import type { OutputWriter } from './writer.js';

const syncData = promisify(fdatasync);
const copy = promisify(copyFile); // node:fs/promises takes 1 ms to load

/**
 * Opens FILE.partial for the file at `path`: a new file, or the one that an interrupted run of the same job left.
 * Without a job there is nothing to resume. Throws an OutputProblem or a system error; all files are then as they were.
 */
export async function openAtomicFile(
  path: string,
  job: Job | undefined,
  options: FileOptions,
): Promise<OutputWriter> {
  const folder = options.sync ? openReadableFolder(dirname(path)) : undefined;
  try {
    return new AtomicFile(path, await openPartial(path, job, options), folder, options);
  } catch (error) {
    if (folder !== undefined) closeSync(folder);
    throw error;
  }
}

/** Takes the lock, finds FILE.partial, decides about it, and then keeps it or makes a new one. */
async function openPartial(path: string, job: Job | undefined, options: FileOptions): Promise<Opened> {
  const partialPath = partialPathOf(path);
  const journal = await openJournal(path);
  const { contents } = journal;
  let found: ReturnType<typeof findSideFile>;
  try {
    // the run that had the lock before may have published the file since
    if (!options.force && existsSync(path)) throw existsAlready();
    found = findSideFile(partialPath);
    journal.checkLock(); // otherwise a paused run could have opened the file of the run that took the lock
    const resumed = isResumable(partialPath, found, contents, job, options) ? found : undefined;
    const occupied = found instanceof SideFile ? found.bytes : 0; // it is kept, or removed first
    const { bytes: total } = job ?? {};
    if (total) checkSpace(dirname(path), total - occupied);
    if (resumed === undefined) {
      if (found instanceof SideFile) found.close(); // on Windows the name of an open file stays
      found = undefined;
      await removePath(partialPath); // not emptied: it could be a link
      journal.begin(job);
      const partial = await createPartial(path);
      return { partial, bytes: 0, checkpoint: NO_CHECKPOINT, journal, hasJob: job !== undefined };
    }
    let partial = resumed;
    let bytes = Math.min(resumed.bytes, total ?? resumed.bytes);
    const checkpoint = contents.checkpoint.bytes <= bytes ? contents.checkpoint : NO_CHECKPOINT;
    if (contents.isShared) {
      bytes = checkpoint.bytes; // the paused run may have written anything after them
      partial = found = await copyPartial(partial, ownPathOf(path, journal.id), bytes);
      journal.copied();
    }
    if (partial.bytes > bytes) ftruncateSync(partial.fd, bytes);
    if (checkpoint === NO_CHECKPOINT) journal.begin(job);
    return { partial, bytes, checkpoint, journal, hasJob: true };
  } catch (error) {
    if (found instanceof SideFile) found.close();
    const reason = reasonOf(error, () => journal.checkLock());
    if (journal.existed) journal.suspend();
    else await journal.remove();
    if (toFailure(reason).code !== 'EEXIST' || reason instanceof OutputProblem) throw reason;
    throw new OutputProblem('EBUSY', `another run has just made ${partialPath}; wait until that ends`);
  }
}

/**
 * Whether a run with `job` resumes FILE.partial, which is at `path`; otherwise it begins a new file.
 * Throws an OutputProblem that says why it can do neither.
 */
function isResumable(
  path: string,
  partial: SideFile | Unusable | undefined,
  journal: Lines,
  job: Job | undefined,
  { force, resume }: FileOptions,
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

/**
 * Replaces FILE.partial by a copy of its first `bytes` bytes, and closes it.
 * A paused run that has the old file open cannot write to the copy. A crash leaves the old file in place, and the journal says
 * that it must be copied again.
 */
async function copyPartial(from: SideFile, copyPath: string, bytes: number): Promise<SideFile> {
  const { COPYFILE_EXCL, COPYFILE_FICLONE } = constants;
  let copied: ReturnType<typeof findSideFile>;
  try {
    await copy(from.path, copyPath, COPYFILE_EXCL | COPYFILE_FICLONE);
    copied = findSideFile(copyPath);
    if (!(copied instanceof SideFile && from.isInPlace() && copied.bytes >= bytes)) {
      throw new OutputProblem('EBUSY', 'another run has changed it; start over with force: true');
    }
    ftruncateSync(copied.fd, bytes);
    await syncData(copied.fd); // the journal says that these bytes are on disk
    if (!copied.isInPlace()) throw noIdentities();
    await retryWhileHeld(from.path, () => renameSync(copyPath, from.path));
  } catch (error) {
    if (copied instanceof SideFile) copied.close();
    await removePath(copyPath);
    throw error;
  }
  from.close();
  return new SideFile(from.path, copied.fd);
}

/** Creates FILE.partial, which is no more readable than the file that it replaces. */
function createPartial(path: string): Promise<SideFile> {
  const partial = partialPathOf(path);
  const replaced = statSync(path, { throwIfNoEntry: false })?.mode;
  const mode = replaced === undefined ? 0o666 : (replaced & 0o666) | 0o600;
  return retryWhileHeld(partial, () => createSideFile(partial, mode));
}

export function existsAlready(): OutputProblem {
  return new OutputProblem(
    'EEXIST',
    'it exists already; use force: true to replace it, or name another file',
  );
}

function checkSpace(folder: string, needed: number): void {
  let free: number;
  try {
    const { blocks, bavail, bsize } = statfsSync(folder);
    free = blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize;
  } catch {
    return; // some file systems do not tell
  }
  if (free >= needed) return;
  throw new OutputProblem(
    'ENOSPC',
    `it needs ${grouped(needed)} bytes and the disk has ${grouped(free)} free; free some or write elsewhere`,
  );
}

/** Opens a folder to sync it later; returns undefined if the system cannot open folders. */
function openReadableFolder(path: string): number | undefined {
  try {
    return openFolder(path);
  } catch (error) {
    if (toFailure(error).code !== 'EACCES') return undefined;
    throw new OutputProblem(
      'EACCES',
      `sync: true has to read the folder ${path}: permission denied; change its permissions, or leave out sync: true`,
    );
  }
}

/** Removes the side files of a run that ended right after it had published the file at `path`. */
export async function finishPublication(path: string): Promise<void> {
  if (!isPublished(path)) return;
  const journal = await openJournal(path);
  if (isPublished(path)) {
    await removePath(partialPathOf(path));
    await journal.remove();
  } else {
    journal.suspend();
  }
}

function isPublished(path: string): boolean {
  const [file, partial] = [path, partialPathOf(path)].map((name) =>
    lstatSync(name, { bigint: true, throwIfNoEntry: false }),
  );
  if (partial === undefined) return existsSync(journalPathOf(path));
  return file !== undefined && isSameIdentity(file, partial);
}
