// Opens FILE.partial: a new file, or the one that an interrupted run left.

import { closeSync, existsSync, ftruncateSync, lstatSync, statfsSync, statSync } from 'node:fs';
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
  findSideFile,
  journalPathOf,
  partialPathOf,
  removePath,
  SideFile,
} from './side-file.js';
import type { OutputWriter } from './writer.js';

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
  const leftover = existsSync(journalPathOf(path)) ? await openJournal(journalPathOf(path)) : undefined;
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
  const journal = await openJournal(journalPathOf(path));
  let found: ReturnType<typeof findSideFile>;
  try {
    // the run that had the lock before may have published the file since
    if (!options.force && existsSync(path)) throw existsAlready();
    found = findSideFile(partialPath);
    const decision = decide(partialPath, found, journal.contents, job, options);
    const occupied = found instanceof SideFile ? found.bytes : 0; // it is kept, or removed first
    if (job.bytes !== null) checkSpace(dirname(path), job.bytes - occupied);
    if (decision !== 'begin') {
      const { partial, bytes, checkpoint } = decision;
      if (partial.bytes > bytes) ftruncateSync(partial.fd, bytes);
      journal.resume(checkpoint);
      return { ...decision, journal };
    }
    if (found instanceof SideFile) found.close(); // on Windows the name of an open file stays
    found = undefined;
    await removePath(partialPath); // not emptied: it could be a link
    journal.begin(job);
    return { partial: await createPartial(path), bytes: 0, checkpoint: NO_CHECKPOINT, journal };
  } catch (error) {
    if (found instanceof SideFile) found.close();
    if (journal.contents.exists) journal.suspend();
    else await journal.remove();
    throw error;
  }
}

/** Creates FILE.partial, which is no more readable than the file that it replaces. */
function createPartial(path: string): Promise<SideFile> {
  const partial = partialPathOf(path);
  const replaced = statSync(path, { throwIfNoEntry: false })?.mode;
  const mode = replaced === undefined ? 0o666 : (replaced & 0o666) | 0o600;
  return retryWhileHeld(partial, () => createSideFile(partial, mode));
}

/** The problem that a file exists and may not be replaced. */
export function existsAlready(): OutputProblem {
  return new OutputProblem(
    'EEXIST',
    'it exists already; use force: true to replace it, or name another file',
  );
}

/** Throws an OutputProblem if the file system of a folder has fewer than `needed` bytes free. */
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

/**
 * Removes the side files of a run that ended right after it had published the file at `path`.
 * FILE.partial is removed if it is another link to the published file. Throws an OutputProblem if that run is alive.
 */
export async function finishPublication(path: string): Promise<void> {
  if (!isPublished(path)) return;
  const journal = await openJournal(journalPathOf(path));
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
