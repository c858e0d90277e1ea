// A regular file, written atomically: its bytes are in FILE.partial until it is complete and gets its name.

import {
  closeSync,
  existsSync,
  fchmodSync,
  fdatasync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  statfsSync,
  statSync,
  unlinkSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { grouped, OutputError, OutputProblem, toFailure } from '../common/errors.js';
import { testSetting } from '../common/test-settings.js';
import { milliseconds } from '../io/clock.js';
import { writeStream } from '../io/stream.js';
import { decide } from './interrupted.js';
import { type Checkpoint, type Job, type Journal, NO_CHECKPOINT, openJournal } from './journal.js';
import { createSideFile, isSameFile, openSideFile, removeSideFile, type SideFile } from './side-file.js';
import type { OutputOptions, OutputWriter } from './writer.js';

const syncData = promisify(fdatasync);

/** Interval between checkpoints, ms; a shorter run makes none. */
const CHECKPOINT_INTERVAL = testSetting('CHECKPOINT_INTERVAL') ?? 5000;

/** The journal beside the file at a path. */
export function journalPathOf(path: string): string {
  return `${path}.run`;
}

function partialPathOf(path: string): string {
  return `${path}.partial`;
}

type FileOptions = Pick<OutputOptions, 'force' | 'resume' | 'sync'>;

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
  const folder = options.sync ? openFolder(dirname(path)) : undefined;
  try {
    const opened =
      job === undefined ? await beginUnjournaled(path, options) : await beginJournaled(path, job, options);
    return new AtomicFile(path, opened, folder, options);
  } catch (error) {
    if (folder !== undefined) closeSync(folder);
    throw error;
  }
}

/** What an AtomicFile starts with. */
interface Opened {
  fd: number;
  bytes: number; // that an interrupted run wrote
  checkpoint: Checkpoint;
  journal: Journal | undefined;
}

