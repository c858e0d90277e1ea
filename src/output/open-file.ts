// Opens FILE.partial: a new one, or the one that an interrupted run left.

import { closeSync, existsSync, fstatSync, ftruncateSync, lstatSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { grouped, OutputProblem, toFailure } from '../common/errors.js';
import { isSameIdentity, openFolder, retryWhileHeld } from '../io/platform.js';
import { NO_CHECKPOINT } from '../pipeline/checkpoint.js';
import { AtomicFile, type FileOptions, type Opened } from './atomic-file.js';
import { decide } from './interrupted.js';
import { openJournal } from './journal.js';
import type { Job } from './journal-lines.js';
import {
  createSideFile,
  journalPathOf,
  openSideFile,
  partialPathOf,
  removeSideFile,
  type SideFile,
} from './side-file.js';
import type { OutputWriter } from './writer.js';

/**
 * Opens FILE.partial for the file at `path`: a new one, or the one that an interrupted run of the same job left. Without
 * a job there is no journal and nothing to resume.
 * Throws an OutputProblem or a system error; what was found is then as it was.
 */
export async function openAtomicFile(
  path: string,
  job: Job | undefined,
  options: FileOptions,
): Promise<OutputWriter> {
  const folder = options.sync ? openReadableFolder(dirname(path)) : undefined;
  try {
    const opened =
      job === undefined ? await beginUnjournaled(path, options) : await beginJournaled(path, job, options);
    return new AtomicFile(path, opened, folder, options);
  } catch (error) {
    if (folder !== undefined) closeSync(folder);
    throw error;
  }
}

async function beginUnjournaled(path: string, { force }: FileOptions): Promise<Opened> {
  const partial = partialPathOf(path);
  // a journal that an interrupted run left would vouch for what is written now
  const left = existsSync(journalPathOf(path)) ? await openJournal(journalPathOf(path)) : undefined;
  try {
    if (force) await removeSideFile(partial);
    const fd = await retryWhileHeld(partial, () => createSideFile(partial, creationMode(path)));
    await left?.remove();
    return { fd, bytes: 0, checkpoint: NO_CHECKPOINT, journal: undefined };
  } catch (error) {
    left?.suspend();
    if (toFailure(error).code !== 'EEXIST') throw error;
    throw new OutputProblem('EEXIST', `${partial} is in the way; remove it, or use force: true`);
  }
}

async function beginJournaled(path: string, job: Job, options: FileOptions): Promise<Opened> {
  const partial = partialPathOf(path);
  const journal = await openJournal(journalPathOf(path));
  let found: SideFile | undefined;
  try {
    // the run that had the lock before may have published the file since
    if (!options.force && existsSync(path)) throw existsAlready();
    found = openSideFile(partial);
    const decision = decide(partial, found, journal.contents, job, options);
    // what is there is kept, or removed first
    if (job.bytes !== null) checkSpace(dirname(path), job.bytes - (found?.bytes ?? 0));
    if (decision === 'begin') {
      if (found?.fd !== undefined) closeSync(found.fd); // on Windows the name of an open file stays
      found = undefined;
      await removeSideFile(partial); // not emptied: it could be a link
      journal.begin(job);
      const fd = await retryWhileHeld(partial, () => createSideFile(partial, creationMode(path)));
      return { fd, bytes: 0, checkpoint: NO_CHECKPOINT, journal };
    }
    const { bytes, checkpoint } = decision;
    const fd = found?.fd as number;
    if (fstatSync(fd).size > bytes) ftruncateSync(fd, bytes);
    journal.resume(checkpoint);
    return { fd, bytes, checkpoint, journal };
  } catch (error) {
    if (found?.fd !== undefined) closeSync(found.fd);
    if (journal.contents.exists) journal.suspend();
    else await journal.remove();
    throw error;
  }
}

/** The file is there already, and `force` does not say that it may be replaced. */
export function existsAlready(): OutputProblem {
  return new OutputProblem(
    'EEXIST',
    'it exists already; use force: true to replace it, or name another file',
  );
}

/** Of a new FILE.partial: nobody can read it who cannot read the file that it replaces. */
function creationMode(path: string): number {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  return mode === undefined ? 0o666 : (mode & 0o666) | 0o600;
}

/** Throws an OutputProblem if the file system of a folder has less room than `needed` bytes. */
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

/** Opens a folder to sync it later; undefined where that is not possible. */
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

/**
 * Removes what a run left that died when it had published the file at `path`: its journal, and FILE.partial if that is
 * another link to the same file. Throws an OutputProblem if that run is alive.
 */
export async function finishPublication(path: string): Promise<void> {
  if (!isPublished(path)) return;
  const journal = await openJournal(journalPathOf(path));
  if (isPublished(path)) {
    await removeSideFile(partialPathOf(path));
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
