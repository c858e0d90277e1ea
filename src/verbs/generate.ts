// Writes the deals of a selection to a file or to standard output.

import { InputError } from '../common/errors.js';
import { checkOptions } from '../common/options.js';
import type { FormatName } from '../formats/registry.js';
import { targetOf } from '../output/open.js';
import type { OutputOptions, OutputWriter } from '../output/writer.js';
import { outputOf } from '../pipeline/chunks.js';
import { encodeChunks, layOut, planRun } from '../pipeline/pipeline.js';
import { resolveSelection, type Selection } from '../selection/selection.js';
import { checkThreads, Executor } from '../threads/executor.js';
import type { CountProgress } from './count.js';
import { checkInputs } from './inputs.js';
import { GENERATE, type RunOptions } from './options.js';
import { chooseFormat, type Written, writeOutput } from './write-output.js';

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
export interface GenerateResult extends Written {
  /** deals that a condition on cells leaves out, because their cells are not known */
  cellsNotKnown?: number;
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
  const { signal } = options;
  const threads = checkThreads(options.threads);
  const selection = await resolveSelection(options, signal);
  const target = targetOf(options.output);
  checkInputs(target, selection.inputs);
  const format = chooseFormat(options.output, options.format);
  const plan = planRun(selection, layOut(format, selection), options.chunkBytes);
  signal?.throwIfAborted();
  await using executor = new Executor({ threads, signal, ...plan.work });
  const { key, source } = selection;
  const { totalBytes, layout } = plan;
  const bytes = totalBytes ?? null;
  const job = { selection: key, format: format.name, bytes, isFixed: source.isFixed };
  const totals = {
    ...(source.count !== undefined && { totalDeals: source.count }),
    ...(totalBytes !== undefined && { totalBytes }),
  };
  async function* bytesFor(output: OutputWriter) {
    const { tail, headComesLast } = layout;
    const header = 'the header of a .bin file has the number of deals, which is known only at the end';
    const remedy = `write to a file, or use ndjson or numbers for ${output.name}`;
    if (headComesLast && output.isStream) throw new InputError(`${header}: ${remedy}`);
    const written = output.reached?.bytes;
    const from = tail === undefined ? output.reached : undefined; // a tail takes all chunks; none is written again
    yield* outputOf(layout, encodeChunks(plan, executor, { from, signal, fd: output.fd, written }), from);
  }
  const written = await writeOutput(target, job, options, totals, bytesFor);
  const cellsNotKnown = selection.countUnknown();
  return { ...written, ...(written.status !== 'unchanged' && cellsNotKnown > 0 && { cellsNotKnown }) };
}
