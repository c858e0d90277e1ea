// Where in a list the record of a deal stands. A list may be in any order; most ascend.

import { countBelow } from '../common/binary-search.js';
import { ReadError } from '../common/errors.js';
import { LAST_DEAL } from '../game/constants.js';
import type { RecordFile } from './record-file.js';

/** Bits of a position in the index, an entry of 64 bits; the bits above them hold the deal number. */
const POSITION_BITS = BigInt(64 - LAST_DEAL.toString(2).length);

/**
 * Looks where the last search makes it likely, then as if the list ascended: a hit is a hit, whether it does or not.
 * At the first miss the list is read as a whole to see whether it ascends; if not, it is read once more for an index of
 * 8 bytes a record.
 */
export class Lookup {
  readonly #list: RecordFile;
  /** where the next search looks first */
  next = 0;
  #ascends = false; // as far as is known
  #index: BigUint64Array | undefined;

  constructor(list: RecordFile) {
    this.#list = list;
  }

  /** The position of a record of deal n; undefined where there is none. */
  find(n: number): number | undefined {
    const isNext = this.next < this.#list.contents.count && this.#list.numberAt(this.next) === n;
    const position = isNext ? this.next : this.#search(n);
    if (position !== undefined) this.next = position + 1;
    return position;
  }

  #search(n: number): number | undefined {
    if (this.#index === undefined) {
      const { count } = this.#list.contents;
      const position = countBelow(count, (i) => this.#list.numberAt(i) < n);
      if (position < count && this.#list.numberAt(position) === n) return position;
      this.#ascends ||= ascends(this.#list);
      if (this.#ascends) return undefined;
      this.#index = indexOf(this.#list);
    }
    return positionIn(this.#index, n);
  }
}

function ascends(list: RecordFile): boolean {
  let before = 0;
  return list.everyNumber((n) => {
    const isAbove = n >= before;
    before = n;
    return isAbove;
  });
}

/** Number and position of each record as one integer, the number above; ascending. */
function indexOf(list: RecordFile): BigUint64Array {
  const index = memoryFor(list);
  list.everyNumber((n, position) => {
    index[position] = lowestOf(n) + BigInt(position);
    return true;
  });
  return index.sort();
}

/** The entry of deal n at position 0. */
function lowestOf(n: number): bigint {
  return BigInt(n) << POSITION_BITS;
}

function memoryFor({ path, contents: { count } }: RecordFile): BigUint64Array {
  try {
    if (count <= 2n ** POSITION_BITS) return new BigUint64Array(count);
  } catch {
    // there is not so much memory
  }
  throw new ReadError(
    path,
    new Error(`its ${count} records stand in no order and are too many to be indexed`),
  );
}

/** The first position of deal n in an index. */
function positionIn(index: BigUint64Array, n: number): number | undefined {
  const lowest = lowestOf(n);
  const entry = index[countBelow(index.length, (i) => index[i] < lowest)];
  return entry === undefined || entry >= lowestOf(n + 1) ? undefined : Number(entry - lowest);
}
