// Leaves deals out of a source: a list (exclude), impossible deals (winnable), possible ones, or unknown `cells`.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { FIRST_DEAL, LAST_DEAL } from '../game/constants.js';
import { countAll, countNumbers, type DealNumbers, type DealRange } from '../game/deal-numbers.js';
import { type DealSet, readDealSet } from './deal-set.js';
import {
  type DealSource,
  MIN_RANGE,
  numbersByIndex,
  SEGMENT,
  sliceSegments,
  sourceOfList,
  sourceOfSegments,
} from './deal-source.js';
import { digestOf } from './digest.js';
import { impossibleDeals, knownCells } from './facts.js';
import { type ListInput, readList } from './list/list.js';

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
  const unfit = impossible ? between(impossibleDeals().numbers) : winnable ? [impossibleDeals().numbers] : [];
  async function* stream() {
    yield* unfit;
    if (exclude !== undefined) yield* readList(exclude);
  }
  const set = await readDealSet(exclude === undefined ? unfit : stream(), signal);
  let key = `${source.key}${impossible ? ' impossible' : winnable ? ' winnable' : ''}`;
  if (exclude !== undefined)
    key += ` exclude ${set.count - countAll(unfit)} deals ${digestOf(...set.contents())}`;
  if (source.segments !== undefined) {
    const rest = without(source.segments as DealRange[], set);
    const segments = exclude === undefined ? [...rest.numbers()] : undefined; // about 100,000 at most
    return { ...rest, key, isFixed: true, segments };
  }
  return sourceOfList(async function* () {
    for await (const numbers of source.numbers()) {
      if (numbers instanceof Float64Array)
        yield numbers.filter((n) => set.dealOf(set.rankOf(n)) === n); // not in set
      else yield* without([numbers], set).numbers();
    }
  }, key);
}

/** Leaves out the deals whose `cells` are not known, and counts them. */
export function withKnownCells(source: DealSource): { source: DealSource; countUnknown(): number } {
  const { key, isFixed, segments } = source;
  let unknown = 0;
  const only = (numbers: readonly DealNumbers[]) => {
    const known = knownCells().only(numbers);
    unknown += countAll(numbers) - known.length;
    return known;
  };
  async function* read() {
    for await (const numbers of source.numbers()) {
      yield only([numbers]);
      await nextTurn(); // most segments keep no deal: without turns, signals and a limit would wait
    }
  }
  const known = segments ? sourceOfSegments([only(segments)], key) : { ...sourceOfList(read, key), isFixed };
  return { source: known, countUnknown: () => unknown };
}

/** The ranges between sorted numbers, and before and after them. */
function between(numbers: Float64Array): DealRange[] {
  const ends = [FIRST_DEAL - 1, ...numbers, LAST_DEAL + 1];
  const ranges = ends.slice(1).map((end, i) => ({ first: (ends[i] as number) + 1, last: end - 1 }));
  return ranges.filter(({ first, last }) => first <= last);
}

/** The deals of the ranges outside the set. Per range, their ranks are a range (see deal-set.ts). */
function without(ranges: readonly DealRange[], set: DealSet) {
  const ranks = ranges
    .map(({ first, last }) => ({ first: set.rankOf(first), last: set.rankOf(last + 1) - 1 }))
    .filter(({ first, last }) => first <= last);
  const count = countAll(ranks);
  const rankAt = numbersByIndex(ranks);

  /** Yields long ranges as ranges, and the numbers of short ones in arrays. */
  function* numbers(from = 0, to = count): Generator<DealNumbers, void, void> {
    const array = new Float64Array(SEGMENT);
    let filled = 0;
    for (const some of sliceSegments(ranks, from, to) as DealRange[]) {
      for (const range of set.dealsOf(some)) {
        const isLong = countNumbers(range) >= MIN_RANGE;
        if (filled > 0 && (isLong || filled > SEGMENT - MIN_RANGE)) {
          yield array.slice(0, filled);
          filled = 0;
        }
        if (isLong) yield range;
        else for (let n = range.first; n <= range.last; n++) array[filled++] = n;
      }
    }
    if (filled > 0) yield array.slice(0, filled);
  }

  return { count, numberAtIndex: (index: number) => set.dealOf(rankAt(index)), numbers };
}