async function beginUnjournaled(path: string, { force }: FileOptions): Promise<Opened> {
  const partial = partialPathOf(path);
  // a journal that an interrupted run left would vouch for what is written now
  const left = existsSync(journalPathOf(path)) ? await openJournal(journalPathOf(path)) : undefined;
  try {
    if (force) removeSideFile(partial);
    const fd = createSideFile(partial, creationMode(path));
    left?.remove();
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
    found = openSideFile(partial);
    const decision = decide(partial, found, journal.contents, job, options);
    // what is there is kept, or removed first
    if (job.bytes !== null) checkSpace(dirname(path), job.bytes - (found?.bytes ?? 0));
    if (decision === 'begin') {
      removeSideFile(partial); // not emptied: it could be a link
      journal.begin(job);
      const fd = createSideFile(partial, creationMode(path));
      if (found?.fd !== undefined) closeSync(found.fd);
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
    else journal.remove();
    throw error;
  }
}

/** Of a new FILE.partial: nobody can read it who cannot read the file that it replaces. */
function creationMode(path: string): number {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  return mode === undefined ? 0o666 : (mode & 0o666) | 0o600;
}

/** Throws an OutputProblem if the file system of a folder has less room than `needed` bytes. */
function checkSpace(folder: string, needed: number): void {
  const { blocks, bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (blocks === 0 || free >= needed) return; // some file systems do not tell
  throw new OutputProblem(
    'ENOSPC',
    `it needs ${grouped(needed)} bytes and the disk has ${grouped(free)} free; free some or write elsewhere`,
  );
}

/** Opens a folder to sync it later; undefined where folders cannot be opened (Windows). */
function openFolder(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if (toFailure(error).code !== 'EACCES' || process.platform === 'win32') return undefined;
    throw new OutputProblem(
      'EACCES',
      `sync: true has to read the folder ${path}: permission denied; change its permissions, or leave out sync: true`,
    );
  }
}

class AtomicFile implements OutputWriter {
  readonly name: string;
  readonly resumed: Checkpoint;
  readonly shared: { readonly fd: number; readonly alreadyWritten: number };
  readonly #partial: string;
  readonly #fd: number;
  readonly #journal: Journal | undefined;
  readonly #folder: number | undefined;
  readonly #force: boolean;
  readonly #sync: boolean;
  #isOver = false;
  #hasCheckpoint: boolean;
  #lastCheckpoint = milliseconds();
  #facts: number[] = []; // since the last checkpoint in the journal
  #syncing: Promise<void> | undefined;
  #syncFailure: OutputError | undefined;

  constructor(path: string, opened: Opened, folder: number | undefined, { force, sync }: FileOptions) {
    const { fd, bytes, checkpoint, journal } = opened;
    this.name = path;
    this.resumed = checkpoint;
    this.shared = { fd, alreadyWritten: bytes };
    this.#partial = partialPathOf(path);
    this.#fd = fd;
    this.#journal = journal;
    this.#folder = folder;
    this.#force = force;
    this.#sync = sync;
    this.#hasCheckpoint = checkpoint.bytes > 0;
  }

  async write(bytes: Uint8Array, offset: number): Promise<void> {
    try {
      await writeStream(this.#fd, bytes, offset);
    } catch (error) {
      throw this.failure(error);
    }
  }

  checkpoint(checkpoint: Checkpoint): void {
    if (this.#syncFailure !== undefined) throw this.#syncFailure;
    if (this.#journal === undefined) return;
    for (const fact of checkpoint.facts) this.#facts.push(fact);
    if (this.#syncing !== undefined || milliseconds() - this.#lastCheckpoint < CHECKPOINT_INTERVAL) return;
    this.#syncing = this.#writeCheckpoint(this.#journal, { ...checkpoint, facts: this.#facts });
    this.#facts = [];
  }

  async #writeCheckpoint(journal: Journal, checkpoint: Checkpoint): Promise<void> {
    try {
      await syncData(this.#fd);
      this.#checkOwnership();
      journal.checkpoint(checkpoint);
      this.#hasCheckpoint = true;
    } catch (error) {
      this.#syncFailure = this.failure(error);
    }
    this.#lastCheckpoint = milliseconds();
    this.#syncing = undefined;
  }

  async commit(bytes: number): Promise<void> {
    await this.#syncing;
    if (this.#syncFailure !== undefined) throw this.#syncFailure;
    try {
      if (fstatSync(this.#fd).size > bytes) ftruncateSync(this.#fd, bytes); // an interrupted run may have got further
      if (this.#sync) await syncData(this.#fd);
      this.#checkOwnership();
      this.#publish();
      this.#isOver = true;
      this.#journal?.remove();
      if (this.#sync) this.#syncFolder();
      this.#close();
    } catch (error) {
      throw this.failure(error);
    }
  }

  /**
   * Gives FILE.partial its name. Without `force` that must not replace a file that has just appeared: link, unlike
   * rename, fails then. Where there are no hard links (FAT, some network and user-space file systems), the file is looked
   * for immediately before the rename, which leaves a gap of microseconds. Claiming the name with an empty file first
   * would close it, but a power cut could leave that empty file under the name for good.
   */
  #publish(): void {
    if (this.#force) {
      this.#takeOverMode();
      renameSync(this.#partial, this.name);
      return;
    }
    try {
      linkSync(this.#partial, this.name);
    } catch (error) {
      if (toFailure(error).code === 'EEXIST' || existsSync(this.name)) {
        throw new OutputProblem(
          'EEXIST',
          'it appeared while it was written; to replace it, resume with resume: true and force: true',
        );
      }
      renameSync(this.#partial, this.name);
      return;
    }
    unlinkSync(this.#partial);
  }

  /** Permissions of the file that is replaced; its owner, ACLs, other attributes and hard links are not kept. */
  #takeOverMode(): void {
    const mode = statSync(this.name, { throwIfNoEntry: false })?.mode;
    if (mode === undefined) return;
    try {
      fchmodSync(this.#fd, mode & 0o777);
    } catch {
      // a file system without permissions
    }
  }

  /** Throws unless FILE.partial is still the file that this run writes, and the lock is its own. */
  #checkOwnership(): void {
    if (!isSameFile(this.#partial, this.#fd)) {
      if (existsSync(this.#partial)) {
        throw new OutputProblem('EBUSY', `another run has replaced ${this.#partial}; wait until that ends`);
      }
      if (!existsSync(dirname(this.name))) throw Object.assign(new Error(), { code: 'ENOENT' });
      throw new OutputProblem('ENOENT', `${this.#partial} was removed while it was written; start over`);
    }
    this.#journal?.checkLock();
  }

  #syncFolder(): void {
    if (this.#folder === undefined) return;
    try {
      fsyncSync(this.#folder);
    } catch (error) {
      // some file systems have no fsync for folders
      if (!['EINVAL', 'ENOTSUP'].includes(toFailure(error).code ?? '')) throw error;
    }
  }

  async suspend(): Promise<void> {
    if (this.#journal === undefined) return this.abort();
    if (this.#isOver) return;
    await this.#syncing;
    // without FILE.partial there is nothing to resume
    if (isSameFile(this.#partial, this.#fd)) this.#journal.suspend();
    else this.#journal.remove();
    this.#close();
  }

  async abort(): Promise<void> {
    if (this.#isOver) return;
    await this.#syncing;
    if (this.#hasCheckpoint) return this.suspend();
    if (isSameFile(this.#partial, this.#fd)) unlinkSync(this.#partial);
    this.#journal?.remove();
    this.#close();
  }

  #close(): void {
    this.#isOver = true;
    closeSync(this.#fd);
    if (this.#folder !== undefined) closeSync(this.#folder);
  }

  failure(cause: unknown): OutputError {
    const canResume = this.#journal !== undefined && !(cause instanceof OutputProblem);
    return new OutputError(this.name, cause, canResume ? ', then continue with resume: true' : '');
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
    removeSideFile(partialPathOf(path));
    journal.remove();
  } else {
    journal.suspend();
  }
}

function isPublished(path: string): boolean {
  const [file, partial] = [path, partialPathOf(path)].map((name) =>
    lstatSync(name, { bigint: true, throwIfNoEntry: false }),
  );
  if (partial === undefined) return existsSync(journalPathOf(path));
  return file !== undefined && file.ino === partial.ino && file.dev === partial.dev;
}
