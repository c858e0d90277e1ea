// Writes the deals of a selection to a file or to standard output.

import { existsSync } from 'node:fs';
import { InputError } from '../common/errors.js';
import { checkOptions } from '../common/options.js';
import { VERSION } from '../common/version.js';
import { type FormatName, formatOfExtension, formatOfOutput } from '../formats/registry.js';
import { text } from '../formats/text.js';
import { warn } from '../io/standard.js';
import { openOutput, targetOf } from '../output/open.js';
import { openToCompare } from '../output/stream.js';
import { completeOutput, type OutputOptions } from '../output/writer.js';
import { spansOf } from '../pipeline/chunks.js';
import { encodeChunks, layOut, planRun } from '../pipeline/pipeline.js';
import { resolveSelection, type Selection } from '../selection/selection.js';
import { checkThreads, Executor } from '../threads/executor.js';
import type { CountProgress } from './count.js';
import { checkInputs } from './inputs.js';
import { GENERATE, type RunOptions } from './options.js';

export interface GenerateOptions extends Selection, OutputOptions, RunOptions {
  /** path of the file to write, `-` for standard output */
  output: string;
  /** default: the format that the file extension implies; NDJSON on standard output */
  format?: FormatName | undefined;
  /**
   * bytes that a thread encodes at a time, 1..2^30; default 4 MiB; 1 MiB for a list or a sample, and with a condition
   * or a filter. The output does not depend on it
   */
  chunkBytes?: number | undefined;
  /** called each time a chunk is complete; an error that it throws ends the run */
  onProgress?: ((progress: GenerateProgress) => void) | undefined;
}

/** How far generate is. */
export interface GenerateProgress extends CountProgress {
  /** bytes of the output so far, with its header */
  bytes: number;
  /** bytes of the whole output; unknown for a list, a sample, or with a condition or a filter */
  totalBytes?: number;
}

/** The result of generate: the deals and bytes of the whole output. */
export interface GenerateResult extends Pick<GenerateProgress, 'deals' | 'bytes' | 'cellsNotKnown'> {
  /** deals that this run dealt */
  dealt: number;
  /** deals that earlier runs dealt, after which this run went on; only of a resumed run */
  resumedAfter?: number;
  /**
   * `unchanged` if `resume` found the file that the run would write; `reader-closed` if the reader of a pipe left
   * early, which is not an error
   */
  status: 'written' | 'unchanged' | 'reader-closed';
}

/**
 * Writes deals to a file or to standard output: the same bytes for any number of threads. A file is written
 * atomically: it appears under its name only when it is complete. Rejects with an InputError if the options or a list
 * are wrong, with a FilterError if a filter fails, with a ReadError if a list or a filter cannot be read, with an
 * OutputError if the output cannot be written. An existing file is then as it was; bytes that a resumed run can go on
 * with stay beside it as FILE.partial and FILE.run.
 */
export async function generate(given: GenerateOptions): Promise<GenerateResult> {
  const options = checkOptions(given, GENERATE);
  const { signal, onProgress } = options;
  const threads = checkThreads(options.threads);
  const selection = await resolveSelection(options, signal);
  const target = targetOf(options.output);
  checkInputs(target, selection.inputs);
  const format = formatOfOutput(options.output, options.format);
  const other = formatOfExtension(options.output) ?? format;
  // any text may be a .txt
  if (other !== format && other !== text)
    warn(`${options.output} is written as ${format.label}; its extension is that of ${other.label}`);
  const plan = planRun(selection, layOut(format, selection), options.chunkBytes);
  signal?.throwIfAborted();
  await using executor = new Executor({ threads, signal, ...plan.work });
  const { key, source } = selection;
  const { totalBytes } = plan;
  const bytes = totalBytes ?? null;
  const job = { version: VERSION, selection: key, format: format.name, bytes, isFixed: source.isFixed };
  const output = await openOutput(target, job, options).catch((error) => {
    if (!options.resume || options.force || !existsSync(target)) throw error;
    return openToCompare(target, job.bytes); // it may be complete already
  });
  const resumedAfter = output.reached?.consumed ?? 0;
  let reached = { deals: 0, bytes: 0, dealt: 0 };
  const totals = {
    ...(source.count !== undefined && { totalDeals: source.count }),
    ...(totalBytes !== undefined && { totalBytes }),
  };
  const write = async () => {
    const { tail, headComesLast } = plan.layout;
    const header = 'the header of a .bin file has the number of deals, which is known only at the end';
    const remedy = `write to a file, or use ndjson or numbers for ${output.name}`;
    if (headComesLast && output.isStream) throw new InputError(`${header}: ${remedy}`);
    const written = output.reached?.bytes;
    const from = tail === undefined ? output.reached : undefined; // a tail takes all chunks; none is written again
    const encoded = encodeChunks(plan, executor, { from, signal, fd: output.fd, written });
    for await (const { content, offset, chunk, ...now } of spansOf(plan.layout, encoded, from)) {
      if (content !== undefined) await output.write(content, offset);
      reached = now;
      if (chunk === undefined) continue;
      if (chunk.checkpoint !== undefined) output.checkpoint?.(chunk.checkpoint);
      onProgress?.({ ...reached, ...totals });
      signal?.throwIfAborted();
    }
    return reached.bytes;
  };
  const status = await completeOutput(output, write, signal);
  if (output.comparesOnly) return { ...reached, dealt: 0, status: 'unchanged' };
  const dealt = reached.dealt - resumedAfter;
  const cellsNotKnown = selection.countUnknown();
  return {
    ...reached,
    dealt,
    ...(resumedAfter > 0 && { resumedAfter }),
    ...(cellsNotKnown > 0 && { cellsNotKnown }),
    status,
  };
}
