// The pipeline: the numbers of a selection become portions, a condition and a filter keep some of them, and chunks of an output come out, in order and each with its offset. generate encodes the chunks, deals yields their cards, count adds up their deals,
// complete-output compares them, and a page encodes them in workers of its own.

import { InputError } from '../common/errors.js';
import type { Format, Layout } from '../formats/format.js';
import { CARDS } from '../game/constants.js';
import { type Checkpoint, NO_CHECKPOINT } from '../output/journal-lines.js';
import { rangeOf } from '../selection/deal-source.js';
import type { ResolvedSelection } from '../selection/resolved-selection.js';
import type { Executor } from '../threads/executor.js';
import { type Chunk, chunksOf, chunksOfKept } from './chunks.js';
import { FILTER_DEALS, filterPortions, MATCH_DEALS, matchPortions } from './filter-stage.js';
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

/**
 * Work of a selection, bytes: those to write, and with a condition the cards to deal; undefined where nobody knows before.
 */
export function workOf(selection: ResolvedSelection, layout: Layout): number | undefined {
  const { source, where, filter } = selection;
  if (where === undefined || filter !== undefined) return totalBytesOf(selection, layout);
  return source.count && source.count * CARDS;
}

/** The layout of a selection's output in a format, by what is known of the deals before they are dealt. */
export function layOut(format: Format, { parts, count, key }: ResolvedSelection): Layout {
  return format.layout({ first: rangeOf(parts)?.first, count, selection: key });
}

/** Size of the whole output, bytes; undefined where only its end tells. */
export function totalBytesOf({ parts }: ResolvedSelection, layout: Layout): number | undefined {
  return parts && layout.totalBytes(parts);
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
  const { source, where, filter, parts } = selection;
  const chunkDeals = layout.chunkDeals(chunkBytes ?? (parts === undefined ? SMALL_CHUNK_BYTES : CHUNK_BYTES));
  const start = { ...from, offset: Math.max(layout.frame().head.length, from.bytes) };
  if (where === undefined && filter === undefined) {
    return chunksOf(portionsOf(source, start, chunkDeals, signal), layout, start);
  }
  const portionDeals = filter === undefined ? MATCH_DEALS : FILTER_DEALS;
  let kept: AsyncIterable<Portion> = portionsOf(source, start, portionDeals, signal);
  if (where !== undefined) kept = matchPortions(kept, where, executor as Executor);
  if (filter !== undefined) kept = filterPortions(kept, filter, executor as Executor);
  return chunksOfKept(kept, layout, start, chunkDeals);
}
