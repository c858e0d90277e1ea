// An output of generate, show and find: a file, a stream or a device.

import type { OutputError } from '../common/errors.js';
import type { ReadWritten } from '../formats/format.js';
import type { Checkpoint } from '../pipeline/checkpoint.js';

/** Options of generate of the same names. */
export interface OutputOptions {
  force?: boolean | undefined;
  resume?: boolean | undefined;
  sync?: boolean | undefined;
}

/**
 * An open output. Exactly one of commit, suspend and abort ends it; suspend and abort do nothing afterwards.
 * All methods throw an OutputError that names the output; write and commit also throw a ReaderClosedError.
 */
export interface OutputWriter {
  /** its path, or "standard output" */
  readonly name: string;
  /** how far an interrupted run has come that goes on, and its bytes; undefined for a new output */
  readonly interrupted?: { reached: Checkpoint; read: ReadWritten } | undefined;
  /** a descriptor that takes positioned writes in any order from any thread */
  readonly shared?: number | undefined;
  /** Writes bytes at an offset; a stream takes them in order and ignores the offset. */
  write(bytes: Uint8Array, offset: number): Promise<void>;
  /** Takes the checkpoint of a complete chunk. Throws the error of a checkpoint that could not be synced. */
  checkpoint(checkpoint: Checkpoint): void;
  /** Ends a complete output of `bytes` bytes: a file appears under its name, and replaces another only with `force`. */
  commit(bytes: number): Promise<void>;
  /** Ends an incomplete output, and keeps a file that can be resumed. */
  suspend(): Promise<void>;
  /** Ends an incomplete output and removes it, but suspends a run with a synced checkpoint. */
  abort(): Promise<void>;
  /** Returns the error for a failed write to `shared`. */
  failure(cause: unknown): OutputError;
}
