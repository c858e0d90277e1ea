// Leaves out the deals of a list, which is kept in memory as a sorted array: 8 bytes per number.

import { countBelow } from '../common/binary-search.js';
import {
  countAllNumbers,
  countNumbers,
  type DealNumbers,
  type DealRange,
  numberAt,
} from '../game/deal-numbers.js';
import { listChecksum } from './checksum.js';
import {
  type DealSource,
  type NumberStream,
  sourceOfList,
  sourceOfSegments,
  untilAborted,
} from './deal-source.js';
import { type List, readList } from './list/list.js';

/** A range of fewer numbers costs more than an array of them. */
const MIN_RANGE = 64;
/** Numbers of an array at most. */
const SEGMENT = 16384;

/** Reads a list and leaves its deals out of a source. Rejects if the list cannot be read, or with the signal's reason. */
export async function excludeFrom(
  source: DealSource,
  list: List,
  signal: AbortSignal | undefined,
): Promise<DealSource> {
  const excluded = await sortedNumbers(untilAborted(readList(list), signal));
  const checksum = listChecksum();
  checksum.add(excluded);
  const key = `${source.key} exclude ${excluded.length} deals ${checksum.value}`;
  const { segments, newChecksum } = source;
  if (segments === undefined)
    return sourceOfList(() => streamWithout(source.numbers(), excluded), key, newChecksum);
  const [numbers] = segments;
  if (numbers instanceof Float64Array) return sourceOfSegments([...without(numbers, excluded)], key);
  return rangesWithout(segments as DealRange[], excluded, key); // segments are one array, or all ranges
}

/** The distinct numbers of a stream, ascending. */
async function sortedNumbers(stream: AsyncIterable<DealNumbers>): Promise<Float64Array> {
  const copies: Float64Array[] = [];
  for await (const numbers of stream) {
    const copy = new Float64Array(countNumbers(numbers));
    if (numbers instanceof Float64Array) copy.set(numbers);
    else for (let i = 0; i < copy.length; i++) copy[i] = numberAt(numbers, i);
    copies.push(copy);
  }
  const all = new Float64Array(countAllNumbers(copies));
  let filled = 0;
  for (const copy of copies.splice(0)) {
    all.set(copy, filled);
    filled += copy.length;
  }
  all.sort();
  let distinct = 0;
  for (let i = 0; i < all.length; i++) if (i === 0 || all[i] !== all[i - 1]) all[distinct++] = all[i];
  return all.subarray(0, distinct);
}

/** The number of excluded numbers below n. */
function below(excluded: Float64Array, n: number): number {
  return countBelow(excluded.length, (i) => excluded[i] < n);
}

/** A source of ranges without the excluded numbers. Any index is found without reading the numbers before it. */
function rangesWithout(ranges: readonly DealRange[], excluded: Float64Array, key: string): DealSource {
  let count = 0;
  const spans = ranges.map(({ first, last }) => {
    const [from, to] = [below(excluded, first), below(excluded, last + 1)]; // indexes in `excluded`
    const start = count;
    count += last - first + 1 - (to - from);
    return { first, from, to, start, end: count };
  });

  function numberAtIndex(index: number): number {
    const { first, from, to, start } = spans[countBelow(spans.length, (i) => spans[i].start <= index) - 1];
    const rest = index - start;
    return first + rest + countBelow(to - from, (i) => excluded[from + i] - first - i <= rest);
  }

  function* numbers(from = 0, to = count): Generator<DealNumbers, void, void> {
    for (const { start, end } of spans) {
      const [first, after] = [Math.max(from, start), Math.min(to, end)];
      if (first >= after) continue;
      yield* without({ first: numberAtIndex(first), last: numberAtIndex(after - 1) }, excluded);
    }
  }

  function indexesToNumbers(indexes: Float64Array): void {
    for (let i = 0; i < indexes.length; i++) indexes[i] = numberAtIndex(indexes[i]);
  }

  return { count, key, indexesToNumbers, numbers };
}

async function* streamWithout(
  stream: NumberStream,
  excluded: Float64Array,
): AsyncGenerator<DealNumbers, void, void> {
  for await (const numbers of stream) yield* without(numbers, excluded);
}

/** The numbers that are not excluded, in order. An array is valid until the next segment is asked for. */
function* without(numbers: DealNumbers, excluded: Float64Array): Generator<DealNumbers, void, void> {
  if (numbers instanceof Float64Array) {
    yield numbers.filter((n) => excluded[below(excluded, n)] !== n);
    return;
  }
  const array = new Float64Array(SEGMENT);
  let filled = 0;
  let first = numbers.first;
  for (let i = below(excluded, first); first <= numbers.last; i++) {
    const last = Math.min(numbers.last, (excluded[i] ?? Number.POSITIVE_INFINITY) - 1);
    const isLong = last - first + 1 >= MIN_RANGE;
    if (filled > 0 && (isLong || filled > SEGMENT - MIN_RANGE)) {
      yield array.subarray(0, filled);
      filled = 0;
    }
    if (isLong) yield { first, last };
    else for (let n = first; n <= last; n++) array[filled++] = n;
    first = last + 2;
  }
  if (filled > 0) yield array.subarray(0, filled);
}
