// An output of generate, show and find: a file, a stream or a device.

import type { OutputError } from '../common/errors.js';
import type { Checkpoint } from '../pipeline/checkpoint.js';

export interface OutputOptions {
  force?: boolean | undefined; // these three as generate takes them
  resume?: boolean | undefined;
  sync?: boolean | undefined;
  /** whether the first bytes are written last, so that a stream needs a temporary file */
  headComesLast?: boolean;
}

/**
 * An open output. Exactly one of commit, suspend and abort ends it; suspend and abort do nothing afterwards.
 * All methods throw an OutputError that names the output; write and commit also throw a ReaderClosedError.
 */
export interface OutputWriter {
  /** its path, or "standard output" */
  readonly name: string;
  /** the checkpoint of the interrupted run, with all facts of its frame; NO_CHECKPOINT for a new output */
  readonly resumed: Checkpoint;
  /** takes positioned writes in any order from any thread; `alreadyWritten` bytes may be an interrupted run's */
  readonly shared?: { readonly fd: number; readonly alreadyWritten: number };
  /** Writes bytes at an offset; a stream takes them in order and ignores the offset. */
  write(bytes: Uint8Array, offset: number): Promise<void>;
  /**
   * Takes the checkpoint of a complete chunk, with the facts since the last call.
   * It may be called often: every few seconds a checkpoint is synced and journaled in the background. Throws the error of
   * the checkpoint before.
   */
  checkpoint(checkpoint: Checkpoint): void;
  /** Ends a complete output of `bytes` bytes: a file appears under its name, and replaces another only with `force`. */
  commit(bytes: number): Promise<void>;
  /** Ends an incomplete output; a file with a journal can be resumed. */
  suspend(): Promise<void>;
  /** Ends an incomplete output and removes it, but suspends a run with a checkpoint. */
  abort(): Promise<void>;
  /** Returns the error for a failed write to `shared`. */
  failure(cause: unknown): OutputError;
}
