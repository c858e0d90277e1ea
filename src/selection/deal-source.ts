// A selection as the pipeline reads it: deal numbers in order, from any index on.

import { countBelow } from '../common/binary-search.js';
import {
  asRange,
  countAllNumbers,
  countNumbers,
  type DealNumbers,
  type DealRange,
  numberAt,
  sliceNumbers,
} from '../game/deal-numbers.js';
import type { Checksum } from './checksum.js';

/** The numbers of a source as they come. An array is valid until the next one is asked for. */
export type NumberStream = Iterable<DealNumbers> | AsyncIterable<DealNumbers>;

export interface DealSource {
  /** how many deals; undefined for a list, before it has been read once */
  count: number | undefined;
  /** the same for the same deals, but for what a list holds */
  key: string;
  /** the deals as ranges or numbers in memory; undefined where they are computed or read as they are wanted */
  parts: readonly DealNumbers[] | undefined;
  /** of ranges: writes the numbers at indexes to `out`, which has room for as many and may be `indexes` itself */
  numbersAt: ((indexes: Float64Array, out: Float64Array) => void) | undefined;
  /** of a list, whose numbers `key` does not determine: a new checksum of them, which a resumed run compares */
  newChecksum: (() => Checksum) | undefined;
  /**
   * The numbers from index `from` to before index `to`. Rejects with an InputError or a ReadError where a list is wrong or
   * cannot be read.
   */
  numbers(from?: number, to?: number): NumberStream;
}

/** A source whose number of deals is known. */
export type CountedSource = DealSource & { count: number };

/** A source of ranges, or of numbers in memory. */
export function sourceOfParts(parts: readonly DealNumbers[], key: string): CountedSource {
  return {
    count: countAllNumbers(parts),
    key,
    parts,
    numbersAt: numbersByIndex(parts),
    newChecksum: undefined,
    numbers: (from = 0, to = Number.POSITIVE_INFINITY) => sliceParts(parts, from, to),
  };
}

/** The numbers from index `from` to before index `to` of all parts together. */
export function sliceParts(parts: readonly DealNumbers[], from: number, to: number): DealNumbers[] {
  let before = 0;
  return parts.flatMap((numbers) => {
    const count = countNumbers(numbers);
    const [first, end] = [Math.max(0, from - before), Math.min(count, to - before)];
    before += count;
    return first < end ? [sliceNumbers(numbers, first, end)] : [];
  });
}

/** Writes the numbers at indexes 0 .. count-1 of all parts together. */
function numbersByIndex(parts: readonly DealNumbers[]): DealSource['numbersAt'] {
  const range = rangeOf(parts);
  if (range !== undefined) {
    const { first } = range;
    return (indexes, out) => {
      for (let i = 0; i < indexes.length; i++) out[i] = first + indexes[i];
    };
  }
  let before = 0;
  const starts = parts.map((numbers) => {
    const start = before;
    before += countNumbers(numbers);
    return start;
  });
  return (indexes, out) => {
    for (let i = 0; i < indexes.length; i++) {
      const part = countBelow(starts.length, (other) => starts[other] <= indexes[i]) - 1;
      out[i] = numberAt(parts[part], indexes[i] - starts[part]);
    }
  };
}

/** The deals of a source from index `start` to before index `end`, or to its own end; `key` says which these are. */
export function sliceSource(source: DealSource, start: number, end: number, key: string): DealSource {
  const { count, parts } = source;
  return {
    ...source,
    count: count === undefined ? undefined : Math.min(count, end) - start,
    key: `${source.key} ${key}`,
    parts: parts && sliceParts(parts, start, end),
    numbersAt: undefined, // a sample is taken before a shard or a limit
    numbers: (from = 0, to = Number.POSITIVE_INFINITY) =>
      source.numbers(start + from, Math.min(end, start + to)),
  };
}

/** A source that is read as it is wanted: a list. */
export function sourceOfList(
  read: () => NumberStream,
  key: string,
  newChecksum: DealSource['newChecksum'],
): DealSource {
  return {
    count: undefined,
    key,
    parts: undefined,
    numbersAt: undefined,
    newChecksum,
    numbers: (from = 0, to = Number.POSITIVE_INFINITY) => sliceStream(read(), from, to),
  };
}

/** The numbers from index `from` to before index `to` of a stream, which is read to there. */
async function* sliceStream(
  stream: NumberStream,
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

/** The range that parts are, where they are one range and nothing else. */
export function rangeOf(parts: readonly DealNumbers[] = []): DealRange | undefined {
  const [numbers, ...others] = parts;
  if (numbers === undefined || others.length > 0) return undefined;
  return numbers instanceof Float64Array ? asRange(numbers) : numbers;
}

/** The numbers of a stream until `signal` aborts, whose reason is thrown: also where the stream never yields another. */
export async function* untilAborted(
  stream: NumberStream,
  signal: AbortSignal | undefined,
): AsyncGenerator<DealNumbers, void, void> {
  signal?.throwIfAborted();
  if (signal === undefined || !(Symbol.asyncIterator in stream)) return yield* stream;
  const source = stream[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { value, done } = await orAbort(source.next(), signal);
      if (done === true) return;
      yield value;
      signal.throwIfAborted();
    }
  } finally {
    const ended = Promise.resolve(source.return?.());
    if (!signal.aborted) await ended;
  }
}

/** A promise that rejects with the signal's reason if that aborts first. */
function orAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
