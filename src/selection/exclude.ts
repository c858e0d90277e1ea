// Leaves deals out of a source: those of a list (exclude), those known to be impossible (winnable), or all others (impossible).

import { setImmediate as nextTurn } from 'node:timers/promises';
import { countBelow } from '../common/binary-search.js';
import { grouped, InputError } from '../common/errors.js';
import { FIRST_DEAL, LAST_DEAL } from '../game/constants.js';
import { countAllNumbers, type DealNumbers, type DealRange } from '../game/deal-numbers.js';
import {
  type DealSource,
  type NumberStream,
  numbersByIndex,
  sliceSegments,
  sourceOfList,
  untilAborted,
} from './deal-source.js';
import { digestOf } from './digest.js';
import { impossibleNumbers } from './impossible.js';
import { type DealList, readList } from './list/list.js';

/** Numbers and ranges at most: 3 GiB, and a third more while they are sorted. */
const MOST = 2 ** 27;
/** A range of fewer numbers costs more than an array of them. */
const MIN_RANGE = 64;
const SEGMENT = 16384;

/** Deals as ranges in ascending order, which neither meet nor touch. */
export class DealSet {
  /** at each index, the number of deals in the ranges before it; at the end, of all deals */
  readonly before: Float64Array;

  constructor(
    readonly first: Float64Array,
    readonly last: Float64Array,
  ) {
    this.before = new Float64Array(first.length + 1);
    for (let i = 0; i < first.length; i++) this.before[i + 1] = this.before[i] + last[i] + 1 - first[i];
  }

  get count(): number {
    return this.before[this.first.length];
  }

  /** The index of the first range that ends at n or after it. */
  indexFrom(n: number): number {
    return countBelow(this.last.length, (i) => this.last[i] < n);
  }

  has(n: number): boolean {
    return this.first[this.indexFrom(n)] <= n;
  }

  /** How many other numbers are below n. Counts 0 as such a number. */
  othersBelow(n: number): number {
    const i = this.indexFrom(n);
    return Math.min(n, this.first[i] ?? n) - this.before[i];
  }

  /** The number that is not in the set and has `index` other numbers below it. */
  otherAt(index: number): number {
    return index + this.before[countBelow(this.first.length, (i) => this.first[i] - this.before[i] <= index)];
  }
}

/** Reads deals in any order, and adds known ones. Rejects with an InputError if they are too many for the memory. */
export async function readDealSet(
  stream: NumberStream,
  known: readonly DealNumbers[] = [],
  signal?: AbortSignal,
  most = MOST,
): Promise<DealSet> {
  const arrays: Float64Array[] = [];
  const ranges: DealRange[] = [];
  let count = 0;
  const add = (numbers: DealNumbers) => {
    if (numbers instanceof Float64Array) arrays.push(numbers.slice());
    else ranges.push(numbers);
    count += numbers instanceof Float64Array ? numbers.length : 1;
    if (count <= most) return;
    throw new InputError(
      `exclude takes at most ${grouped(most)} numbers and ranges; exclude fewer at a time`,
    );
  };
  known.forEach(add);
  for await (const numbers of untilAborted(stream, signal)) add(numbers);
  const sorted = async (end: 'first' | 'last') => {
    await nextTurn();
    signal?.throwIfAborted();
    return sortedNumbers([...arrays, new Float64Array(ranges.map((range) => range[end]))], count);
  };
  const first = await sorted('first');
  return joined(first, ranges.length === 0 ? first.slice() : await sorted('last'));
}

function sortedNumbers(arrays: readonly Float64Array[], count: number): Float64Array {
  const numbers = new Float64Array(count);
  let filled = 0;
  for (const array of arrays) {
    numbers.set(array, filled);
    filled += array.length;
  }
  const isSorted = numbers.every((n, i) => i === 0 || numbers[i - 1] <= n);
  return isSorted ? numbers : numbers.sort(); // sorted numbers would take half as long as others
}

/**
 * Makes a set of ranges that may overlap.
 * @param first the first number of each range, sorted, and `last` the last one of each, sorted, too. The i-th range in either
 * order is apart from the next one if and only if exactly i ranges end before that begins.
 */
