// Writes the deals of a selection to a file or to standard output.

import { closeSync } from 'node:fs';
import { OutputError, OutputProblem, ReadError, toFailure } from '../common/errors.js';
import { checkOptions } from '../common/options.js';
import { type FormatName, formatOfOutput } from '../formats/registry.js';
import { hasBytes, openRegular } from '../io/positioned.js';
import { checkInputs } from '../output/inputs.js';
import { openOutput, type Target, targetOf, tidyPublished } from '../output/open.js';
import { completeOutput } from '../output/write-all.js';
import type { OutputWriter } from '../output/writer.js';
import { type Checkpoint, NO_CHECKPOINT } from '../pipeline/checkpoint.js';
import type { Chunk } from '../pipeline/chunks.js';
import { encodeChunks, layOut, type Plan, pipeline, planRun } from '../pipeline/pipeline.js';
import { type OutputSpan, spansOf } from '../pipeline/spans.js';
import { inputsOf, resolveSelection, type Selection } from '../selection/selection.js';
import type { CompareTask } from '../tasks/encode-chunk.js';
import { checkThreads, Executor } from '../threads/executor.js';
import { GENERATE } from './options.js';

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

/** How far generate is. */
export interface GenerateProgress {
  /** deals written so far */
  deals: number;
  /** bytes of the output so far, with its header */
  bytes: number;
  /** deals dealt so far: more than are written if some are left out */
  dealt: number;
  /** deals to be dealt in all; unknown for a list */
  totalDeals?: number;
  /** bytes of the whole output; unknown for a list, a sample, or with a condition or a filter */
  totalBytes?: number;
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
  const { signal, onProgress } = options;
  const threads = checkThreads(options.threads);
  const selection = await resolveSelection(options, signal);
  const target = targetOf(options.output);
  checkInputs(target, inputsOf(options));
  const format = formatOfOutput(options.output, options.format);
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
    output = await openOutput(target, job, { ...options, headComesLast });
  } catch (error) {
    // another run may have published the file while this one waited for the lock
    const hasAppeared = error instanceof OutputError && error.code === 'EEXIST';
    const since = hasAppeared ? await findComplete(targetOf(options.output), run, options) : undefined;
    if (since === undefined) throw error;
    return since;
  }
  const { resumed: from, shared: file } = output;
  const reached = { deals: 0, bytes: 0, dealt: 0 };
  const write = async () => {
    const encoded = encodeChunks(plan, executor, { from, signal, file });
    await follow(run, encoded, reached, from, async ({ content, offset, checkpoint }) => {
      if (content !== undefined) await output.write(content, offset);
      if (checkpoint !== undefined) output.checkpoint(checkpoint);
      return true;
    });
    return reached.bytes;
  };
  const status = await completeOutput(output, write, signal);
  return { ...reached, status };
}

/** A run once its options are resolved: it writes an output, or compares one that exists. */
interface Run extends Pick<GenerateOptions, 'signal' | 'onProgress'> {
  plan: Plan;
  executor: Executor;
}

/** Returns the result if a run resumes and its file is complete; throws an OutputError if it is another file. */
async function findComplete(
  target: Target,
  run: Run,
  { resume, force }: GenerateOptions,
): Promise<GenerateResult | undefined> {
  const { path } = target;
  if (!resume || force || !target.found?.isFile()) return undefined;
  const { deals, bytes, isSame } = await compareOutput(path, run);
  await tidyPublished(target);
  if (isSame) return { deals, bytes, dealt: 0, status: 'unchanged' };
  const why =
    'it exists already, and is not what this run would write: a complete file of another selection or format, or a damaged one; name another file, or use force: true to replace it';
  throw new OutputError(path, new OutputProblem('EEXIST', why));
}

/** Deals again what a run would write, and compares it with a file. */
async function compareOutput(path: string, run: Run) {
  const { plan, executor, signal } = run;
  const { totalBytes, layout } = plan;
  const { fd, size } = openRegular(path);
  const reached = { deals: 0, bytes: 0, dealt: 0 };
  const toTask = ({ numbers, offset, bytes }: Chunk): CompareTask => {
    return { kind: 'compare', encoder: layout.encoder, numbers, offset, bytes, fd };
  };
  try {
    if (totalBytes !== undefined && totalBytes !== size) return { ...reached, isSame: false };
    const compared = executor.map(pipeline(plan, { executor, signal }), toTask, 'anywhere');
    const isBegun = await follow(run, compared, reached, NO_CHECKPOINT, ({ content, offset }) =>
      typeof content === 'boolean' ? content : hasBytes(fd, content, offset),
    );
    return { ...reached, isSame: isBegun && reached.bytes === size };
  } catch (error) {
    throw toFailure(error).code === undefined ? error : new ReadError(path, error);
  } finally {
    closeSync(fd);
  }
}

/**
 * Hands the spans of an output after a checkpoint to `take`, until one is refused, and reports the progress.
 * Returns whether all were taken.
 * @param reached says how far the run has come
 */
async function follow<R>(
  { plan: { layout, selection, totalBytes }, signal, onProgress }: Run,
  encoded: AsyncIterable<{ item: Chunk; result: R }>,
  reached: Pick<GenerateProgress, 'deals' | 'bytes' | 'dealt'>,
  from: Checkpoint,
  take: (span: OutputSpan<R>) => boolean | Promise<boolean>,
): Promise<boolean> {
  const { count: totalDeals } = selection.source;
  for await (const span of spansOf(layout, encoded, from)) {
    if (!(await take(span))) return false;
    const { deals, bytes, dealt } = span;
    Object.assign(reached, { deals, bytes, dealt });
    if (span.checkpoint === undefined) continue;
    onProgress?.({
      ...reached,
      ...(totalDeals !== undefined && { totalDeals }),
      ...(totalBytes !== undefined && { totalBytes }),
    });
    signal?.throwIfAborted();
  }
  return true;
}
