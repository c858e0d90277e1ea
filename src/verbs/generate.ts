// Writes the deals of a selection to a file or to standard output.

import {
  FilterError,
  grouped,
  InputError,
  OutputProblem,
  ReadError,
  ReaderClosedError,
  WorkerError,
  WriteError,
} from '../common/errors.js';
import type { FormatName, Frame, Layout } from '../formats/format.js';
import { formatNamed, formatOfFile } from '../formats/registry.js';
import { countNumbers, type DealNumbers, sliceNumbers } from '../game/deal-numbers.js';
import type { Checkpoint, Job } from '../output/journal-lines.js';
import { openOutput, targetOf, tidyPublished } from '../output/open.js';
import type { OutputWriter } from '../output/writer.js';
import { CHUNK_BYTES, type Chunk, checkChunkBytes, chunksOf, SMALL_CHUNK_BYTES } from '../pipeline/chunks.js';
import { encodeJobs } from '../pipeline/encode-jobs.js';
import { FILTER_DEALS, filterPortions } from '../pipeline/filter-stage.js';
import { gatherPortions, noChecksum, type Position, portionsOf } from '../pipeline/portions.js';
import type { Checksum } from '../selection/checksum.js';
import { type DealSource, rangeOf } from '../selection/deal-source.js';
import { type ResolvedSelection, resolveSelection, type Selection } from '../selection/selection.js';
import { checkThreads, Executor } from '../threads/executor.js';

/** Version of what the formats write: a run is resumed by a program that writes the same. */
const FORMATS_VERSION = 3;

export interface GenerateOptions extends Selection {
  /** path of the file to write, `-` for standard output */
  output: string;
  /** default: what the extension of the output implies; NDJSON on standard output */
  format?: FormatName | undefined;
  /** threads, the calling one and workers, 1..256; default one for each processor */
  threads?: number | undefined;
  /** bytes that a thread encodes at a time, 1..2^30; default 4 MiB, with a list or a filter 1 MiB. The output is the same */
  chunkBytes?: number | undefined;
  /**
   * replace an existing file, and start over instead of resuming an interrupted run; default false. The permissions of
   * the old file are kept; its owner, ACLs, other attributes and hard links are not
   */
  force?: boolean | undefined;
  /** resume an interrupted run of the same selection, format and version, if there is one; default false */
  resume?: boolean | undefined;
  /** fsync the data before the file gets its name; default false */
  sync?: boolean | undefined;
  /** ends the run, which can be resumed; the promise rejects with the signal's reason */
  signal?: AbortSignal | undefined;
  /** called each time a chunk is complete; what it throws ends the run */
  onProgress?: ((progress: Progress) => void) | undefined;
}

export interface Progress {
  /** deals written so far */
  deals: number;
  /** bytes of the output so far, with its header */
  bytes: number;
  /** deals dealt so far: more than written where a filter left some out */
  dealt: number;
  /** deals to be dealt in all; not known for a list */
  totalDeals?: number;
  /** bytes of the whole output; not known for a list, a sample or with a filter */
  totalBytes?: number;
}

export interface Generated {
  /** deals written */
  deals: number;
  /** bytes of the whole output */
  bytes: number;
  /** deals dealt: more than written where a filter left some out */
  dealt: number;
  /** false where the reader of a pipe closed it early, which is no error */
  isComplete: boolean;
  /** whether nothing was to be done: with `resume`, where the file is already what the run would write */
  wasComplete?: boolean;
}

/** What will be written, as far as that is known before. */
interface OutputPlan extends ResolvedSelection {
  layout: Layout;
  totalBytes: number | undefined;
  wantedBytes: number; // of a chunk
  job: Job;
}

/**
 * Writes deals to a file or to standard output: the same bytes for any number of threads.
 * A file is written atomically: it gets its name when it is complete. Rejects with an InputError where the options or a
 * list are wrong, with a FilterError where a filter is, with a ReadError where one of these cannot be read: nothing is
 * left behind then. Rejects with an OutputError where the output cannot be written: an existing file is then as it was,
 * and what was written stays beside it as FILE.partial and FILE.run, for `resume`.
 */
export async function generate(options: GenerateOptions): Promise<Generated> {
  const { force = false, resume = false, sync = false, signal } = options;
  const threads = checkThreads(options.threads);
  const selection = await resolveSelection(options);
  const target = targetOf(options.output);
  const plan = planOutput(selection, options);
  signal?.throwIfAborted();
  if (resume && !force && target.found?.isFile() && plan.filter === undefined && options.dealsFrom !== '-') {
    const { findCompleteOutput } = await import('./complete-output.js');
    const found = await findCompleteOutput(target.path, plan.source, plan.layout, plan.wantedBytes);
    if (found !== undefined) {
      await tidyPublished(target);
      return { ...found, dealt: 0, isComplete: true, wasComplete: true };
    }
  }
  const { rewritesHead } = plan.layout;
  const output = await openOutput(target, plan.job, { force, resume, sync, rewritesHead });
  const generated: Generated = { deals: 0, bytes: 0, dealt: 0, isComplete: false };
  try {
    await writeOutput(plan, output, generated, { ...options, threads });
    await output.commit(generated.bytes);
    generated.isComplete = true;
  } catch (error) {
    if (error instanceof InputError || error instanceof FilterError || error instanceof ReadError) {
      await output.abort();
    }
    if (!(error instanceof ReaderClosedError)) {
      throw signal?.aborted ? signal.reason : isOutputFailure(error) ? output.failure(error) : error;
    }
  } finally {
    await output.suspend();
  }
  return generated;
}

