// Writes the bytes of a run in order to its output, with checkpoints, progress and resuming: for generate and solve.

import { existsSync } from 'node:fs';
import { VERSION } from '../common/version.js';
import type { Format } from '../formats/format.js';
import { type FormatName, formatOfExtension, formatOfOutput } from '../formats/registry.js';
import { text } from '../formats/text.js';
import { warn } from '../io/standard.js';
import { openOutput } from '../output/open.js';
import type { Job } from '../output/run-log.js';
import { openToCompare } from '../output/stream.js';
import { completeOutput, type OutputOptions, type OutputWriter } from '../output/writer.js';
import type { OutputBytes, Reached } from '../pipeline/chunks.js';

/** The format of an output, as formatOfOutput tells it. Warns if the extension is that of another format. */
export function chooseFormat(path: string, name?: FormatName): Format {
  const format = formatOfOutput(path, name);
  const other = formatOfExtension(path) ?? format;
  // any text may be a .txt
  if (other !== format && other !== text)
    warn(`${path} is written as ${format.label}; its extension is that of ${other.label}`);
  return format;
}

/** The deals and bytes of the whole output. */
export interface Written {
  /** deals in the output */
  deals: number;
  /** bytes of the output */
  bytes: number;
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
 * Opens the output of a job, and writes the bytes that a function yields for it. Returns how much it wrote: `dealt` are
 * the deals that this run dealt.
 */
export async function writeOutput<T>(
  target: string,
  kind: Omit<Job, 'version'>,
  options: OutputOptions & {
    signal?: AbortSignal | undefined;
    onProgress?: ((progress: Reached & T) => void) | undefined;
  },
  totals: T,
  bytesFor: (output: OutputWriter) => AsyncIterable<OutputBytes<Uint8Array | undefined>>,
): Promise<Written> {
  const { signal } = options;
  const job = { version: VERSION, ...kind };
  const output = await openOutput(target, job, options).catch((error) => {
    if (!options.resume || options.force || !existsSync(target)) throw error;
    return openToCompare(target, job.bytes); // it may be complete already
  });
  const resumedAfter = output.reached?.consumed ?? 0;
  let reached: Reached = { deals: 0, bytes: 0, dealt: 0 };
  const write = async () => {
    for await (const { content, offset, chunk, ...now } of bytesFor(output)) {
      if (content !== undefined) await output.write(content, offset);
      reached = now;
      if (chunk === undefined) continue;
      if (chunk.checkpoint !== undefined) output.checkpoint?.(chunk.checkpoint);
      options.onProgress?.({ ...reached, ...totals });
      signal?.throwIfAborted();
    }
    return reached.bytes;
  };
  const status = await completeOutput(output, write, signal);
  if (output.comparesOnly) return { ...reached, dealt: 0, status: 'unchanged' };
  return {
    ...reached,
    dealt: reached.dealt - resumedAfter,
    ...(resumedAfter > 0 && { resumedAfter }),
    status,
  };
}
