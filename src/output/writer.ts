// An output of generate, show and find: a file, a stream or a device. It ends completed, resumable or deleted.

import { OutputError, toFailure } from '../common/errors.js';
import type { Checkpoint } from '../pipeline/chunks.js';

/** Options for a file that exists, and for an interrupted one. */
export interface OutputOptions {
  /**
   * replace an existing file, and start over instead of resuming an interrupted run; default false. The file keeps its
   * permissions, but not its owner, ACLs, other attributes and hard links
   */
  force?: boolean | undefined;
  /** resume an interrupted run of the same selection, format and version, if there is one; default false */
  resume?: boolean | undefined;
  /** fsync the data before the file appears under its name; default false */
  sync?: boolean | undefined;
}

/** An open output, to be ended in any case. */
export interface OutputWriter {
  readonly name: string; // its path, or "standard output"
  readonly reached?: Checkpoint; // how far this run, or an interrupted one that goes on, has come; not of a stream
  readonly fd?: number | undefined; // a descriptor that takes positioned writes in any order from any thread
  readonly isStream?: boolean; // whether it takes the bytes only in their order
  readonly comparesOnly?: boolean; // whether it only compares a complete file with the bytes
  /** Writes bytes at an offset; a stream takes them in order and ignores the offset. */
  write(bytes: Uint8Array, offset: number): Promise<void>;
  /** Takes the checkpoint of a complete chunk. Throws the error of a checkpoint that could not be synced. */
  checkpoint?(checkpoint: Checkpoint): void;
  /** Completes an output of `bytes` bytes: a file appears under its name, and replaces another only with `force`. */
  commit?(bytes: number): Promise<void>;
  /**
   * Ends the output. An incomplete file that can be resumed stays.
   * @param isWorthResuming false if a resumed run would fail again: then a file stays only if some of it was synced
   */
  end(isWorthResuming: boolean): Promise<void>;
  readonly advice?: string; // after the remedy of a failed write
}

/** Writes an output by a function that returns the number of its bytes, and ends it in any case. */
export async function completeOutput(
  output: OutputWriter,
  write: () => Promise<number>,
  signal: AbortSignal | undefined,
): Promise<'written' | 'reader-closed'> {
  let isWorthResuming = true;
  let bytes: number | undefined; // once all are written
  try {
    bytes = await write();
    await output.commit?.(bytes);
    return 'written';
  } catch (error) {
    const { name = '' } = toFailure(error);
    isWorthResuming = name !== 'FilterError'; // which would fail again at the same deal
    if (name === 'ReaderClosedError') return 'reader-closed';
    if (signal?.aborted) throw signal.reason;
    const isOfOutput = ['WriteError', 'WorkerError', 'OutputProblem'].includes(name);
    throw isOfOutput || bytes !== undefined ? new OutputError(output.name, error, output.advice) : error;
  } finally {
    await output.end(isWorthResuming);
  }
}
