// A set of deals, such as those of --exclude. The set is kept as ascending ranges that do not touch, 8 bytes per range.
//
// The rest, which is every deal that is not in the set, is counted by ranks. The rank of a deal is the number of whole
// numbers below it, from 0 on, that are in the rest. So what is left of a range of deals is a range of ranks, without
// gaps. For example:
//
//     the set 3, 4, 7    deal    0  1  2  3  4  5  6  7  8
//                        rank    0  1  2  -  -  3  4  -  5       what is left of the deals 2..8 has the ranks 2..5
//
// Two numbers per range of the set are enough to go from deals to ranks and back: the rank of the first deal after the
// range, and how many deals of the set are below the range. For 3..4 they are 3 and 0, for 7 they are 5 and 2.

import { countBelow } from '../common/binary-search.js';
import { PAUSE, untilAborted } from '../common/until-aborted.js';
import type { DealRange } from '../game/deal-numbers.js';
import type { NumberStream } from './deal-source.js';

const WORD = 2 ** 32;

/** Ascending numbers below 2^33, of which only the lower 32 bits are kept. The first `low` numbers are below 2^32. */
class Ascending {
  constructor(
    readonly words: Uint32Array,
    public low = 0,
  ) {}

  at(i: number): number {
    return i < this.low ? this.words[i] : this.words[i] + WORD;
  }

  /** Sets the next number. */
  set(i: number, n: number): void {
    this.words[i] = n;
    if (n < WORD) this.low = i + 1;
  }
}

export class DealSet {
  #ranges = 0;
  readonly #ranks: Ascending; // per range, the rank of the first deal after it
  readonly #before: Ascending; // per range, the deals of the set below it; at the end, the deals of the whole set

  /**
   * @param numbers ascending, perhaps repeated; the set takes over their memory
   * @param ranges ascending by their first deals, each of which is among the numbers, too
   */
  constructor(numbers: Ascending, ranges: readonly DealRange[]) {
    this.#ranks = new Ascending(numbers.words); // numbers and ranks share memory: the ranks never overtake the numbers
    this.#before = new Ascending(new Uint32Array(numbers.words.length + 1));
    // deals of the set so far; the number after the last of them; index of the next range
    let [count, end, next] = [0, 0, 0];
    for (let i = 0; i < numbers.words.length; i++) {
      const n = numbers.at(i);
      if (n > end) {
        // n begins a new range of the set
        this.#ranks.set(this.#ranges, n - count);
        this.#before.set(this.#ranges++, count);
        end = n;
      }
      let after = n + 1;
      for (; ranges[next]?.first === n; next++) after = Math.max(after, ranges[next].last + 1);
      count += Math.max(0, after - end); // deals from n on that are not in the set yet
      end = Math.max(after, end);
    }
    this.#before.set(this.#ranges, count);
  }

  /** number of deals */
  get count(): number {
    return this.#before.at(this.#ranges);
  }

  /** The rank of a deal of the rest; for a deal of the set, the rank of the next deal of the rest. */
  rankOf(n: number): number {
    const i = countBelow(this.#ranges, (i) => this.#ranks.at(i) + this.#before.at(i) < n);
    return Math.max(n - this.#before.at(i), i > 0 ? this.#ranks.at(i - 1) : 0);
  }

  /** The deals of a range of ranks, as the ranges between those of the set. */
  *dealsOf({ first, last }: DealRange): Generator<DealRange, void, void> {
    let i = countBelow(this.#ranges, (i) => this.#ranks.at(i) <= first);
    for (let rank = first; rank <= last; i++) {
      const before = this.#before.at(i);
      const end = i < this.#ranges ? Math.min(this.#ranks.at(i), last + 1) : last + 1;
      yield { first: rank + before, last: end - 1 + before };
      rank = end;
    }
  }

  /** The deal of the rest that has a rank. */
  dealOf(rank: number): number {
    return rank + this.#before.at(countBelow(this.#ranges, (i) => this.#ranks.at(i) <= rank));
  }

  /** The data by which two sets differ, for a digest. */
  contents(): (Uint32Array | string)[] {
    const words = [this.#ranks, this.#before].map((numbers) => numbers.words.subarray(0, this.#ranges));
    return [...words, `${this.#ranks.low} ${this.#before.low}`];
  }
}

/**
 * Reads deals in any order, also repeated and overlapping ones. Of a range, the first deal goes among the numbers. The
 * numbers from 2^32 on are kept and sorted apart from those below, so that each takes 4 bytes.
 */
export async function readDealSet(stream: NumberStream, signal?: AbortSignal): Promise<DealSet> {
  const ranges: DealRange[] = [];
  const [low, high]: Uint32Array[][] = [[], []];
  const add = (numbers: Float64Array) => {
    low.push(new Uint32Array(numbers.filter((n) => n < WORD)));
    high.push(new Uint32Array(numbers.filter((n) => n >= WORD)));
  };
  for await (const numbers of untilAborted(stream, signal)) {
    if (numbers instanceof Float64Array) add(numbers);
    else if (numbers !== PAUSE) ranges.push(numbers);
  }
  ranges.sort((a, b) => a.first - b.first);
  add(Float64Array.from(ranges, ({ first }) => first));
  const [lows, highs] = [low, high].map((some) => some.reduce((sum, { length }) => sum + length, 0));
  const words = new Uint32Array(lows + highs);
  let at = 0;
  for (const some of [...low, ...high]) {
    words.set(some, at);
    at += some.length;
  }
  for (const half of [words.subarray(0, lows), words.subarray(lows)]) half.sort();
  return new DealSet(new Ascending(words, lows), ranges);
}
