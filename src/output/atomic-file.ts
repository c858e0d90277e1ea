// Writes FILE.partial, and publishes it under the file's name when it is complete.

import {
  closeSync,
  existsSync,
  fchmodSync,
  fdatasync,
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
import { type Journal, reasonOf } from './journal.js';
import { ownPathOf, removePath, SideFile } from './side-file.js';
import type { OutputOptions, OutputWriter } from './writer.js';

const syncData = promisify(fdatasync);

/** Interval between checkpoints, ms; a shorter run makes no checkpoint. */
const CHECKPOINT_INTERVAL = testSetting('CHECKPOINT_INTERVAL') ?? 5000;

export type FileOptions = Pick<OutputOptions, 'force' | 'resume' | 'sync'>;

/** The start of an AtomicFile: a new file, or the file that an interrupted run left. */
export interface Opened {
  partial: SideFile;
  bytes: number; // that an interrupted run wrote
  checkpoint: Checkpoint;
  journal: Journal;
  hasJob: boolean; // whether the file can be resumed
}

export class AtomicFile implements OutputWriter {
  readonly name: string;
  readonly resumed: Checkpoint;
  readonly shared: { readonly fd: number; readonly alreadyWritten: number };
  readonly #partial: SideFile;
  readonly #journal: Journal;
  readonly #hasJob: boolean;
  readonly #folder: number | undefined;
  readonly #options: FileOptions;
  #isOver = false;
  #hasCheckpoint: boolean;
  #lastCheckpoint = milliseconds();
  #facts: number[] = []; // since the last checkpoint in the journal
  #syncing: Promise<void> | undefined;
  #syncFailure: OutputError | undefined;

  constructor(path: string, opened: Opened, folder: number | undefined, options: FileOptions) {
    const { partial, bytes, checkpoint, journal, hasJob } = opened;
    this.name = path;
    this.resumed = checkpoint;
    this.shared = { fd: partial.fd, alreadyWritten: bytes };
    this.#partial = partial;
    this.#journal = journal;
    this.#hasJob = hasJob;
    this.#folder = folder;
    this.#options = options;
    this.#hasCheckpoint = checkpoint.bytes > 0;
  }

  async write(bytes: Uint8Array, offset: number): Promise<void> {
    try {
      await writeStream(this.shared.fd, bytes, offset);
    } catch (error) {
      throw this.failure(error);
    }
  }

  checkpoint(checkpoint: Checkpoint): void {
    if (this.#syncFailure !== undefined) throw this.#syncFailure;
    for (const fact of checkpoint.facts) this.#facts.push(fact);
    if (this.#syncing !== undefined || milliseconds() - this.#lastCheckpoint < CHECKPOINT_INTERVAL) return;
    this.#syncing = this.#writeCheckpoint({ ...checkpoint, facts: this.#facts });
    this.#facts = [];
  }

  async #writeCheckpoint(checkpoint: Checkpoint): Promise<void> {
    try {
      await syncData(this.shared.fd);
      this.#checkOwnership();
      this.#journal.checkpoint(checkpoint);
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
      if (this.#partial.bytes > bytes) ftruncateSync(this.shared.fd, bytes); // an interrupted run may have got further
      if (this.#options.sync) await syncData(this.shared.fd);
      this.#checkOwnership();
      await this.#publish();
      this.#isOver = true;
      await this.#removeSideFiles();
      if (this.#folder !== undefined) syncFolder(this.#folder);
    } catch (error) {
      throw this.failure(this.#isOver ? error : reasonOf(error, () => this.#checkOwnership()));
    } finally {
      if (this.#isOver) this.#close();
    }
  }

  /**
   * Gives FILE.partial the file's name, through a name that only this run has.
   * A run that was paused after it had checked FILE.partial may find another run's file there. It sees that under its own
   * name, before it publishes anything. A run that takes over removes the own names of the runs before.
   */
  async #publish(): Promise<void> {
    const { path, fd } = this.#partial;
    const own = new SideFile(ownPathOf(this.name, this.#journal.id), fd);
    if (this.#options.force) this.#takeOverMode();
    try {
      linkSync(path, own.path);
    } catch {
      return this.#publishByRename();
    }
    try {
      if (!own.isInPlace()) throw replaced(path);
      if (this.#options.force) await retryWhileHeld(this.name, () => renameSync(own.path, this.name));
      else linkSync(own.path, this.name); // unlike rename, link does not replace a file that has just appeared
    } catch (error) {
      throw toFailure(error).code === 'EEXIST' ? appeared() : error;
    } finally {
      await removePath(own.path).catch(() => {}); // FILE decides
    }
  }

  /**
   * Publishes on a file system without hard links (FAT, some network and user-space file systems).
   * It is asked for the file immediately before the rename, which leaves a gap of microseconds. An empty file that claims the
   * name first would close the gap, but a power cut could leave that empty file there for good.
   */
  async #publishByRename(): Promise<void> {
    const { path, fd } = this.#partial;
    await retryWhileHeld(path, () => {
      if (!this.#options.force && existsSync(this.name)) throw appeared();
      renameSync(path, this.name);
    });
    if (new SideFile(this.name, fd).isInPlace()) return;
    renameSync(this.name, path);
    throw replaced(path);
  }

  /** Removes FILE.partial and the journal. A failure is a warning, because the output itself is right. */
  async #removeSideFiles(): Promise<void> {
    const warnOf = (error: unknown) => warn(describeWriteError(error));
    await this.#partial.remove().catch(warnOf);
    await this.#journal.remove().catch(warnOf);
  }

  /** Keeps the permissions of the file that is replaced, but not its owner, ACLs, other attributes and hard links. */
  #takeOverMode(): void {
    const mode = statSync(this.name, { throwIfNoEntry: false })?.mode;
    if (mode === undefined) return;
    try {
      fchmodSync(this.shared.fd, mode & 0o777);
    } catch {
      // a file system without permissions
    }
  }

  /** Throws an OutputProblem if FILE.partial is no longer the file that this run writes, or the lock no longer its own. */
  #checkOwnership(): void {
    const { path } = this.#partial;
    this.#journal.checkLock();
    if (!this.#partial.isInPlace()) {
      if (existsSync(path)) throw replaced(path);
      if (!existsSync(dirname(this.name))) throw Object.assign(new Error(), { code: 'ENOENT' });
      throw new OutputProblem('ENOENT', `${path} was removed while it was written; start over`);
    }
  }

  async suspend(): Promise<void> {
    if (this.#isOver) return;
    await this.#syncing;
    if (this.#hasJob && this.#hasBytes()) this.#journal.suspend();
    else await this.#removeSideFiles();
    this.#close();
  }

  #hasBytes(): boolean {
    return this.#partial.isInPlace() && this.#partial.bytes > 0;
  }

  async abort(): Promise<void> {
    if (this.#isOver) return;
    await this.#syncing;
    if (this.#hasCheckpoint) return this.suspend();
    await this.#removeSideFiles();
    this.#close();
  }

  #close(): void {
    this.#isOver = true;
    this.#partial.close();
    if (this.#folder !== undefined) closeSync(this.#folder);
  }

  failure(cause: unknown): OutputError {
    const isFinal = !this.#hasJob || this.#isOver || cause instanceof OutputProblem;
    const force = this.#options.force ? ' and force: true' : '';
    const advice = isFinal || !this.#hasBytes() ? '' : `, then continue with resume: true${force}`;
    return new OutputError(this.name, cause, advice);
  }
}

function replaced(path: string): OutputProblem {
  return new OutputProblem('EBUSY', `another run has replaced ${path}; wait until that ends`);
}

function appeared(): OutputProblem {
  return new OutputProblem(
    'EEXIST',
    'it appeared while it was written; to replace it, resume with resume: true and force: true',
  );
}
