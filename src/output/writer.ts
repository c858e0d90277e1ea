// An output of generate, merge, cat, show and find: a file, a stream or a device.

import type { OutputError } from '../common/errors.js';
import type { Checkpoint } from '../pipeline/checkpoint.js';

export interface OutputOptions {
  /** replace an existing file; start over instead of resuming an interrupted run */
  force: boolean;
  /** resume an interrupted run, if there is one */
  resume: boolean;
  /** fsync the data before the file gets its name, and the folder afterwards */
  sync: boolean;
  /** whether the first bytes are written last, so that a stream needs a temporary file */
  headComesLast: boolean;
}

/**
 * An open output. Exactly one of commit, suspend and abort ends it; after that, suspend and abort do nothing.
 * All methods throw an OutputError that names the output, write and commit also a ReaderClosedError.
 */
export interface OutputWriter {
  /** its path, or "standard output" */
  readonly name: string;
  /** where the interrupted run got to, with all facts of its frame; NO_CHECKPOINT for a new one */
  readonly resumed: Checkpoint;
  /** Takes positioned writes in any order from any thread. `alreadyWritten`: bytes that an interrupted run may have left. */
  readonly shared?: { readonly fd: number; readonly alreadyWritten: number };
  /** Writes bytes at an offset; a stream takes them in order and ignores the offset. */
  write(bytes: Uint8Array, offset: number): Promise<void>;
  /**
   * Tells how far the output is complete; the facts are those since the last call. Cheap to call often: every few seconds
   * a checkpoint is synced and journaled in the background. Throws what the last one met.
   */
  checkpoint(checkpoint: Checkpoint): void;
  /** Ends a complete output of so many bytes: a file gets its name, and replaces another one only with `force`. */
  commit(bytes: number): Promise<void>;
  /** Ends an incomplete output; a file with a journal can be resumed. */
  suspend(): Promise<void>;
  /** Ends an incomplete output and removes what was written, but suspends a run with a checkpoint. */
  abort(): Promise<void>;
  /** The error for a failed write to `shared`. */
  failure(cause: unknown): OutputError;
}
