// Ends an output in any case: it is complete, can be resumed, or goes.

import {
  OutputError,
  OutputProblem,
  ReaderClosedError,
  StartError,
  WorkerError,
  WriteError,
} from '../common/errors.js';
import type { OutputWriter } from './writer.js';

/** Failures of an output, after which a run can be resumed; after a StartError, nothing was written. */
const OF_OUTPUT = [OutputError, OutputProblem, WorkerError, WriteError];

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
    if (error instanceof ReaderClosedError) return 'reader-closed';
    const isOfOutput = OF_OUTPUT.some((one) => error instanceof one);
    const failure = !isOfOutput || error instanceof OutputError ? error : output.failure(error);
    if (signal?.aborted || (isOfOutput && !(error instanceof StartError))) await output.suspend();
    throw signal?.aborted ? signal.reason : failure;
  } finally {
    await output.abort();
  }
}
