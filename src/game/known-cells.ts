// The fewest free cells with which deals can be won: of 1..1000000 by a packed file, whose layout is here, and of all
// deals that are impossible with four. The caller reads the bytes: Node from the disk, browsers by fetch.
// data/make-cells.mjs makes the file.

import { indexFrom } from '../common/binary-search.js';
import { DamageError, InputError } from '../common/errors.js';
import type { Check } from '../common/options.js';
import { checkDealNumber, countNumbers, type DealNumbers } from './deal-numbers.js';
import type { ImpossibleDeals } from './impossible-deals.js';

// known-cells.bin:
//   200,000 bytes    five deals per byte: digits of base 3, the first deal's digit the lowest. The digits 0, 1 and 2
//                    say that a deal needs 1, 2 or 3 cells
//   2 per exception  a deal whose digit does not count: its distance from the previous exception, or from deal 0, and
//                    its number of cells
// An exception is needed for a deal that needs no cell or more than three, and for a deal that is 255 deals after the
// previous exception.
const LAST = 1_000_000;
const DEALS_PER_BYTE = 5;
const DIGITS_BYTES = LAST / DEALS_PER_BYTE;
const EXCEPTIONS = 9650;

/** The cells of deal n, at index n - 1. */
function unpack(bytes: Uint8Array): Uint8Array {
  const expected = DIGITS_BYTES + 2 * EXCEPTIONS;
  if (bytes.length !== expected)
    throw new DamageError(`the file of known cells has ${bytes.length} bytes; expected ${expected}`);
  const cells = new Uint8Array(LAST);
  for (let i = 0, at = 0; i < LAST; at++) {
    for (let rest = bytes[at], end = i + DEALS_PER_BYTE; i < end; i++, rest = (rest / 3) | 0)
      cells[i] = 1 + (rest % 3);
  }
  for (let at = DIGITS_BYTES, n = 0; at < expected; at += 2) {
    n += bytes[at];
    cells[n - 1] = bytes[at + 1];
  }
  return cells;
}
/** The fewest free cells with which deals can be won: of 1..last, and of all deals that are impossible with four. */
export class KnownCells {
  /** the last of the first deals, whose cells are all known */
  readonly last: number = LAST;
  readonly #cells: Uint8Array;

  /** @param bytes the packed file; a DamageError says that its length is wrong */
  constructor(
    bytes: Uint8Array,
    private readonly impossible: ImpossibleDeals,
  ) {
    this.#cells = unpack(bytes);
  }

  /**
   * Returns the fewest free cells with which a deal can be won.
   * Undefined for a deal beyond `last` that four cells win.
   * @param n deal number, 1..8589934591; anything else throws an InputError that names it
   */
  cellsNeeded(n: number): number | undefined {
    checkDealNumber(n);
    return this.#cellsOf(n);
  }

  #cellsOf(n: number): number | undefined {
    // a read past the end takes V8 a microsecond
    return n > LAST ? this.impossible.cellsNeeded(n) : this.#cells[n - 1];
  }

  /**
   * Returns the deals whose cells are known.
   * @internal
   */
  only(segments: readonly DealNumbers[]): Float64Array {
    const known: number[] = [];
    this.visit(segments, (_index, _cells, n) => known.push(n));
    return Float64Array.from(known);
  }

  /**
   * Calls a function for each of some deals whose cells are known, with the index of the deal among all of them.
   * It takes no time for the other deals of a range beyond `last`.
   * @internal
   */
  visit(segments: readonly DealNumbers[], see: (index: number, cells: number, n: number) => void): void {
    const look = (n: number, index: number) => {
      const cells = this.#cellsOf(n);
      if (cells !== undefined) see(index, cells, n);
    };
    let before = 0; // deals in the segments before
    for (const numbers of segments) {
      if (numbers instanceof Float64Array) {
        for (let i = 0; i < numbers.length; i++) look(numbers[i], before + i);
      } else {
        const { first, last } = numbers;
        const start = before - first;
        for (let n = first; n <= Math.min(last, LAST); n++) look(n, start + n);
        const { numbers: listed } = this.impossible;
        const from = indexFrom(listed, Math.max(first, LAST + 1));
        for (const n of listed.subarray(from, indexFrom(listed, last + 1))) look(n, start + n);
      }
      before += countNumbers(numbers);
    }
  }
}

let load: (() => KnownCells) | undefined;

/** Says where the column `cells` of files and conditions takes its values from; called when they are first needed. */
export function provideCells(source: () => KnownCells): void {
  load = source;
}

/** Returns what provideCells has provided. In a browser, where nothing has, throws an InputError. */
export function providedCells(): KnownCells {
  if (load === undefined) throw new InputError(`knownCells is missing; expected ${KNOWN_CELLS.expected}`);
  return load();
}

/** Not instanceof: both entries of the package have the class. */
export const KNOWN_CELLS: Check = {
  expected: 'the result of await loadKnownCells()',
  isValid: (value) => typeof (value as KnownCells | null)?.cellsNeeded === 'function',
};
