// Writes the deals of a selection to a file or to standard output.

import { closeSync, existsSync } from 'node:fs';
import { InputError, OutputError, OutputProblem, ReadError, toFailure } from '../common/errors.js';
import { checkOptions } from '../common/options.js';
import { VERSION } from '../common/version.js';
import { type FormatName, formatOfOutput } from '../formats/registry.js';
import { hasBytes, openRegular } from '../io/positioned.js';
import { openOutput, targetOf } from '../output/open.js';
import { completeOutput, type OutputWriter } from '../output/writer.js';
import type { Chunk } from '../pipeline/chunks.js';
import { encodeChunks, layOut, type Plan, pipeline, planRun } from '../pipeline/pipeline.js';
import { type OutputSpan, spansOf } from '../pipeline/spans.js';
import { resolveSelection, type Selection } from '../selection/selection.js';
import type { CompareTask } from '../tasks/encode-chunk.js';
import { checkThreads, Executor } from '../threads/executor.js';
import { checkInputs } from './inputs.js';
import { GENERATE } from './options.js';

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
 * or a list are wrong, with a FilterError if a filter fails, with a ReadError if a list or a filter cannot be read, with an
 * OutputError if the output cannot be written. An existing file is then as it was; bytes that a resumed run can go on with stay
 * beside it as FILE.partial and FILE.run.
 */
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  checkOptions(options, GENERATE);
  const { signal, onProgress, resume, force } = options;
  const threads = checkThreads(options.threads);
  const selection = await resolveSelection(options, signal);
  const target = targetOf(options.output);
  checkInputs(target, selection.inputs);
  const format = formatOfOutput(options.output, options.format);
  const plan = planRun(selection, layOut(format, selection), options.chunkBytes);
  signal?.throwIfAborted();
  await using executor = new Executor({ threads, signal, ...plan.work });
  const run: Run = { plan, executor, signal, onProgress, reached: { deals: 0, bytes: 0, dealt: 0 } };
  const { key, source } = selection;
  const { totalBytes: bytes = null } = plan;
  const job = { version: VERSION, selection: key, format: format.name, bytes, isFixed: source.isFixed };
  let output: OutputWriter;
  try {
    output = await openOutput(target, job, options);
  } catch (error) {
    if (!resume || force || !existsSync(target)) throw error;
    return await compareOutput(target, run);
  }
  const status = await completeOutput(output, () => writeOutput(output, run), signal);
  return { ...run.reached, status };
}

/** A run once its options are resolved: it writes an output, or compares one that exists. */
interface Run extends Pick<GenerateOptions, 'signal' | 'onProgress'> {
  plan: Plan;
  executor: Executor;
  reached: Pick<GenerateProgress, 'deals' | 'bytes' | 'dealt'>; // how far it has come
}

/** Writes an output that is open; returns the number of its bytes. */
async function writeOutput(output: OutputWriter, run: Run): Promise<number> {
  const { plan, executor, signal } = run;
  const { reached: from, positioned: fd } = output;
  if (plan.layout.headComesLast && fd === undefined) {
    throw new InputError(
      `the header of a .bin file has the number of deals, which is known only at the end: write to a file, or use ndjson or numbers for ${output.name}`,
    );
  }
  const encoded = encodeChunks(plan, executor, { from, signal, fd });
  for await (const { content, offset, checkpoint } of follow(run, encoded, output)) {
    if (content !== undefined) await output.write(content, offset);
    if (checkpoint !== undefined) output.checkpoint(checkpoint);
  }
  return run.reached.bytes;
}

/** Deals again what a run would write, and compares it with a file that exists. Throws an OutputError if it differs. */
async function compareOutput(path: string, run: Run): Promise<GenerateResult> {
  const { plan, executor, signal } = run;
  const { fd, size } = openRegular(path);
  const toTask = ({ numbers, offset, bytes }: Chunk): CompareTask => {
    return { kind: 'compare', encoder: plan.layout.encoder, numbers, offset, bytes, fd };
  };
  try {
    let isSame = (plan.totalBytes ?? size) === size;
    const compared = executor.map(pipeline(plan, { executor, signal }), toTask, 'anywhere');
    for await (const { content, offset } of follow(run, compared)) {
      isSame &&= typeof content === 'boolean' ? content : hasBytes(fd, content, offset);
      if (!isSame) break;
    }
    const { deals, bytes } = run.reached;
    if (isSame && bytes === size) return { deals, bytes, dealt: 0, status: 'unchanged' };
  } catch (error) {
    throw toFailure(error).code === undefined ? error : new ReadError(path, error);
  } finally {
    closeSync(fd);
  }
  const what = 'a complete file of another selection or format, or a damaged one';
  const why = `it exists already, and is not what this run would write: ${what}; name another file, or use force: true to replace it`;
  throw new OutputError(path, new OutputProblem('EEXIST', why));
}

/** Yields the spans of an output, and reports the progress after each. */
async function* follow<R>(
  { plan, signal, onProgress, reached }: Run,
  encoded: AsyncIterable<{ item: Chunk; result: R }>,
  output?: OutputWriter,
): AsyncGenerator<OutputSpan<R>, void, void> {
  const { count: totalDeals } = plan.selection.source;
  const { totalBytes } = plan;
  for await (const span of spansOf(plan.layout, encoded, output)) {
    yield span;
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
}
