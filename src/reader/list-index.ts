// Where in a list the record of a deal stands. A list may be in any order; most ascend.

import { countBelow } from '../common/binary-search.js';
import { ReadError } from '../common/errors.js';

/** Bits of a position in the index; the number of a deal has the 33 above them. */
const POSITION_BITS = 31;

/** The records of a list, by their position from 0 on. */
export interface ListRecords {
  name: string; // for messages
  count: number;
  /** the number of the deal at `position`, out of the file */
  numberAt(position: number): number;
  /** whether `test` holds for all records in the order of the file; ends at the first for which it does not */
  every(test: (n: number, position: number) => boolean): boolean;
}

/**
 * Looks where the last search makes it likely, then as if the list ascended: a hit is a hit, whether it does or not.
 * At the first miss the list is read as a whole to see whether it ascends; if not, it is read once more for an index of
 * 8 bytes a record.
 */
export class Lookup {
  readonly #list: ListRecords;
  /** where the next search looks first */
  next = 0;
  #ascends = false; // as far as is known
  #index: BigUint64Array | undefined;

  constructor(list: ListRecords) {
    this.#list = list;
  }

  /** The position of a record of deal n; undefined where there is none. */
  find(n: number): number | undefined {
    const { count, numberAt } = this.#list;
    const isNext = this.next < count && numberAt(this.next) === n;
    const position = isNext ? this.next : this.#search(n);
    if (position !== undefined) this.next = position + 1;
    return position;
  }

  #search(n: number): number | undefined {
    if (this.#index === undefined) {
      const { count, numberAt } = this.#list;
      const position = countBelow(count, (i) => numberAt(i) < n);
      if (position < count && numberAt(position) === n) return position;
      this.#ascends ||= ascends(this.#list);
      if (this.#ascends) return undefined;
      this.#index = indexOf(this.#list);
    }
    return positionIn(this.#index, n);
  }
}

function ascends(list: ListRecords): boolean {
  let before = 0;
  return list.every((n) => {
    const isAbove = n >= before;
    before = n;
    return isAbove;
  });
}

/** Number and position of each record as one integer, the number above; ascending. */
function indexOf(list: ListRecords): BigUint64Array {
  const index = roomFor(list);
  const halves = new Uint32Array(index.buffer); // a BigInt for each record would take ten times as long
  list.every((n, position) => {
    halves[2 * position] = (n << POSITION_BITS) | position;
    halves[2 * position + 1] = n / 2;
    return true;
  });
  return index.sort();
}

function roomFor({ name, count }: ListRecords): BigUint64Array {
  try {
    if (count <= 2 ** POSITION_BITS) return new BigUint64Array(count);
  } catch {
    // there is not so much memory
  }
  throw new ReadError(
    name,
    new Error(`its ${count} records stand in no order and are too many to be indexed`),
  );
}

/** The first position of deal n in an index. */
function positionIn(index: BigUint64Array, n: number): number | undefined {
  const lowest = BigInt(n) << BigInt(POSITION_BITS);
  const entry = index[countBelow(index.length, (i) => (index[i] as bigint) < lowest)];
  if (entry === undefined || entry >> BigInt(POSITION_BITS) !== BigInt(n)) return undefined;
  return Number(entry - lowest);
}
