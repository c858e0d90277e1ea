// Deal numbers, readable from any index, and the options that keep some of them.

import { countBelow } from '../common/binary-search.js';
import { InputError } from '../common/errors.js';
import {
  countAll,
  countNumbers,
  type DealNumbers,
  type DealRange,
  formatRanges,
  numberAt,
  onlyRange,
  sliceNumbers,
} from '../game/deal-numbers.js';
import type { DealFilter, FilterModule, ResolvedFilter } from './filter.js';

/** Most numbers of an array that is read from a list or left of ranges. */
export const SEGMENT = 16384;
/** A range of fewer numbers costs more than an array of them. */
export const MIN_RANGE = 64;

/** Deal numbers, segment by segment. An array is valid until the next segment is asked for. */
export type NumberStream = Iterable<DealNumbers> | AsyncIterable<DealNumbers>;

/** Deal numbers in order, before a condition and a filter. */
export interface DealSource {
  count: number | undefined; // number of deals; undefined for a list that has not been counted
  key: string; // identifies the deals; of lists, it covers only those to exclude
  segments?: readonly DealNumbers[] | undefined; // the deals, if they are ranges or numbers in memory
  numberAtIndex?: ((index: number) => number) | undefined; // of ranges: returns the deal number at an index
  isFixed: boolean; // whether the key determines the deals: they come from no list, which may change
  /** Reads the numbers from index `from` to before index `to`; rejects if a list is wrong or cannot be read. */
  numbers(from?: number, to?: number): NumberStream;
}

export type CountedSource = DealSource & { count: number };

/** A source, and what leaves out deals of it. */
export interface ResolvedSelection {
  source: DealSource; // the deals before the condition and the filter
  /** the same source, if the selection is all of its deals; undefined with a condition or a filter */
  whole: DealSource | undefined;
  where: string | undefined; // a condition without errors
  filter: FilterModule | DealFilter | undefined; // asked for each deal for which the condition holds
  /** most deals to keep; only set with a condition or filter, because a source alone is cut off itself */
  limit: number | undefined;
  key: string; // identifies the selection; does not cover the contents of lists
  /**
   * Returns the number of deals that are left out because the condition needs their cells, which are not known. Of a
   * list or a sample, it counts the deals that have been read.
   */
  countUnknown(): number;
}

/** Throws an InputError unless a limit is a whole number, 1 or more. */
export function checkLimit(limit: number): void {
  if (Number.isSafeInteger(limit) && limit >= 1) return;
  throw new InputError(`limit ${limit} is not a number of deals; expected a whole number, 1 or more`);
}

interface Narrowing extends Pick<Partial<ResolvedSelection>, 'where' | 'limit'> {
  filter?: ResolvedFilter | undefined;
  countUnknown?: (() => number) | undefined;
}

export function selectionOf(source: DealSource, narrowing: Narrowing = {}): ResolvedSelection {
  const { where, filter, limit, countUnknown = () => 0 } = narrowing;
  const limitKey = limit === undefined ? '' : `limit ${limit}`;
  const isWhole = where === undefined && filter === undefined;
  if (limit !== undefined && isWhole) return selectionOf(sliceSource(source, 0, limit, limitKey));
  const whereKey = where === undefined ? '' : `where ${where}`;
  return {
    source,
    whole: isWhole ? source : undefined,
    where,
    filter: filter?.filter,
    limit,
    key: [source.key, whereKey, filter?.key ?? '', limitKey].filter((key) => key !== '').join(' '),
    countUnknown,
  };
}

export function sourceOfSegments(segments: readonly DealNumbers[], key: string): CountedSource {
  return {
    count: countAll(segments),
    key,
    isFixed: true,
    segments,
    numberAtIndex: numbersByIndex(segments),
    numbers: (from = 0, to = Number.POSITIVE_INFINITY) => sliceSegments(segments, from, to),
  };
}

export function sourceOfRanges(ranges: readonly DealRange[]): CountedSource {
  return sourceOfSegments(ranges, formatRanges(ranges));
}

/** The numbers from index `from` to before index `to` of all segments together. */
export function sliceSegments(segments: readonly DealNumbers[], from: number, to: number): DealNumbers[] {
  let before = 0;
  return segments.flatMap((numbers) => {
    const count = countNumbers(numbers);
    const [first, end] = [Math.max(0, from - before), Math.min(count, to - before)];
    before += count;
    return first < end ? [sliceNumbers(numbers, first, end)] : [];
  });
}

/** Returns a function that finds the number at an index, counted through all segments. */
export function numbersByIndex(segments: readonly DealNumbers[]): (index: number) => number {
  const range = onlyRange(segments);
  if (range !== undefined) return (index) => range.first + index;
  let before = 0;
  const starts = segments.map((numbers) => {
    const start = before;
    before += countNumbers(numbers);
    return start;
  });
  return (index) => {
    const segment = countBelow(starts.length, (other) => starts[other] <= index) - 1;
    return numberAt(segments[segment], index - starts[segment]);
  };
}

/** The deals of a source from index `start` to before `end`, or to its own end. `key` identifies them in the source. */
export function sliceSource(source: DealSource, start: number, end: number, key: string): DealSource {
  const { count, segments } = source;
  return {
    ...source,
    count: count === undefined ? undefined : Math.max(0, Math.min(count, end) - start),
    key: `${source.key} ${key}`,
    segments: segments && sliceSegments(segments, start, end),
    numberAtIndex: undefined, // a sample is taken before a shard or a limit
    numbers: (from = 0, to = Number.POSITIVE_INFINITY) =>
      source.numbers(start + from, Math.min(end, start + to)),
  };
}

/** A source that is read when its numbers are asked for: a list. */
export function sourceOfList(read: () => NumberStream, key: string): DealSource {
  return {
    count: undefined,
    key,
    isFixed: false,
    numbers: (from = 0, to = Number.POSITIVE_INFINITY) => sliceStream(read(), from, to),
  };
}

/** The numbers from index `from` to before index `to` of a stream, which is read no further. */
async function* sliceStream(stream: NumberStream, from: number, to: number) {
  let before = 0;
  for await (const numbers of stream) {
    yield* sliceSegments([numbers], from - before, to - before);
    before += countNumbers(numbers);
    if (before >= to) return;
  }
}
