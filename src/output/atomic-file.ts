// Writes FILE.partial, and publishes it under its name when it is complete.

import {
  closeSync,
  existsSync,
  fchmodSync,
  fdatasync,
  fstatSync,
  ftruncateSync,
  linkSync,
  renameSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { describeWriteError, OutputError, OutputProblem, toFailure } from '../common/errors.js';
import { testSetting } from '../common/test-settings.js';
import { milliseconds } from '../io/clock.js';
import { retryWhileHeld, syncFolder } from '../io/platform.js';
import { writeStream } from '../io/stream.js';
import { warn } from '../io/warning.js';
import type { Checkpoint } from '../pipeline/checkpoint.js';
import type { Journal } from './journal.js';
import { isSameFile, partialPathOf, removeSideFile } from './side-file.js';
import type { OutputOptions, OutputWriter } from './writer.js';

const syncData = promisify(fdatasync);

/** Interval between checkpoints, ms; a shorter run makes none. */
const CHECKPOINT_INTERVAL = testSetting('CHECKPOINT_INTERVAL') ?? 5000;

export type FileOptions = Pick<OutputOptions, 'force' | 'resume' | 'sync'>;

/** The beginning of an AtomicFile: a new file, or one that an interrupted run left. */
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
      await this.#publish();
      this.#isOver = true;
      await this.#removeRest();
      if (this.#folder !== undefined) syncFolder(this.#folder);
    } catch (error) {
      throw this.failure(error);
    } finally {
      if (this.#isOver) this.#close();
    }
  }

  /**
   * Gives FILE.partial its name. Without `force` that must not replace a file that has just appeared: link, unlike
   * rename, fails then. Where there are no hard links (FAT, some network and user-space file systems), the file is looked
   * for immediately before the rename, which leaves a gap of microseconds. Claiming the name with an empty file first
   * would close it, but a power cut could leave that empty file under the name for good.
   */
  async #publish(): Promise<void> {
    if (this.#force) {
      this.#takeOverMode();
      await retryWhileHeld(this.name, () => renameSync(this.#partial, this.name));
      return;
    }
    try {
      linkSync(this.#partial, this.name);
    } catch (error) {
      if (toFailure(error).code === 'EEXIST') throw appeared();
      await retryWhileHeld(this.#partial, () => {
        if (existsSync(this.name)) throw appeared();
        renameSync(this.#partial, this.name);
      });
    }
  }

  /** Removes what stands beside an output that is complete or given up: if that fails, nothing is wrong with the output. */
  async #removeRest(): Promise<void> {
    const removals = [
      async () => isSameFile(this.#partial, this.#fd) && removeSideFile(this.#partial, 'remove it'),
      async () => this.#journal?.remove(),
    ];
    for (const remove of removals) await remove().catch((error) => warn(describeWriteError(error)));
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

  async suspend(): Promise<void> {
    if (this.#journal === undefined) return this.abort();
    if (this.#isOver) return;
    await this.#syncing;
    // without FILE.partial there is nothing to resume
    if (isSameFile(this.#partial, this.#fd)) this.#journal.suspend();
    else await this.#removeRest();
    this.#close();
  }

  async abort(): Promise<void> {
    if (this.#isOver) return;
    await this.#syncing;
    if (this.#hasCheckpoint) return this.suspend();
    await this.#removeRest();
    this.#close();
  }

  #close(): void {
    this.#isOver = true;
    closeSync(this.#fd);
    if (this.#folder !== undefined) closeSync(this.#folder);
  }

  failure(cause: unknown): OutputError {
    const canResume = this.#journal !== undefined && !this.#isOver && !(cause instanceof OutputProblem);
    const force = this.#force ? ' and force: true' : '';
    return new OutputError(this.name, cause, canResume ? `, then continue with resume: true${force}` : '');
  }
}

function appeared(): OutputProblem {
  return new OutputProblem(
    'EEXIST',
    'it appeared while it was written; to replace it, resume with resume: true and force: true',
  );
}