function isOutputFailure(error: unknown): boolean {
  return error instanceof WriteError || error instanceof WorkerError || error instanceof OutputProblem;
}

function planOutput(
  selection: ResolvedSelection,
  { output, format, chunkBytes }: GenerateOptions,
): OutputPlan {
  const { source, filter } = selection;
  const { name, layout: layOut } = format === undefined ? formatOfFile(output) : formatNamed(format);
  const isFiltered = filter !== undefined;
  const layout = layOut({
    first: isFiltered ? undefined : rangeOf(source)?.first,
    count: isFiltered ? undefined : source.count,
    selection: selection.key,
  });
  const totalBytes = isFiltered || source.parts === undefined ? undefined : layout.totalBytes(source.parts);
  const usual = isFiltered || source.parts === undefined ? SMALL_CHUNK_BYTES : CHUNK_BYTES;
  return {
    ...selection,
    layout,
    totalBytes,
    wantedBytes: checkChunkBytes(chunkBytes, usual),
    job: {
      version: FORMATS_VERSION,
      selection: selection.key,
      format: name,
      encoder: layout.encoder,
      bytes: totalBytes ?? null,
    },
  };
}

/** Writes a whole output, from where an interrupted run got to; `generated` says how far it has come. */
async function writeOutput(
  { layout, source, filter, totalBytes, wantedBytes }: OutputPlan,
  output: OutputWriter,
  generated: Generated,
  { threads, signal, onProgress }: GenerateOptions & { threads: number },
): Promise<void> {
  const { resumed } = output;
  const frame = layout.frame();
  frame.restore(resumed.facts, resumed.deals);
  generated.bytes = Math.max(frame.head.length, resumed.bytes);
  generated.deals = resumed.deals;
  generated.dealt = filter === undefined ? resumed.deals : resumed.consumed;
  await output.write(frame.head, 0);

  await using executor = new Executor({
    threads,
    deals: filter === undefined ? source.count : undefined,
    bytes: totalBytes,
    hasForeignCode: typeof filter === 'object',
  });
  const isFiltered = filter !== undefined;
  const { numbers, start, checksum } = await resumeNumbers(source, resumed);
  const portions = isFiltered
    ? filterPortions(gatherPortions(numbers, start, checksum, FILTER_DEALS), filter, executor)
    : portionsOf(numbers, start, checksum, layout.chunkDeals(wantedBytes));
  const chunks = chunksOf(portions, {
    layout,
    wantedBytes,
    offset: generated.bytes,
    skip: resumed.skip,
    isFiltered,
  });

  for await (const { chunk, result } of executor.run(
    encodeJobs(chunks, layout.encoder, output.shared),
    'anywhere',
  )) {
    if (result !== undefined) await output.write(result, chunk.offset);
    frame.add(chunk);
    generated.bytes += chunk.bytes;
    generated.deals += chunk.deals;
    generated.dealt = chunk.dealt;
    chunk.release();
    output.checkpoint(checkpointAfter(chunk, generated, frame));
    onProgress?.({
      deals: generated.deals,
      bytes: generated.bytes,
      dealt: generated.dealt,
      ...(source.count !== undefined && { totalDeals: source.count }),
      ...(totalBytes !== undefined && { totalBytes }),
    });
    signal?.throwIfAborted();
  }

  for (const part of frame.tail()) {
    await output.write(part, generated.bytes);
    generated.bytes += part.length;
  }
  const finalHead = frame.finalHead();
  if (finalHead !== undefined) await output.write(finalHead, 0);
}

function checkpointAfter({ resume }: Chunk, { bytes, deals }: Generated, frame: Frame): Checkpoint {
  const { index, checksum } = resume.position;
  return { bytes, deals, consumed: index, skip: resume.skip, checksum, facts: frame.facts() };
}

/** The numbers of a source from a checkpoint on. A list is read from its start, and must begin as it did before. */
async function resumeNumbers(source: DealSource, { consumed, checksum }: Checkpoint) {
  const start: Position = { index: consumed, checksum };
  if (!source.isList) return { numbers: source.numbers(consumed), start, checksum: noChecksum };
  const { listChecksum } = await import('../selection/checksum.js'); // node:zlib, which ranges need not wait for
  const running = listChecksum();
  return { numbers: resumeList(source, start, running), start, checksum: running };
}

/** The numbers of a list after `start`; throws an OutputProblem where those before are not what they were. */
async function* resumeList(
  source: DealSource,
  { index, checksum }: Position,
  running: Checksum,
): AsyncGenerator<DealNumbers, void, void> {
  let missing = index;
  let isChecked = false;

  function check(): void {
    isChecked = true;
    if (missing === 0 && running.value === checksum) return;
    throw new OutputProblem(
      undefined,
      `the list does not begin with the ${grouped(index)} deals of the interrupted run; resume it with the same list, or start over with force: true`,
    );
  }

  for await (const numbers of source.numbers()) {
    const count = countNumbers(numbers);
    const known = Math.min(missing, count);
    if (known > 0) running.add(sliceNumbers(numbers, 0, known));
    missing -= known;
    if (missing === 0 && !isChecked) check();
    if (known < count) yield sliceNumbers(numbers, known, count);
  }
  if (!isChecked) check();
}
