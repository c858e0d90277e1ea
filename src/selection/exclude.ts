// Leaves out the deals of a list, which is kept in memory.

import { countBelow } from '../common/binary-search.js';
import type { DealNumbers, DealRange } from '../game/deal-numbers.js';
import { type DealSource, sourceOfList, sourceOfSegments } from './deal-source.js';
import { type Excluded, readExcluded } from './excluded.js';
import { type DealList, readList } from './list/list.js';

/** A range of fewer numbers costs more than an array of them. */
const MIN_RANGE = 64;
const SEGMENT = 16384;

/** Reads a list and leaves its deals out of a source. Rejects if the list cannot be read, or with the signal's reason. */
export async function excludeFrom(
  source: DealSource,
  list: DealList,
  signal: AbortSignal | undefined,
): Promise<DealSource> {
  const excluded = await readExcluded(readList(list), signal);
  const key = `${source.key} exclude ${excluded.count} deals ${excluded.checksum}`;
  const { segments } = source;
  if (segments === undefined) {
    const read = async function* () {
      for await (const numbers of source.numbers()) yield* without(numbers, excluded);
    };
    return sourceOfList(read, key);
  }
  const [numbers] = segments;
  if (numbers instanceof Float64Array) return sourceOfSegments([...without(numbers, excluded)], key);
  return rangesWithout(segments as DealRange[], excluded, key); // segments are one array, or all ranges
}

/** A source of ranges without the excluded numbers. Any index is found without reading the numbers before it. */
function rangesWithout(ranges: readonly DealRange[], excluded: Excluded, key: string): DealSource {
  let count = 0;
  const spans = ranges.map(({ first, last }) => {
    const [below, to] = [first, last + 1].map((n) => n - excluded.countBelow(n)) as [number, number];
    const start = count;
    count += to - below;
    return { below, start, end: count }; // below: the numbers below the range that are not excluded
  });

  function numberAtIndex(index: number): number {
    const { below, start } = spans[countBelow(spans.length, (i) => spans[i].start <= index) - 1];
    return excluded.otherAt(below + index - start);
  }

  function* numbers(from = 0, to = count): Generator<DealNumbers, void, void> {
    for (const { start, end } of spans) {
      const [first, after] = [Math.max(from, start), Math.min(to, end)];
      if (first >= after) continue;
      yield* without({ first: numberAtIndex(first), last: numberAtIndex(after - 1) }, excluded);
    }
  }

  return { count, key, isFixed: true, numberAtIndex, numbers };
}

/** The numbers that are not excluded, in order. An array is valid until the next segment is asked for. */
function* without(numbers: DealNumbers, excluded: Excluded): Generator<DealNumbers, void, void> {
  if (numbers instanceof Float64Array) {
    yield numbers.filter((n) => !excluded.has(n));
    return;
  }
  const array = new Float64Array(SEGMENT);
  let filled = 0;
  const { runs } = excluded;
  let { first } = numbers;
  let i = excluded.indexFrom(first);
  if (excluded.isInRun(i)) first = runs[i++] + 1;
  while (first <= numbers.last) {
    const next = i < runs.length ? Math.abs(runs[i]) : Number.POSITIVE_INFINITY;
    const last = Math.min(numbers.last, next - 1);
    const isLong = last - first + 1 >= MIN_RANGE;
    if (filled > 0 && (isLong || filled > SEGMENT - MIN_RANGE)) {
      yield array.subarray(0, filled);
      filled = 0;
    }
    if (isLong) yield { first, last };
    else for (let n = first; n <= last; n++) array[filled++] = n;
    if (runs[i] < 0) i++;
    first = i < runs.length ? runs[i++] + 1 : Number.POSITIVE_INFINITY;
  }
  if (filled > 0) yield array.subarray(0, filled);
}
