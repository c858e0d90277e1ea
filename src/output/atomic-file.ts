// Writes FILE.partial, and gives it the name FILE when it is complete. Every five seconds a timer syncs FILE.partial
// and notes in FILE.run how far it is synced, where a resumed run goes on.

import { existsSync, fdatasync, ftruncateSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { OutputError, OutputProblem, toFailure } from '../common/errors.js';
import { type OwnFile, replaced } from '../io/own-file.js';
import { isUnsyncable, syncFolder } from '../io/platform.js';
import { unfinished, warn } from '../io/standard.js';
import { writeStream } from '../io/stream.js';
import { type Checkpoint, NO_CHECKPOINT } from '../pipeline/chunks.js';
import { HEARTBEAT, SILENCE } from './lock.js';
import type { RunFile } from './run-file.js';
import type { OutputOptions, OutputWriter } from './writer.js';

const syncData = promisify(fdatasync);

export class AtomicFile implements OutputWriter {
  readonly fd: number;
  readonly #timer: NodeJS.Timeout;
  #synced: Checkpoint; // the last one in FILE.run
  #syncing: Promise<void> | undefined;
  #touched = performance.now();
  #failure: unknown;
  #isOver = false;

  constructor(
    readonly name: string,
    readonly partial: OwnFile,
    readonly run: RunFile,
    public reached: Checkpoint,
    readonly options: OutputOptions,
  ) {
    unfinished.files++;
    this.fd = partial.fd;
    this.#synced = reached;
    this.#timer = setInterval(() => this.#beat(), HEARTBEAT).unref();
  }

  write(bytes: Uint8Array, offset: number): Promise<void> {
    return writeStream(this.partial.fd, bytes, offset);
  }

  checkpoint(checkpoint: Checkpoint): void {
    // after a pause of 30 seconds, another run may have found this one dead
    if (performance.now() - this.#touched > SILENCE) this.#beat();
    if (this.#failure !== undefined) throw new OutputError(this.name, this.#failure, this.advice);
    // a resumed Parquet run revisits old checkpoints
    if (checkpoint.bytes >= this.reached.bytes) this.reached = checkpoint;
  }

  /** Shows that this run is alive, and syncs its last checkpoint. The next chunk throws a failure. */
  #beat(): void {
    try {
      this.#checkOwnership();
      this.run.touch();
      this.#touched = performance.now();
      this.#syncing ??= this.#sync().finally(() => {
        this.#syncing = undefined;
      });
    } catch (error) {
      this.#failure ??= error;
    }
  }

  /** Syncs the last checkpoint, if it is new, and then notes it in FILE.run. */
  async #sync(): Promise<void> {
    const { reached } = this;
    // after a failed sync, a second one can succeed without the bytes
    if (this.#failure !== undefined || !this.run.job.isFixed || reached === this.#synced) return;
    try {
      await syncData(this.partial.fd);
      this.run.append({ synced: { ...reached, file: this.partial.identity }, by: this.run.writer.id });
      this.#synced = reached;
    } catch (error) {
      if (this.options.sync || !isUnsyncable(error)) this.#failure ??= error;
    }
  }

  /** Throws an OutputProblem if another file has the name of one of its files, or if another job has begun. */
  #checkOwnership(): void {
    for (const file of [this.partial, this.run.file]) {
      if (file.isAt()) continue;
      if (existsSync(file.path)) throw replaced(file.path);
      throw new OutputProblem('ENOENT', `${file.path} was removed while it was written; start over`);
    }
    this.run.refuseOtherJob();
  }

  async commit(bytes: number): Promise<void> {
    await this.#syncing;
    if (this.#failure !== undefined) throw this.#failure;
    try {
      if (this.partial.bytes > bytes) ftruncateSync(this.partial.fd, bytes); // an interrupted run may have got further
      if (this.options.sync) await syncData(this.partial.fd);
      this.#checkOwnership();
      await this.partial.checkComplete(bytes);
    } catch (error) {
      this.#failure = error; // nothing that is written counts as synced
      throw error;
    }
    await this.partial.publish(this.name, this.options.force === true, () => this.run.hasLaterRun());
    await this.#end(false); // by now FILE.partial is at most a second name of the file
    if (this.options.sync) syncFolder(dirname(this.name));
  }

  async end(isWorthResuming: boolean): Promise<void> {
    if (this.#isOver) return;
    await this.#syncing;
    if (isWorthResuming) this.#beat();
    // even if the last sync failed, because `advice` has told the user to resume
    await this.#end(this.#canResume && (isWorthResuming || this.#synced !== NO_CHECKPOINT));
  }

  get #canResume(): boolean {
    return this.run.job.isFixed && this.reached.consumed > 0;
  }

  /** Closes both files, and removes them unless a run can resume. A file that cannot be removed is a warning. */
  async #end(isKept: boolean): Promise<void> {
    this.#isOver = true;
    clearInterval(this.#timer);
    await this.#syncing; // it still writes to both files
    unfinished.files--;
    try {
      // a FILE.partial without its FILE.run would be in the way of every run
      if (!isKept || !this.partial.isAt() || !this.run.file.isAt()) {
        await this.partial.remove();
        if (!this.run.hasLaterRun()) await this.run.file.remove();
      }
    } catch (error) {
      warn(toFailure(error).message);
    }
    this.partial.close();
    this.run.release();
  }

  get advice(): string {
    if (this.#isOver || !this.#canResume) return '';
    return `, then continue with --resume${this.options.force ? ' and --force' : ''}`;
  }
}
