// Writes what was asked for.

import {
  FilterError,
  grouped,
  InputError,
  OutputError,
  OutputProblem,
  ReadError,
  ReaderClosedError,
} from './common/errors.js';
import type { Format, FormatName, Outline, RecordFormat } from './formats/format.js';
import { formatNamed, formatOfFile } from './formats/registry.js';
import { openOutput, targetOf } from './output/open.js';
import type { OutputWriter } from './output/writer.js';
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
const VERSION = 3;

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
  const isCut = source.deals === undefined || source.filter !== undefined; // resuming counts in chunks
  const job = {
    version: VERSION,
    selection: isCut ? `${source.words}, ${chunkBytes} bytes a chunk` : source.words,
    format: format.name,
    encoder: plan.record.encoder,
    bytes: plan.bytes ?? null,
  };
  const rewritesHead = isHeaderLast(plan);
  const output = await openOutput(target, job, { force, resume, sync, rewritesHead });
  let generated: Generated | undefined;
  try {
    await write(plan, output, { ...options, threads }, (progress) => {
      generated = progress;
    });
    await output.commit((generated as unknown as Generated).bytes);
    return { ...(generated as unknown as Generated), isComplete: true };
  } catch (error) {
    if (error instanceof ReaderClosedError) {
      return generated ?? { deals: 0, bytes: 0, dealt: 0, isComplete: false };
    }
    if (options.signal?.aborted) throw options.signal.reason;
    if (error instanceof InputError || error instanceof FilterError || error instanceof ReadError) {
      await output.abort();
      throw error;
    }
    throw error instanceof OutputError ? error : output.failure(error);
  } finally {
    await output.suspend();
  }
}

/** Whether the header tells something that only the end of the run does. */
function isHeaderLast({ source, header }: Plan): boolean {
  return header.length > 0 && (source.deals === undefined || source.filter !== undefined);
}

async function write(
  plan: Plan,
  output: OutputWriter,
  { threads, signal, onProgress }: GenerateOptions & { threads: number },
  tell: (generated: Generated) => void,
): Promise<void> {
  const { source, record, header, chunkBytes } = plan;
  const { shared, resumed } = output;
  const slots = new Slots();
  const done = { bytes: header.length, deals: 0, dealt: 0, mark: 0 };
  await output.write(header, 0);

  function advance(chunk: Chunk, deals: number, bytes: number): void {
    done.deals += deals;
    done.bytes += bytes;
    done.dealt += chunk.deals;
    if (source.deals === undefined) done.mark = markOf(chunk.runs, done.mark);
    slots.giveBack(chunk);
  }

  /** The chunks that an earlier run has not left complete. */
  async function* missing(): AsyncGenerator<Chunk, void, void> {
    let isSkipping = resumed.consumed > 0;
    for await (const chunk of chunksOf(source.runs, record, header.length, chunkBytes, slots)) {
      if (isSkipping && done.dealt + chunk.deals <= resumed.consumed) {
        advance(chunk, chunk.deals, chunk.bytes);
      } else {
        if (isSkipping) resume();
        isSkipping = false;
        yield chunk;
      }
    }
    if (isSkipping) resume();
  }

  function resume(): void {
    if (source.deals === undefined && (done.dealt !== resumed.consumed || done.mark !== resumed.checksum)) {
      throw new OutputProblem(
        'EEXIST',
        `the list does not begin with the ${grouped(resumed.consumed)} deals of the interrupted run; resume it with the same list, or start over with force: true`,
      );
    }
    if (source.filter !== undefined) {
      const { bytes, deals, consumed, checksum } = resumed;
      Object.assign(done, { bytes, deals, dealt: consumed, mark: checksum });
    }
  }

  function report(): void {
    const { bytes, deals, dealt, mark } = done;
    tell({ deals, bytes, dealt, isComplete: false });
    output.checkpoint({ bytes, deals, consumed: dealt, skip: 0, checksum: mark, facts: [] });
    onProgress?.({
      deals,
      bytes,
      dealt,
      ...(source.deals !== undefined && { totalDeals: source.deals }),
      ...(plan.bytes !== undefined && { totalBytes: plan.bytes }),
    });
    signal?.throwIfAborted();
  }

  if (source.filter !== undefined) {
    const { filter } = source;
    for await (const { chunk, kept, bytes } of filterChunks({ chunks: missing(), record, filter, threads })) {
      await output.write(bytes, done.bytes);
      advance(chunk, kept, bytes.length);
      report();
    }
  } else {
    const dealing = { chunks: missing(), record, deals: source.deals, bytes: plan.bytes, threads };
    for await (const { chunk, bytes } of dealChunks(
      shared ? { ...dealing, file: { fd: shared.fd, left: shared.alreadyWritten } } : dealing,
    )) {
      if (bytes !== null) await output.write(bytes, done.bytes);
      advance(chunk, chunk.deals, chunk.bytes);
      report();
    }
  }
  const { bytes, deals, dealt } = done;
  tell({ deals, bytes, dealt, isComplete: false });
  if (isHeaderLast(plan)) await output.write(plan.format.header({ ...plan.outline, count: done.deals }), 0);
}
