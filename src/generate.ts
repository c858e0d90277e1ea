// Writes what was asked for.

import { FilterError, grouped, InputError, OutputError, ReadError } from './common/errors.js';
import type { Format, FormatName, Outline, RecordFormat } from './formats/format.js';
import { formatNamed, formatOfFile } from './formats/registry.js';
import { writeAt } from './io/positioned.js';
import { writeNext } from './io/stream.js';
import type { Reached } from './output/journal.js';
import { type Output, openOutput, targetOf } from './output/output.js';
import {
  CHUNK_BYTES,
  type Chunk,
  checkChunkBytes,
  chunksOf,
  Slots,
  SMALL_CHUNK_BYTES,
} from './plan/chunks.js';
import { type Asked, markOf, type Source, sourceOf } from './selection/selection.js';
import { dealChunks, filterChunks } from './threads/dealing.js';
import { checkThreads } from './threads/pool.js';

/** Of what the formats write and of the journals: a run is resumed by the version that began it. */
const VERSION = 2;

export interface GenerateOptions extends Asked {
  /** path of the file to write, `-` for standard output */
  output: string;
  /** default: what the ending of the output's name tells; NDJSON on standard output */
  format?: FormatName;
  /** threads, the calling one and workers, 1..256; default one for each processor */
  threads?: number;
  /** bytes that a thread deals at a time, 1..2^30; default 4 MiB, with a filter 1 MiB. The output does not follow it */
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
  deals: number; // written so far
  bytes: number; // of the output so far, with its header
  dealt: number; // so far: more than written where a filter left some out
  totalDeals?: number; // to be dealt; not known of a list
  totalBytes?: number; // not known of a list, a sample or with a filter
}

export interface Generated {
  deals: number;
  bytes: number;
  dealt: number; // more than deals where a filter left some out
  /** false where the reader of a pipe closed it early, which is no error */
  isComplete: boolean;
}

/** What will be written, as far as that is known before. */
interface Plan {
  source: Source;
  format: Format;
  outline: Outline;
  record: RecordFormat;
  header: Uint8Array;
  bytes: number | undefined; // of the whole output
  chunkBytes: number;
}

function planOf(source: Source, format: Format, chunkBytes: number): Plan {
  const { deals, ranges, filter } = source;
  const isWhole = ranges?.length === 1 && filter === undefined;
  const outline = {
    first: isWhole ? ranges[0]?.first : undefined,
    count: filter === undefined ? (deals ?? 0) : 0,
  };
  const record = format.record(outline);
  const header = format.header(outline);
  const bytes =
    ranges !== undefined && filter === undefined
      ? ranges.reduce((sum, range) => sum + record.bytesOf(range), header.length)
      : undefined;
  return { source, format, outline, record, header, bytes, chunkBytes };
}

/**
 * Writes deals to a file or to standard output: the same bytes for any number of threads.
 * A file appears under its name when it is whole. Rejects with an InputError where the options or a list are wrong, with
 * a FilterError where a filter is, with a ReadError where one of these cannot be read: nothing is left behind then. With
 * an OutputError where the output cannot be written: an existing file is then as it was, and what was written stays
 * beside it as FILE.partial and FILE.run, for `resume`.
 */
export async function generate(options: GenerateOptions): Promise<Generated> {
  const { force = false, resume = false, sync = false } = options;
  const source = sourceOf(options);
  const threads = checkThreads(options.threads);
  const chunkBytes = checkChunkBytes(
    options.chunkBytes,
    source.ranges !== undefined && source.filter === undefined ? CHUNK_BYTES : SMALL_CHUNK_BYTES,
  );
  const named = options.format === undefined ? undefined : formatNamed(options.format);
  const target = targetOf(options.output);
  const format = named ?? formatOfFile(options.output);
  const plan = planOf(source, format, chunkBytes);
  options.signal?.throwIfAborted();
  const job = {
    version: VERSION,
    deals: source.words,
    format: format.name,
    records: plan.record.encoder,
    chunkBytes: source.deals === undefined || source.filter !== undefined ? chunkBytes : null,
    bytes: plan.bytes ?? null,
  };
  const seekable = isHeaderLast(plan);
  const output = await openOutput(target, job, { force, resume, sync, seekable });
  try {
    const generated = await write(plan, output, { ...options, threads });
    if (!generated.isComplete) return generated;
    return { ...generated, isComplete: await output.publish(generated.bytes) };
  } catch (error) {
    if (options.signal?.aborted) throw options.signal.reason;
    if (error instanceof InputError || error instanceof FilterError || error instanceof ReadError) {
      await output.discard();
      throw error;
    }
    throw new OutputError(output.name, error, output.howOn);
  } finally {
    await output.leave();
  }
}