function joined(first: Float64Array, last: Float64Array): DealSet {
  let count = 0;
  for (let i = 1; i <= first.length; i++) {
    if (first[i] <= last[i - 1] + 1) continue;
    last[count++] = last[i - 1];
    if (i < first.length) first[count] = first[i];
  }
  return new DealSet(first.subarray(0, count), last.subarray(0, count));
}

/** The options that leave deals out. */
interface LeavingOut {
  winnable?: boolean | undefined;
  impossible?: boolean | undefined;
  exclude?: DealList | undefined;
}

/** Leaves deals out of ranges or a list. Rejects if the list to exclude cannot be read, or with the signal's reason. */
export async function leaveOut(
  source: DealSource,
  { winnable = false, impossible = false, exclude }: LeavingOut,
  signal?: AbortSignal,
): Promise<DealSource> {
  if (!winnable && !impossible && exclude === undefined) return source;
  const known = impossible ? between(impossibleNumbers()) : winnable ? [impossibleNumbers()] : [];
  const set = await readDealSet(exclude === undefined ? [] : readList(exclude), known, signal);
  const key = `${source.key}${impossible ? ' impossible' : winnable ? ' winnable' : ''}`;
  if (exclude === undefined) return sourceWithout(source, set, key, true);
  const count = set.count - countAllNumbers(known);
  const digest = digestOf(
    ...[set.first, set.last].map(({ buffer, byteLength }) => new Uint8Array(buffer, 0, byteLength)),
  );
  return sourceWithout(source, set, `${key} exclude ${count} deals ${digest}`, false);
}

/** The deals of ranges or a list that are not in a set. `hasSegments` is for few ranges. */
function sourceWithout(source: DealSource, set: DealSet, key: string, hasSegments: boolean): DealSource {
  if (source.segments === undefined) {
    const read = async function* () {
      for await (const numbers of source.numbers()) yield* without(numbers, set);
    };
    return sourceOfList(read, key);
  }
  // each range as the indexes that its first and its last number have among all numbers that are not in the set
  const ranges = (source.segments as DealRange[])
    .map(({ first, last }) => ({ first: set.othersBelow(first), last: set.othersBelow(last + 1) - 1 }))
    .filter(({ first, last }) => first <= last);
  const indexAt = numbersByIndex(ranges);
  function* numbers(from = 0, to = Number.POSITIVE_INFINITY) {
    for (const { first, last } of sliceSegments(ranges, from, to) as DealRange[])
      yield* without({ first: set.otherAt(first), last: set.otherAt(last) }, set);
  }
  return {
    count: countAllNumbers(ranges),
    key,
    isFixed: true,
    segments: hasSegments ? [...numbers()] : undefined,
    numberAtIndex: (index) => set.otherAt(indexAt(index)),
    numbers,
  };
}

/** The ranges between sorted numbers, and before and after them. */
function between(numbers: Float64Array): DealRange[] {
  const ends = [FIRST_DEAL - 1, ...numbers, LAST_DEAL + 1];
  const ranges = ends.slice(1).map((end, i) => ({ first: (ends[i] as number) + 1, last: end - 1 }));
  return ranges.filter(({ first, last }) => first <= last);
}

/** The numbers of a segment that are not in a set, in order. */
function* without(numbers: DealNumbers, set: DealSet): Generator<DealNumbers, void, void> {
  if (numbers instanceof Float64Array) {
    yield numbers.filter((n) => !set.has(n));
    return;
  }
  const array = new Float64Array(SEGMENT);
  let filled = 0;
  let from = numbers.first;
  for (let i = set.indexFrom(from); from <= numbers.last; i++) {
    const to = Math.min(numbers.last, i < set.first.length ? set.first[i] - 1 : numbers.last);
    const isLong = to - from + 1 >= MIN_RANGE;
    if (filled > 0 && (isLong || filled > SEGMENT - MIN_RANGE)) {
      yield array.slice(0, filled);
      filled = 0;
    }
    if (isLong) yield { first: from, last: to };
    else for (let n = from; n <= to; n++) array[filled++] = n;
    from = i < set.last.length ? set.last[i] + 1 : Number.POSITIVE_INFINITY;
  }
  if (filled > 0) yield array.slice(0, filled);
}
