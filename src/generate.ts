import { dealChunks } from './dealing.js';
import { OutputError } from './errors.js';
import type { FormatName } from './formats/format.js';
import { formatNamed, formatOfFile } from './formats/table.js';
import { type Output, openOutput, targetOf, writeNext } from './output.js';
import { writeAt } from './place.js';
import { type Chunk, checkChunkBytes, chunksOf, type Plan, planOf } from './plan.js';
import { checkThreads } from './pool.js';
import { DEFAULT_DEALS, type Deals, parseDeals, textOf } from './range.js';

/** Of what the formats write and of the journals: a run is resumed by the version that began it. */
const VERSION = 1;

export interface GenerateOptions {
  /** what to deal; default 1..1000000 */
  deals?: Deals;
  /** path of the file to write, `-` for standard output */
  output: string;
  /** default: what the ending of the output's name tells; NDJSON on standard output */
  format?: FormatName;
  /** worker threads, 1..256; default one for each processor */
  threads?: number;
  /** bytes that a thread deals at a time, 1..2^30; default 4 MiB. Memory follows it, the output does not */
  chunkBytes?: number;
  /** replace a file that is there, and start over what a stopped run left; default false */
  force?: boolean;
  /** carry on with what a stopped run of the same deals, format and version left, if there is such; default false */
  resume?: boolean;
  /** have the data on the disk before the file appears under its name; default false */
  sync?: boolean;
  /** ends the run, which can be resumed; the promise rejects with the signal's reason */
  signal?: AbortSignal;
  /** called each time a chunk has been dealt; what it throws ends the run */
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
 * A file appears under its name when it is whole. Rejects with an InputError where the options are wrong, with an
 * OutputError where the output cannot be written; an existing file is then as it was, and what was written stays
 * beside it as FILE.partial and FILE.run, for `resume`.
 */
export async function generate(options: GenerateOptions): Promise<Generated> {
  const { deals = DEFAULT_DEALS, force = false, resume = false, sync = false } = options;
  const ranges = parseDeals(deals);
  const threads = checkThreads(options.threads);
  const chunkBytes = checkChunkBytes(options.chunkBytes);
  const named = options.format === undefined ? undefined : formatNamed(options.format);
  const target = targetOf(options.output);
  const format = named ?? formatOfFile(options.output);
  const plan = planOf(ranges, format.record(ranges), format.header(ranges));
  options.signal?.throwIfAborted();
  const job = {
    version: VERSION,
    deals: textOf(ranges),
    format: format.name,
    records: plan.record.encoder,
    bytes: plan.bytes,
  };
  const output = await openOutput(target, job, { force, resume, sync });
  try {
    const generated = await write(plan, output, { ...options, threads, chunkBytes });
    await output.publish();
    return generated;
  } catch (error) {
    if (options.signal?.aborted) throw options.signal.reason;
    throw new OutputError(output.name, error, output.howOn);
  } finally {
    await output.leave();
  }
}

async function write(
  plan: Plan,
  output: Output,
  { threads, chunkBytes, signal, onProgress }: GenerateOptions & { threads: number; chunkBytes: number },
): Promise<Generated> {
  const { fd, isSeekable, left } = output;
  const done = { deals: 0, bytes: plan.header.length };
  if (isSeekable) writeAt(fd, plan.header, 0);
  else if (!(await writeNext(fd, plan.header))) return { ...done, isComplete: false };

  function* missing(): Generator<Chunk> {
    for (const chunk of chunksOf(plan, chunkBytes)) {
      if (chunk.at + chunk.bytes <= output.safe) advance(chunk);
      else yield chunk;
    }
  }
  function advance(chunk: Chunk): void {
    done.deals += chunk.deals;
    done.bytes += chunk.bytes;
  }

  const dealing = { ...plan, chunks: missing(), threads };
  for await (const { chunk, bytes } of dealChunks(
    isSeekable ? { ...dealing, file: { fd, left } } : dealing,
  )) {
    if (bytes !== null && !(await writeNext(fd, bytes))) return { ...done, isComplete: false };
    advance(chunk);
    output.reached(done.bytes);
    onProgress?.({ ...done, totalDeals: plan.deals, totalBytes: plan.bytes });
    signal?.throwIfAborted();
  }
  return { ...done, isComplete: true };
}
