// Leaves deals out of a source: those of a list (exclude), the impossible ones (winnable), or all others (impossible).

import { countBelow, indexFrom } from '../common/binary-search.js';
import { PAUSE, untilAborted } from '../common/until-aborted.js';
import { FIRST_DEAL, LAST_DEAL } from '../game/constants.js';
import { countAll, type DealNumbers, type DealRange, listNumbers } from '../game/deal-numbers.js';
import { type DealSource, MIN_RANGE, type NumberStream, SEGMENT, sourceOfList } from './deal-source.js';
import { digestOf } from './digest.js';
import { impossibleDeals } from './facts.js';
import { type ListInput, readList } from './list/list.js';

/** Deals as ranges in ascending order, which neither meet nor touch: the first number of each range, and the last. */
export interface DealSet {
  first: Float64Array;
  last: Float64Array;
}

/** Reads deals in any order, also repeated and overlapping ones. */
export async function readDealSet(stream: NumberStream, signal?: AbortSignal): Promise<DealSet> {
  const arrays: Float64Array[] = [];
  const ranges: DealRange[] = [];
  for await (const numbers of untilAborted(stream, signal)) {
    if (numbers instanceof Float64Array) arrays.push(numbers.slice());
    else if (numbers !== PAUSE) ranges.push(numbers);
  }
  const sorted = (end: 'first' | 'last') =>
    sortedNumbers([...arrays, Float64Array.from(ranges, (range) => range[end])]);
  const first = sorted('first');
  const last = ranges.length === 0 ? first.slice() : sorted('last');
  // the i-th range in either order is apart from the next one if and only if exactly i ranges end before that begins
  let count = 0;
  for (let i = 1; i <= first.length; i++) {
    if (first[i] <= last[i - 1] + 1) continue;
    last[count++] = last[i - 1];
    if (i < first.length) first[count] = first[i];
  }
  return { first: first.subarray(0, count), last: last.subarray(0, count) };
}

function sortedNumbers(arrays: readonly Float64Array[]): Float64Array {
  const numbers = listNumbers(arrays);
  const isSorted = numbers.every((n, i) => i === 0 || numbers[i - 1] <= n);
  return isSorted ? numbers : numbers.sort(); // sorted numbers would take half as long as others
}

/** The options that leave deals out. */
interface LeavingOut {
  winnable?: boolean | undefined;
  impossible?: boolean | undefined;
  exclude?: ListInput | undefined;
}

/** Leaves deals out of ranges or a list. Rejects if the list to exclude cannot be read, or with the signal's reason. */
export async function leaveOut(
  source: DealSource,
  { winnable = false, impossible = false, exclude }: LeavingOut,
  signal?: AbortSignal,
): Promise<DealSource> {
  if (!winnable && !impossible && exclude === undefined) return source;
  const known = impossible ? between(impossibleDeals().numbers) : winnable ? [impossibleDeals().numbers] : [];
  async function* stream() {
    yield* known;
    if (exclude !== undefined) yield* readList(exclude);
  }
  const set = await readDealSet(stream(), signal);
  let key = `${source.key}${impossible ? ' impossible' : winnable ? ' winnable' : ''}`;
  if (exclude !== undefined) {
    const count = set.first.reduce((sum, n, i) => sum + set.last[i] + 1 - n, -countAll(known));
    const bytes = [set.first, set.last].map((ends) => new Uint8Array(ends.buffer, 0, ends.byteLength));
    key += ` exclude ${count} deals ${digestOf(...bytes)}`;
  }
  if (source.segments !== undefined) {
    const left = without(source.segments as DealRange[], set);
    const segments = exclude === undefined ? [...left.numbers()] : undefined; // these are few
    return { ...left, key, isFixed: true, segments };
  }
  const isLeft = (n: number) => !(set.first[indexFrom(set.last, n)] <= n);
  return sourceOfList(async function* () {
    for await (const numbers of source.numbers()) {
      if (numbers instanceof Float64Array) yield numbers.filter(isLeft);
      else yield* without([numbers], set).numbers();
    }
  }, key);
}

/** The ranges between sorted numbers, and before and after them. */
function between(numbers: Float64Array): DealRange[] {
  const ends = [FIRST_DEAL - 1, ...numbers, LAST_DEAL + 1];
  const ranges = ends.slice(1).map((end, i) => ({ first: (ends[i] as number) + 1, last: end - 1 }));
  return ranges.filter(({ first, last }) => first <= last);
}

/** The deals of ranges that are not in a set: ranges again, kept as their first numbers and the counts before them. */
function without(ranges: readonly DealRange[], { first, last }: DealSet) {
  const overlaps = ranges.map((range) => [indexFrom(last, range.first), indexFrom(first, range.last + 1)]);
  const most = overlaps.reduce((sum, [from, to]) => sum + to - from + 1, 0);
  const starts = new Float64Array(most);
  const before = new Float64Array(most + 1);
  let left = 0;
  for (const [i, range] of ranges.entries()) {
    const [from, to] = overlaps[i];
    let start = range.first;
    for (let j = from; j <= to; j++) {
      const end = j < to ? first[j] : range.last + 1;
      if (start < end) {
        starts[left] = start;
        before[left + 1] = before[left] + end - start;
        left++;
      }
      start = last[j] + 1;
    }
  }
  const count = before[left];
  /** The index of the range that the deal with an index is in. */
  const rangeAt = (index: number) => countBelow(left, (i) => before[i + 1] <= index);

  /** Long ranges as they are, the numbers of others in arrays. */
  function* numbers(from = 0, to = count): Generator<DealNumbers, void, void> {
    const array = new Float64Array(SEGMENT);
    let filled = 0;
    const end = Math.min(to, count);
    let index = from;
    for (let i = rangeAt(from); index < end; i++) {
      const length = Math.min(before[i + 1], end) - index;
      const start = starts[i] + index - before[i];
      index += length;
      const isLong = length >= MIN_RANGE;
      if (filled > 0 && (isLong || filled > SEGMENT - MIN_RANGE)) {
        yield array.slice(0, filled);
        filled = 0;
      }
      if (isLong) yield { first: start, last: start + length - 1 };
      else for (let n = start; n < start + length; n++) array[filled++] = n;
    }
    if (filled > 0) yield array.slice(0, filled);
  }

  const numberAtIndex = (index: number) => {
    const i = rangeAt(index);
    return starts[i] + index - before[i];
  };
  return { count, numberAtIndex, numbers };
}