/** Whether the header tells something that only the end of the run does. */
function isHeaderLast({ source, header }: Plan): boolean {
  return header.length > 0 && (source.deals === undefined || source.filter !== undefined);
}

async function write(
  plan: Plan,
  output: Output,
  { threads, signal, onProgress }: GenerateOptions & { threads: number },
): Promise<Generated> {
  const { source, record, header, chunkBytes } = plan;
  const { fd, isSeekable, left, safe } = output;
  const slots = new Slots();
  const done: Reached = { bytes: header.length, deals: 0, dealt: 0, mark: 0 };
  if (isSeekable) writeAt(fd, header, 0);
  else if (!(await writeNext(fd, header))) return generated(false);

  function generated(isComplete: boolean): Generated {
    const { bytes, deals, dealt } = done;
    return { deals, bytes, dealt, isComplete };
  }

  function advance(chunk: Chunk, deals: number, bytes: number): void {
    done.deals += deals;
    done.bytes += bytes;
    done.dealt += chunk.deals;
    if (source.deals === undefined) done.mark = markOf(chunk.runs, done.mark);
    slots.giveBack(chunk);
  }

  /** The chunks that an earlier run has not left safe. */
  async function* missing(): AsyncGenerator<Chunk, void, void> {
    let isSkipping = safe.dealt > 0;
    for await (const chunk of chunksOf(source.runs, record, header.length, chunkBytes, slots)) {
      if (isSkipping && done.dealt + chunk.deals <= safe.dealt) {
        advance(chunk, chunk.deals, chunk.bytes);
      } else {
        if (isSkipping) carryOn();
        isSkipping = false;
        yield chunk;
      }
    }
    if (isSkipping) carryOn();
  }

  function carryOn(): void {
    if (source.deals === undefined && (done.dealt !== safe.dealt || done.mark !== safe.mark)) {
      throw new Error(
        `the list does not begin with the ${grouped(safe.dealt)} deals of the run that was begun; resume it with the same list, or start over with --force`,
      );
    }
    if (source.filter !== undefined) Object.assign(done, safe);
  }

  function tell(): void {
    output.reached({ ...done });
    onProgress?.({
      deals: done.deals,
      bytes: done.bytes,
      dealt: done.dealt,
      ...(source.deals !== undefined && { totalDeals: source.deals }),
      ...(plan.bytes !== undefined && { totalBytes: plan.bytes }),
    });
    signal?.throwIfAborted();
  }

  if (source.filter !== undefined) {
    const { filter } = source;
    for await (const { chunk, kept, bytes } of filterChunks({ chunks: missing(), record, filter, threads })) {
      if (isSeekable) writeAt(fd, bytes, done.bytes);
      else if (!(await writeNext(fd, bytes))) return generated(false);
      advance(chunk, kept, bytes.length);
      tell();
    }
  } else {
    const dealing = { chunks: missing(), record, deals: source.deals, bytes: plan.bytes, threads };
    for await (const { chunk, bytes } of dealChunks(
      isSeekable ? { ...dealing, file: { fd, left } } : dealing,
    )) {
      if (bytes !== null && !(await writeNext(fd, bytes))) return generated(false);
      advance(chunk, chunk.deals, chunk.bytes);
      tell();
    }
  }
  if (isHeaderLast(plan)) writeAt(fd, plan.format.header({ ...plan.outline, count: done.deals }), 0);
  return generated(true);
}
