// Opens FILE.partial: a new file, or the one that an interrupted run left.

import {
  closeSync,
  constants,
  copyFile,
  existsSync,
  fdatasync,
  fstatSync,
  ftruncateSync,
  lstatSync,
  renameSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { grouped, OutputProblem, toFailure } from '../common/errors.js';
import { isSameIdentity, openFolder, retryWhileHeld } from '../io/platform.js';
import { readFully, writeFully } from '../io/positioned.js';
import { NO_CHECKPOINT } from '../pipeline/checkpoint.js';
import { AtomicFile, type FileOptions, type Opened } from './atomic-file.js';
import { decide } from './interrupted.js';
import { openJournal, reasonOf } from './journal.js';
import type { Job } from './journal-lines.js';
import {
  createSideFile,
  findSideFile,
  journalPathOf,
  noIdentities,
  ownPathOf,
  partialPathOf,
  removePath,
  SideFile,
} from './side-file.js';
import type { OutputWriter } from './writer.js';

const syncData = promisify(fdatasync);
const cloneFile = promisify(copyFile); // node:fs/promises takes 1 ms to load

const COPY_BYTES = 4 * 1024 * 1024;

/**
 * Opens FILE.partial for the file at `path`: a new file, or the one that an interrupted run of the same job left.
 * Without a job there is no journal and nothing to resume. Throws an OutputProblem or a system error; all files are then as
 * they were.
 */
export async function openAtomicFile(
  path: string,
  job: Job | undefined,
  options: FileOptions,
): Promise<OutputWriter> {
  const folder = options.sync ? openReadableFolder(dirname(path)) : undefined;
  try {
    const opened =
      job === undefined ? await openUnjournaled(path, options) : await openJournaled(path, job, options);
    return new AtomicFile(path, opened, folder, options);
  } catch (error) {
    if (folder !== undefined) closeSync(folder);
    throw error;
  }
}

async function openUnjournaled(path: string, { force }: FileOptions): Promise<Opened> {
  // a leftover journal would describe the wrong bytes
  const leftover = existsSync(journalPathOf(path)) ? await openJournal(path) : undefined;
  try {
    if (force) await removePath(partialPathOf(path));
    const partial = await createPartial(path);
    await leftover?.remove();
    return { partial, bytes: 0, checkpoint: NO_CHECKPOINT, journal: undefined };
  } catch (error) {
    leftover?.suspend();
    if (toFailure(error).code !== 'EEXIST') throw error;
    throw new OutputProblem('EEXIST', `${partialPathOf(path)} is in the way; remove it, or use force: true`);
  }
}

/** Takes the lock, finds FILE.partial, decides about it, and then keeps it or makes a new one. */
async function openJournaled(path: string, job: Job, options: FileOptions): Promise<Opened> {
  const partialPath = partialPathOf(path);
  const journal = await openJournal(path);
  let found: ReturnType<typeof findSideFile>;
  try {
    // the run that had the lock before may have published the file since
    if (!options.force && existsSync(path)) throw existsAlready();
    found = findSideFile(partialPath);
    journal.checkLock(); // otherwise a paused run could have opened the file of the run that took the lock
    const decision = decide(partialPath, found, journal.contents, job, options);
    const occupied = found instanceof SideFile ? found.bytes : 0; // it is kept, or removed first
    if (job.bytes !== null) checkSpace(dirname(path), job.bytes - occupied);
    if (decision !== 'begin') {
      const { checkpoint } = decision;
      let { partial, bytes } = decision;
      if (journal.contents.isShared) {
        bytes = checkpoint.bytes; // the paused run may have written anything after them
        const copyPath = ownPathOf(path, journal.id);
        partial = found = await copyPartial(partial, copyPath, bytes, job.bytes ?? 0);
        journal.copied();
      }
      if (partial.bytes > bytes) ftruncateSync(partial.fd, bytes);
      journal.resume(checkpoint);
      return { partial, bytes, checkpoint, journal };
    }
    if (found instanceof SideFile) found.close(); // on Windows the name of an open file stays
    found = undefined;
    await removePath(partialPath); // not emptied: it could be a link
    journal.begin(job);
    return { partial: await createPartial(path), bytes: 0, checkpoint: NO_CHECKPOINT, journal };
  } catch (error) {
    if (found instanceof SideFile) found.close();
    const reason = reasonOf(error, () => journal.checkLock());
    if (journal.contents.exists) journal.suspend();
    else await journal.remove();
    if (toFailure(reason).code !== 'EEXIST' || reason instanceof OutputProblem) throw reason;
    throw new OutputProblem('EBUSY', `another run has just made ${partialPath}; wait until that ends`);
  }
}

/**
 * Replaces FILE.partial by a copy of its first `bytes` bytes, and closes it.
 * A paused run that has the old file open cannot write to the copy. A crash leaves the old file in place, and the journal says
 * that it must be copied again.
 */
async function copyPartial(
  from: SideFile,
  copyPath: string,
  bytes: number,
  total: number,
): Promise<SideFile> {
  const copy = (await clone(from, copyPath)) ?? createSideFile(copyPath, fstatSync(from.fd).mode & 0o777);
  try {
    if (copy.bytes === 0) {
      checkSpace(dirname(copyPath), Math.max(total, bytes));
      await copyBytes(from.fd, copy.fd, bytes);
    }
    ftruncateSync(copy.fd, bytes);
    await syncData(copy.fd); // the journal says that these bytes are on disk
    if (!copy.isInPlace()) throw noIdentities();
    await retryWhileHeld(from.path, () => renameSync(copyPath, from.path));
  } catch (error) {
    await copy.remove();
    copy.close();
    throw error;
  }
  from.close();
  return new SideFile(from.path, copy.fd);
}

/** Clones a file, which takes no space; returns undefined if the file system cannot do that. */
async function clone(from: SideFile, copyPath: string): Promise<SideFile | undefined> {
  const { COPYFILE_EXCL, COPYFILE_FICLONE_FORCE } = constants;
  try {
    await cloneFile(from.path, copyPath, COPYFILE_EXCL | COPYFILE_FICLONE_FORCE);
  } catch {
    await removePath(copyPath);
    return undefined;
  }
  const copy = findSideFile(copyPath);
  if (copy instanceof SideFile && from.isInPlace()) return copy;
  if (copy instanceof SideFile) copy.close();
  await removePath(copyPath); // another file had the name of FILE.partial
  return undefined;
}

/** Copies the first `bytes` bytes; the heartbeat goes on meanwhile. */
async function copyBytes(from: number, to: number, bytes: number): Promise<void> {
  const buffer = Buffer.allocUnsafe(Math.min(bytes, COPY_BYTES));
  for (let offset = 0; offset < bytes; ) {
    const read = readFully(from, buffer.subarray(0, Math.min(COPY_BYTES, bytes - offset)), offset);
    if (read === 0)
      throw new OutputProblem('EBUSY', 'another run has cut it off; start over with force: true');
    writeFully(to, buffer.subarray(0, read), offset);
    offset += read;
    await nextTurn();
  }
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
