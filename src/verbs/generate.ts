// Writes the deals of a selection to a file or to standard output.

import {
  FilterError,
  InputError,
  OutputError,
  OutputProblem,
  ReadError,
  ReaderClosedError,
  StartError,
  WorkerError,
  WriteError,
} from '../common/errors.js';
import { checkOptions } from '../common/options.js';
import type { FormatName } from '../formats/registry.js';
import { formatNamed, formatOfFile } from '../formats/registry.js';
import { checkInputs } from '../output/inputs.js';
import { openOutput, type Target, targetOf, tidyPublished } from '../output/open.js';
import type { OutputWriter } from '../output/writer.js';
import { encodeChunks, layOut, planRun } from '../pipeline/pipeline.js';
import { spansOf } from '../pipeline/spans.js';
import { inputsOf, resolveSelection, type Selection } from '../selection/selection.js';
import { checkThreads, Executor } from '../threads/executor.js';
import { findCompleteOutput, otherOutput } from './complete-output.js';
import { GENERATE } from './options.js';
import { type GenerateProgress, type Run, reportProgress } from './run.js';

/** Version of the bytes that the formats write: a run is resumed only by a program that writes the same bytes. */
const FORMATS_VERSION = 4;

export interface GenerateOptions extends Selection {
  /** path of the file to write, `-` for standard output */
  output: string;
  /** default: the format that the file extension implies; NDJSON on standard output */
  format?: FormatName | undefined;
  /** threads, the calling one and workers, 1..256; default one for each processor */
  threads?: number | undefined;
  /**
   * bytes that a thread encodes at a time, 1..2^30; default 4 MiB; 1 MiB for a list or a sample, and with a condition or a
   * filter. The output does not depend on it
   */
  chunkBytes?: number | undefined;
  /**
   * replace an existing file, and start over instead of resuming an interrupted run; default false. The file keeps its
   * permissions, but not its owner, ACLs, other attributes and hard links
   */
  force?: boolean | undefined;
  /** resume an interrupted run of the same selection, format and version, if there is one; default false */
  resume?: boolean | undefined;
  /** fsync the data before the file appears under its name; default false */
  sync?: boolean | undefined;
  /** ends the run, which can be resumed; the promise rejects with the signal's reason */
  signal?: AbortSignal | undefined;
  /** called each time a chunk is complete; an error that it throws ends the run */
  onProgress?: ((progress: GenerateProgress) => void) | undefined;
}

/** The result of generate. */
export interface GenerateResult {
  /** deals written */
  deals: number;
  /** bytes of the whole output */
  bytes: number;
  /** deals dealt: more than are written if some are left out */
  dealt: number;
  /**
   * `unchanged` if `resume` found the file that the run would write; `reader-closed` if the reader of a pipe left early,
   * which is not an error
   */
  status: 'written' | 'unchanged' | 'reader-closed';
}

/**
 * Writes deals to a file or to standard output: the same bytes for any number of threads.
 * A file is written atomically: it appears under its name only when it is complete. Rejects with an InputError if the options
 * or a list are wrong, with a FilterError if a filter fails, with a ReadError if a list or a filter cannot be read; no file is
 * left behind then. Rejects with an OutputError if the output cannot be written: an existing file is then as it was, and the
 * bytes written so far stay beside it as FILE.partial and FILE.run, for `resume`.
 */
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  checkOptions(options, GENERATE);
  const { force = false, resume = false, sync = false, signal, onProgress } = options;
  const threads = checkThreads(options.threads);
  const selection = await resolveSelection(options, signal);
  const target = targetOf(options.output);
  checkInputs(target, inputsOf(options));
  const format = options.format === undefined ? formatOfFile(options.output) : formatNamed(options.format);
  const plan = planRun(selection, layOut(format, selection), options.chunkBytes);
  const { totalBytes: bytes = null, work } = plan;
  const { encoder, headComesLast } = plan.layout;
  signal?.throwIfAborted();
  await using executor = new Executor({ threads, signal, ...work });
  const run: Run = { plan, executor, signal, onProgress };
  const before = await findComplete(target, run, options);
  if (before !== undefined) return before;
  const job = { version: FORMATS_VERSION, selection: selection.key, format: format.name, encoder, bytes };
  let output: OutputWriter;
  try {
    output = await openOutput(target, job, { force, resume, sync, headComesLast });
  } catch (error) {
    // another run may have published the file while this one waited for the lock
    const hasAppeared = error instanceof OutputError && error.code === 'EEXIST';
    const since = hasAppeared ? await findComplete(targetOf(options.output), run, options) : undefined;
    if (since === undefined) throw error;
    return since;
  }
  const generated: GenerateResult = { deals: 0, bytes: 0, dealt: 0, status: 'reader-closed' };
  try {
    await writeOutput(run, output, generated);
    await output.commit(generated.bytes);
    generated.status = 'written';
  } catch (error) {
    // after a StartError, nothing was written
    if (isOneOf(error, [InputError, FilterError, ReadError, StartError])) await output.abort();
    if (!(error instanceof ReaderClosedError)) {
      const isFailure = isOneOf(error, [WriteError, WorkerError, OutputProblem]);
      throw signal?.aborted ? signal.reason : isFailure ? output.failure(error) : error;
    }
  } finally {
    await output.suspend();
  }
  return generated;
}

/** Returns the result if a run resumes and its file is complete; throws an OutputError if it is another file. */
async function findComplete(
  target: Target,
  run: Run,
  { resume, force }: GenerateOptions,
): Promise<GenerateResult | undefined> {
  if (!resume || force || !target.found?.isFile()) return undefined;
  const found = await findCompleteOutput(target.path, run);
  await tidyPublished(target);
  if (found === undefined) throw new OutputError(target.path, otherOutput());
  return { ...found, dealt: 0, status: 'unchanged' };
}

function isOneOf(error: unknown, classes: readonly (new (...values: never[]) => Error)[]): boolean {
  return classes.some((one) => error instanceof one);
}

/** Writes the output after the checkpoint that it resumes; `generated` says how far it has come. */
async function writeOutput(run: Run, output: OutputWriter, generated: GenerateResult): Promise<void> {
  const { plan, executor, signal } = run;
  const { resumed: from, shared: file } = output;
  const encoded = encodeChunks(plan, executor, { from, signal, file });
  for await (const { content, offset, checkpoint, ...reached } of spansOf(plan.layout, encoded, from)) {
    if (content !== undefined) await output.write(content, offset);
    Object.assign(generated, reached);
    if (checkpoint === undefined) continue;
    output.checkpoint(checkpoint);
    reportProgress(run, generated);
    signal?.throwIfAborted();
  }
}
