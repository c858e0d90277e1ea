// Writes FILE.partial, and publishes it under the file's name when it is complete. FILE.run says who writes it and how much
// of it is synced (run-file.ts), so that a resumed run goes on there.

import { existsSync, fdatasync, ftruncateSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { describeWriteError, type Message, OutputError, OutputProblem } from '../common/errors.js';
import { milliseconds } from '../io/clock.js';
import { type OwnFile, replaced } from '../io/own-file.js';
import { syncFolder } from '../io/platform.js';
import { writeStream } from '../io/stream.js';
import { warn } from '../io/warning.js';
import { type Checkpoint, NO_CHECKPOINT } from '../pipeline/chunks.js';
import { HEARTBEAT, SILENCE } from './lock.js';
import type { RunFile } from './run-file.js';
import type { OutputOptions, OutputWriter } from './writer.js';

const syncData = promisify(fdatasync);

export class AtomicFile implements OutputWriter {
  readonly positioned: number;
  readonly #timer: NodeJS.Timeout;
  #synced: Checkpoint; // the last one in FILE.run
  #syncing: Promise<void> | undefined;
  #touched = milliseconds();
  #failure: unknown;
  #isOver = false;

  constructor(
    readonly name: string,
    readonly partial: OwnFile,
    readonly run: RunFile,
    public reached: Checkpoint,
    readonly options: OutputOptions,
  ) {
    this.positioned = partial.fd;
    this.#synced = reached;
    this.#timer = setInterval(() => this.#beat(), HEARTBEAT).unref();
  }

  write(bytes: Uint8Array, offset: number): Promise<void> {
    return writeStream(this.partial.fd, bytes, offset);
  }

  checkpoint(checkpoint: Checkpoint): void {
    // a run that was paused for so long may have been found dead: it looks before it writes on
    if (milliseconds() - this.#touched > SILENCE) this.#beat();
    if (this.#failure !== undefined) throw this.failure(this.#failure);
    if (checkpoint.bytes >= this.reached.bytes) this.reached = checkpoint; // a resumed Parquet run passes earlier ones again
  }

  /** Shows that this run is alive, and syncs its last checkpoint, if that is a new one. A failure ends the run later. */
  #beat(): void {
    try {
      this.#checkOwnership();
      this.run.touch();
      this.#touched = milliseconds();
      this.#syncing ??= this.#sync().finally(() => {
        this.#syncing = undefined;
      });
    } catch (error) {
      this.#failure ??= error;
    }
  }

  /** Syncs the chunks that are finished in order, and then notes it in FILE.run. */
  async #sync(): Promise<void> {
    const { reached } = this;
    // after a failed sync, a second one can succeed without the bytes
    if (this.#failure !== undefined || !this.run.job.isFixed || reached === this.#synced) return;
    try {
      await syncData(this.partial.fd);
      this.run.append([{ synced: { ...reached, file: this.partial.identity } }]);
      this.#synced = reached;
    } catch (error) {
      this.#failure ??= error;
    }
  }

  /** Throws an OutputProblem if FILE.partial or FILE.run is another file, or if a later run has begun another job. */
  #checkOwnership(): void {
    for (const file of [this.partial, this.run.file]) {
      if (file.isAt()) continue;
      if (existsSync(file.path)) throw replaced(file.path);
      throw new OutputProblem('ENOENT', `${file.path} was removed while it was written; start over`);
    }
    this.run.refuseOtherJob();
  }

  async commit(bytes: number): Promise<void> {
    try {
      await this.#syncing;
      if (this.#failure !== undefined) throw this.#failure;
      if (this.partial.bytes > bytes) ftruncateSync(this.partial.fd, bytes); // an interrupted run may have got further
      if (this.options.sync) await syncData(this.partial.fd);
      this.#checkOwnership();
      await this.partial.publish(this.name, this.options.force === true, () => this.run.isTakenOver());
      await this.#end(false); // by now FILE.partial is at most a second name of the file
      if (this.options.sync) syncFolder(dirname(this.name));
    } catch (error) {
      throw this.failure(error);
    }
  }

  async end(isWorthResuming: boolean): Promise<void> {
    if (this.#isOver) return;
    await this.#syncing;
    if (isWorthResuming) this.#beat();
    // even if the last sync failed: failure() has told the user to resume
    await this.#end(this.#canResume && (isWorthResuming || this.#synced !== NO_CHECKPOINT));
  }

  get #canResume(): boolean {
    return this.run.job.isFixed && this.reached.consumed + this.reached.kept > 0;
  }

  /** Closes both files, and removes them unless a resumed run can go on with them. A file that cannot go is a warning. */
  async #end(isKept: boolean): Promise<void> {
    this.#isOver = true;
    clearInterval(this.#timer);
    await this.#syncing; // it still writes to both files
    try {
      // a FILE.partial without its FILE.run would be in the way of every run
      if (!isKept || !this.partial.isAt() || !this.run.file.isAt()) {
        await this.partial.remove();
        if (!this.run.isTakenOver()) await this.run.file.remove();
      }
    } catch (error) {
      warn(describeWriteError(error));
    }
    this.partial.close();
    this.run.release();
  }

  failure(cause: unknown): OutputError {
    const goesOn = this.#canResume && !(cause instanceof OutputProblem);
    const advice: Message = ({ resume, force }) =>
      `, then continue with ${resume}${this.options.force ? ` and ${force}` : ''}`;
    return new OutputError(this.name, cause, goesOn && !this.#isOver ? advice : '');
  }
}
