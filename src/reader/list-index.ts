// Finds the record of a deal in a list. A list may be in any order; most lists ascend.

import { countBelow } from '../common/binary-search.js';
import { ReadError } from '../common/errors.js';
import { LAST_DEAL } from '../game/constants.js';
import type { RecordFile } from './record-file.js';

/** Bits of a position in the index, an entry of 64 bits; the bits above them hold the deal number. */
const POSITION_BITS = BigInt(64 - LAST_DEAL.toString(2).length);

/**
 * Finds records by the numbers of their deals.
 * It tries the record after the last one found, then a binary search, which may succeed in any list. At its first failure it
 * reads the whole list to see whether it ascends; if not, it reads the list once more for an index of 8 bytes per record.
 */
export class Lookup {
  readonly #list: RecordFile;
  /** position that the next search tries first */
  next = 0;
  #ascends = false; // false as long as it is unknown
  #index: BigUint64Array | undefined;

  constructor(list: RecordFile) {
    this.#list = list;
  }

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
    const index = this.#index;
    const lowest = lowestOf(n);
    const entry = index[countBelow(index.length, (i) => index[i] < lowest)];
    return entry === undefined || entry >= lowestOf(n + 1) ? undefined : Number(entry - lowest);
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

/** Returns number and position of each record as one integer, the number in the high bits; ascending. */
function indexOf(list: RecordFile): BigUint64Array {
  const index = memoryFor(list);
  list.everyNumber((n, position) => {
    index[position] = lowestOf(n) + BigInt(position);
    return true;
  });
  return index.sort();
}

function lowestOf(n: number): bigint {
  return BigInt(n) << POSITION_BITS;
}

function memoryFor({ path, contents: { count } }: RecordFile): BigUint64Array {
  try {
    if (count <= 2n ** POSITION_BITS) return new BigUint64Array(count);
  } catch {
    // the memory is too small
  }
  throw new ReadError(path, new Error(`its ${count} records are in no order and are too many to be indexed`));
}
