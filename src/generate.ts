import { OutputError } from './errors.js';
import { type FormatName, formatNamed, formatOfFile } from './formats/table.js';
import { type Output, openOutput, targetOf, writeNext } from './output.js';
import { chunksOf, type Plan, planOf } from './plan.js';
import { checkThreads, dealChunks } from './pool.js';
import { DEFAULT_DEALS, type Deals, parseDeals } from './range.js';
import { writeAt } from './task.js';

export interface GenerateOptions {
  /** what to deal; default 1..1000000 */
  deals?: Deals;
  /** path of the file to write, `-` for standard output */
  output: string;
  /** default: what the ending of the output's name tells; NDJSON on standard output */
  format?: FormatName;
  /** worker threads, 1..256; default one for each processor */
  threads?: number;
  /** replace a file that is there; default false */
  force?: boolean;
  /** ends the run and leaves no file behind; the promise rejects with the signal's reason */
  signal?: AbortSignal;
  /** called each time a chunk, some 4 MiB, has been dealt */
  onProgress?: (progress: Progress) => void;
}

export interface Progress {
  deals: number; // dealt so far
  bytes: number; // of the output so far, with its header
  totalDeals: number;
  totalBytes: number;
}

export interface Generated {
  deals: number;
  bytes: number;
  /** false where the reader of a pipe closed it early, which is no error */
  isComplete: boolean;
}

/**
 * Writes deals to a file or to standard output: the same bytes for any number of threads.
 * Rejects with an InputError where the options are wrong, with an OutputError where the output cannot be written;
 * no file is then left behind and an existing one is as it was.
 */
export async function generate(options: GenerateOptions): Promise<Generated> {
  const { deals = DEFAULT_DEALS, force = false } = options;
  const ranges = parseDeals(deals);
  const threads = checkThreads(options.threads);
  const named = options.format === undefined ? undefined : formatNamed(options.format);
  const target = targetOf(options.output);
  const format = named ?? formatOfFile(target.path);
  const plan = planOf(ranges, format.record(ranges), format.header(ranges));
  options.signal?.throwIfAborted();
  const output = openOutput(target, force);
  try {
    const generated = await write(plan, output, threads, options);
    output.publish();
    return generated;
  } catch (error) {
    if (options.signal?.aborted) throw options.signal.reason;
    throw new OutputError(output.name, error);
  } finally {
    output.discard();
  }
}

async function write(
  plan: Plan,
  { fd, isSeekable }: Output,
  threads: number,
  { signal, onProgress }: GenerateOptions,
): Promise<Generated> {
  const written = { deals: 0, bytes: plan.header.length };
  const dealing = { chunks: chunksOf(plan), record: plan.record, deals: plan.deals, threads };
  if (isSeekable) writeAt(fd, plan.header, 0);
  else if (!(await writeNext(fd, plan.header))) return { ...written, isComplete: false };
  for await (const { chunk, bytes } of dealChunks(isSeekable ? { ...dealing, fd } : dealing)) {
    if (bytes !== null && !(await writeNext(fd, bytes))) return { ...written, isComplete: false };
    written.deals += chunk.deals;
    written.bytes += chunk.bytes;
    onProgress?.({ ...written, totalDeals: plan.deals, totalBytes: plan.bytes });
    signal?.throwIfAborted();
  }
  return { ...written, isComplete: true };
}
