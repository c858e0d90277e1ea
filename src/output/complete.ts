// Ends an output in any case: it is complete, can be resumed, or goes.

import {
  DamageError,
  FilterError,
  InputError,
  OutputProblem,
  ReadError,
  ReaderClosedError,
  StartError,
  WorkerError,
  WriteError,
} from '../common/errors.js';
import type { OutputWriter } from './writer.js';

/** Failures after which no file is left, unless much is written; after a StartError, nothing was written. */
const REMOVING = [InputError, FilterError, ReadError, DamageError, StartError];
const OF_OUTPUT = [WriteError, WorkerError, OutputProblem];

/**
 * Writes an output by a function that returns the number of its bytes, and ends it in any case.
 * It is no failure if the reader of a pipe leaves early.
 */
export async function completeOutput(
  output: OutputWriter,
  write: () => Promise<number>,
  signal: AbortSignal | undefined,
): Promise<'written' | 'reader-closed'> {
  try {
    await output.commit(await write());
    return 'written';
  } catch (error) {
    if (REMOVING.some((one) => error instanceof one)) await output.abort();
    if (error instanceof ReaderClosedError) return 'reader-closed';
    if (signal?.aborted) throw signal.reason;
    throw OF_OUTPUT.some((one) => error instanceof one) ? output.failure(error) : error;
  } finally {
    await output.suspend();
  }
}
