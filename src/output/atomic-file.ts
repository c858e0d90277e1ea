// Writes FILE.partial, and publishes it under its name when it is complete.

import {
  closeSync,
  existsSync,
  fchmodSync,
  fdatasync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  renameSync,
  statSync,
  unlinkSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { OutputError, OutputProblem, toFailure } from '../common/errors.js';
import { testSetting } from '../common/test-settings.js';
import { milliseconds } from '../io/clock.js';
import { writeStream } from '../io/stream.js';
import type { Journal } from './journal.js';
import type { Checkpoint } from './journal-lines.js';
import { isSameFile, partialPathOf } from './side-file.js';
import type { OutputOptions, OutputWriter } from './writer.js';

const syncData = promisify(fdatasync);

/** Interval between checkpoints, ms; a shorter run makes none. */
const CHECKPOINT_INTERVAL = testSetting('CHECKPOINT_INTERVAL') ?? 5000;

export type FileOptions = Pick<OutputOptions, 'force' | 'resume' | 'sync'>;

/** What an AtomicFile starts with. */
export interface Opened {
  fd: number;
  bytes: number; // that an interrupted run wrote
  checkpoint: Checkpoint;
  journal: Journal | undefined;
}

export class AtomicFile implements OutputWriter {
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
