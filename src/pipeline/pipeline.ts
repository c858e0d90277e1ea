// The pipeline: the numbers of a selection become portions, a condition and a filter keep some of them, and chunks of an
// output come out, in order and each with its offset. generate encodes the chunks, deals yields their cards,
// complete-output compares them, and a page encodes them in workers of its own. count adds up the portions.

import { InputError } from '../common/errors.js';
import type { Format, Layout } from '../formats/format.js';
import { CARDS } from '../game/constants.js';
import { type Checkpoint, NO_CHECKPOINT } from '../output/journal-lines.js';
import { type ResolvedSelection, rangeOf, sliceSegments } from '../selection/deal-source.js';
import type { Executor } from '../threads/executor.js';
import { type Chunk, chunksOf, chunksOfKept } from './chunks.js';
import { FILTER_DEALS, filterPortions, matchDealsAtATime, matchPortions } from './filter-stage.js';
import { type Portion, portionsOf } from './portions.js';

/** Some ms of one thread: little for a thread to be ahead or behind, much compared with what a task costs. */
const CHUNK_BYTES = 4 * 1024 * 1024;
/** For numbers in memory, and with a condition or a filter. */
const SMALL_CHUNK_BYTES = 1024 * 1024;
const MAX_CHUNK_BYTES = 1024 * 1024 * 1024;

/** Throws an InputError unless a chunk size in bytes is 1..2^30, or left to the pipeline. */
export function checkChunkBytes(bytes: number | undefined): void {
  if (bytes === undefined || (Number.isInteger(bytes) && bytes >= 1 && bytes <= MAX_CHUNK_BYTES)) return;
  throw new InputError(`chunk size ${bytes} is outside 1..${MAX_CHUNK_BYTES} bytes`);
}

/** The layout of a selection's output in a format, by what is known of the deals before they are dealt. */
export function layOut(format: Format, { whole, key }: ResolvedSelection, count = whole?.count): Layout {
  return format.layout({ first: rangeOf(whole?.segments)?.first, count, selection: key });
}

/** Size of the whole output, bytes; undefined where only its end tells. */
export function totalBytesOf({ whole }: ResolvedSelection, layout: Layout): number | undefined {
  return whole?.segments && layout.totalBytes(whole.segments);
}

/** Bytes of cards that are dealt for a condition; undefined where that is not known, or not what takes the time. */
export function matchBytesOf({ source, where, filter }: ResolvedSelection): number | undefined {
  if (where === undefined || filter !== undefined || source.count === undefined) return undefined;
  return source.count * CARDS;
}

export interface PipelineOptions {
  /** runs the condition and the filter; needed for a selection with one */
  executor?: Executor;
  /** how far an interrupted run has written the output */
  from?: Checkpoint;
  /** bytes of a chunk, 1..2^30; default 4 MiB for ranges, 1 MiB for all others */
  chunkBytes?: number | undefined;
  /** ends the chunks with its reason, also where a list never yields another number */
  signal?: AbortSignal | undefined;
}

/** The chunks of a selection's output from a checkpoint on, in order; a chunk's memory is used again once it is released. */
export function pipeline(
  selection: ResolvedSelection,
  layout: Layout,
  { executor, from = NO_CHECKPOINT, chunkBytes, signal }: PipelineOptions = {},
): AsyncGenerator<Chunk, void, void> {
  const { whole } = selection;
  const chunkDeals = layout.chunkDeals(chunkBytes ?? (whole?.segments ? CHUNK_BYTES : SMALL_CHUNK_BYTES));
  const start = { ...from, offset: Math.max(layout.frame().head.length, from.bytes) };
  if (whole !== undefined) {
    return chunksOf(portionsOf(whole, start, { most: chunkDeals }, signal), layout, start);
  }
  const kept = keptPortions(selection, executor as Executor, { from: start, signal });
  return chunksOfKept(kept, layout, start, chunkDeals);
}

/** Deals of the first portion where a limit is set: it may be reached soon. */
const FIRST_DEALS = 1024;

/** The portions of a selection with the numbers that its condition and its filter keep, up to its limit. */
export function keptPortions(
  { source, where, filter, limit }: ResolvedSelection,
  executor: Executor,
  { from = NO_CHECKPOINT, signal }: { from?: Checkpoint; signal?: AbortSignal | undefined } = {},
): AsyncIterable<Portion> {
  const forWhere = where === undefined ? FILTER_DEALS : matchDealsAtATime(where);
  const most = filter === undefined ? forWhere : Math.min(FILTER_DEALS, forWhere);
  const first = limit === undefined ? most : Math.min(most, Math.max(FIRST_DEALS, limit));
  const all = portionsOf(source, from, { most, first }, signal);
  const matched = where === undefined ? all : matchPortions(all, where, executor);
  const kept = filter === undefined ? matched : filterPortions(matched, filter, executor, signal);
  return limit === undefined ? kept : firstDeals(kept, limit - (from.deals - from.skip));
}

/** The portions up to the first so many deals; no further one is asked for. */
async function* firstDeals(
  portions: AsyncIterable<Portion>,
  limit: number,
): AsyncGenerator<Portion, void, void> {
  let missing = limit;
  if (missing === 0) return; // an interrupted run has written them
  for await (const portion of portions) {
    const deals = Math.min(missing, portion.deals);
    missing -= deals;
    yield { ...portion, numbers: sliceSegments(portion.numbers, 0, deals), deals };
    if (missing === 0) return;
  }
}
