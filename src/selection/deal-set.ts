// A set of deals, such as those of --exclude, as ascending ranges that do not touch: 8 bytes each. A deal that is not in the set
// has a rank: how many whole numbers below the deal are not in the set either. Without the set, a range of deals is a range of ranks.

import { countBelow } from '../common/binary-search.js';
import { PAUSE, untilAborted } from '../common/until-aborted.js';
import type { DealRange } from '../game/deal-numbers.js';
import type { NumberStream } from './deal-source.js';

const WORD = 2 ** 32;

/** Ascending numbers below 2^33: the lower 32 bits of each, and how many of them are below 2^32. */
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
  readonly #ranks: Ascending; // of the first deals after each range
  readonly #before: Ascending; // deals of the set before each range, then all

  /**
   * @param numbers ascending; their memory is used
   * @param ranges ascending by their first deals, which are among the numbers, too
   */
  constructor(numbers: Ascending, ranges: readonly DealRange[]) {
    this.#ranks = new Ascending(numbers.words); // no range is written before its first number is read
    this.#before = new Ascending(new Uint32Array(numbers.words.length + 1));
    let [count, end, next] = [0, 0, 0]; // deals of the set; the number after them; index of the next range
    for (let i = 0; i < numbers.words.length; i++) {
      const n = numbers.at(i);
      if (n > end || i === 0) {
        this.#ranks.set(this.#ranges, n - count);
        this.#before.set(this.#ranges++, count);
        end = n;
      }
      let after = n + 1;
      for (; ranges[next]?.first === n; next++) after = Math.max(after, ranges[next].last + 1);
      count += Math.max(0, after - end);
      end = Math.max(after, end);
    }
    this.#before.set(this.#ranges, count);
  }

  /** number of deals */
  get count(): number {
    return this.#before.at(this.#ranges);
  }

  /** The rank of a deal; of a deal in the set, that of the next one which is not. */
  rankOf(n: number): number {
    const i = countBelow(this.#ranges, (i) => this.#ranks.at(i) + this.#before.at(i) < n);
    return Math.max(n - this.#before.at(i), i > 0 ? this.#ranks.at(i - 1) : 0);
  }

  /** The deals with consecutive ranks, as ranges. */
  *dealsOf({ first, last }: DealRange): Generator<DealRange, void, void> {
    let i = countBelow(this.#ranges, (i) => this.#ranks.at(i) <= first);
    for (let rank = first; rank <= last; i++) {
      const before = this.#before.at(i);
      const end = i < this.#ranges ? Math.min(this.#ranks.at(i), last + 1) : last + 1;
      yield { first: rank + before, last: end - 1 + before };
      rank = end;
    }
  }

  dealOf(rank: number): number {
    return rank + this.#before.at(countBelow(this.#ranges, (i) => this.#ranks.at(i) <= rank));
  }

  /** What differs between two sets. */
  contents(): (Uint8Array | string)[] {
    const all = [this.#ranks, this.#before];
    const bytes = all.map(
      ({ words }) => new Uint8Array(words.buffer, 0, words.BYTES_PER_ELEMENT * this.#ranges),
    );
    return [...bytes, `${this.#ranks.low} ${this.#before.low}`];
  }
}

/** Reads deals in any order, also repeated and overlapping ones. */
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
