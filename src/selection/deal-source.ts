// A selection as the pipeline reads it: deal numbers in order, from any index on.

import { countBelow } from '../common/binary-search.js';
import {
  asRange,
  countAllNumbers,
  countNumbers,
  type DealNumbers,
  type DealRange,
  sliceNumbers,
} from '../game/deal-numbers.js';

export interface DealSource {
  /** how many deals; undefined for a list, before it has been read once */
  count: number | undefined;
  /** the same for the same deals, but for what a list holds */
  key: string;
  /** the deals as ranges or numbers in memory; undefined where they are computed or read as they are wanted */
  parts: readonly DealNumbers[] | undefined;
  /** whether the numbers come out of a list, so that `key` does not tell them: a resumed run checks them */
  isList: boolean;
  /**
   * The numbers from index `from` to before index `to`. What is yielded is valid until the next is asked for. Rejects with
   * an InputError or a ReadError where a list is wrong or cannot be read.
   */
  numbers(from?: number, to?: number): Iterable<DealNumbers> | AsyncIterable<DealNumbers>;
}

/** A source of ranges, or of numbers in memory. */
export function sourceOfParts(parts: readonly DealNumbers[], key: string): DealSource {
  return {
    count: countAllNumbers(parts),
    key,
    parts,
    isList: false,
    numbers: (from = 0, to = Number.POSITIVE_INFINITY) => sliceParts(parts, from, to),
  };
}

/** The numbers from index `from` to before index `to` of all parts together. */
function sliceParts(parts: readonly DealNumbers[], from: number, to: number): DealNumbers[] {
  let before = 0;
  return parts.flatMap((numbers) => {
    const count = countNumbers(numbers);
    const [first, end] = [Math.max(0, from - before), Math.min(count, to - before)];
    before += count;
    return first < end ? [sliceNumbers(numbers, first, end)] : [];
  });
}

/** The number at each index of all parts together, 0 .. count-1. */
export function numbersByIndex(parts: readonly DealNumbers[]): (index: number) => number {
  let before = 0;
  const starts = parts.map((numbers) => {
    const start = before;
    before += countNumbers(numbers);
    return start;
  });
  return (index) => {
    const i = countBelow(starts.length, (i) => (starts[i] as number) <= index) - 1;
    const numbers = parts[i] as DealNumbers;
    const offset = index - (starts[i] as number);
    return numbers instanceof Float64Array ? (numbers[offset] as number) : numbers.first + offset;
  };
}

/** A source that is read as it is wanted: a list. */
export function sourceOfList(read: () => AsyncIterable<DealNumbers>, key: string): DealSource {
  return {
    count: undefined,
    key,
    parts: undefined,
    isList: true,
    numbers: (from = 0, to = Number.POSITIVE_INFINITY) => sliceStream(read(), from, to),
  };
}

/** The numbers from index `from` to before index `to` of a stream, which is read to there. */
async function* sliceStream(
  stream: AsyncIterable<DealNumbers>,
  from: number,
  to: number,
): AsyncGenerator<DealNumbers, void, void> {
  let before = 0;
  for await (const numbers of stream) {
    const count = countNumbers(numbers);
    const [first, end] = [Math.max(0, from - before), Math.min(count, to - before)];
    before += count;
    if (first < end) yield sliceNumbers(numbers, first, end);
    if (before >= to) return;
  }
}

/** How many numbers a source has; a list is read for it. */
export async function countSource(source: DealSource): Promise<number> {
  if (source.count !== undefined) return source.count;
  let count = 0;
  for await (const numbers of source.numbers()) count += countNumbers(numbers);
  return count;
}

/** The range that a source is, where it is one range and nothing else. */
export function rangeOf({ parts }: DealSource): DealRange | undefined {
  const [numbers, ...others] = parts ?? [];
  if (numbers === undefined || others.length > 0) return undefined;
  return numbers instanceof Float64Array ? asRange(numbers) : numbers;
}
