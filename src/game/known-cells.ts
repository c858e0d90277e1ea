// The fewest free cells with which deals can be won: of the first deals by a packed file, whose layout is here, and of
// all deals that are impossible with four. The caller reads the bytes: Node from the disk, browsers by fetch.
// data/make-cells.mjs makes the file.

import { indexFrom } from '../common/binary-search.js';
import { DamageError, InputError } from '../common/errors.js';
import type { Check } from '../common/options.js';
import { checkDealNumber, countNumbers, type DealNumbers } from './deal-numbers.js';
import type { ImpossibleDeals } from './impossible-deals.js';

// known-cells.bin, little-endian:
//   0  4         N: the file covers the deals 1..N
//   4  4         number of exceptions
//   8  N / 5     five deals per byte, rounded up: digits of base 3, the first deal's digit the lowest. The digits 0, 1 and
//                2 say that a deal needs 1, 2 or 3 cells
//   .. 2 * exceptions  two bytes per exception, which replaces the digit of its deal:
//        the distance in deals from the previous exception, or from deal 0
//        the bounds: bits 0..3 are atLeast, bits 4..7 atMost
// An exception is needed for a deal with equal bounds other than 1, 2 or 3, for an open deal, and for a deal that is
// 255 deals after the previous exception.
const HEADER_BYTES = 8;
const DEALS_PER_BYTE = 5;

/** The bounds of deal n, packed as those of an exception, at index n - 1. */
function unpack(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const [deals, exceptions] =
    bytes.length < HEADER_BYTES ? [0, 0] : [view.getUint32(0, true), view.getUint32(4, true)];
  const exceptionsAt = HEADER_BYTES + Math.ceil(deals / DEALS_PER_BYTE);
  const expected = exceptionsAt + 2 * exceptions;
  if (bytes.length !== expected)
    throw new DamageError(`the file of known cells has ${bytes.length} bytes; expected ${expected}`);
  const bounds = new Uint8Array(deals);
  for (let i = 0, at = HEADER_BYTES; i < deals; at++) {
    for (let rest = bytes[at], end = i + DEALS_PER_BYTE; i < end; i++) {
      bounds[i] = (1 + (rest % 3)) * 0x11; // writes past the end are ignored
      rest = (rest / 3) | 0;
    }
  }
  for (let at = exceptionsAt, n = 0; at < expected; at += 2) {
    n += bytes[at];
    bounds[n - 1] = bytes[at + 1];
  }
  return bounds;
}

/** Bounds of the fewest free cells that a deal needs. They are equal if the number is known. */
export interface CellsBounds {
  /** the deal cannot be won with fewer cells */
  atLeast: number;
  /** the deal can be won with this number of cells */
  atMost: number;
}

/** The fewest free cells with which deals can be won: of the deals 1..last, and of all that are impossible with four. */
export class KnownCells {
  readonly #bounds: Uint8Array;

  /** @param bytes the packed file; a DamageError says that its length is wrong */
  constructor(
    bytes: Uint8Array,
    private readonly impossible: ImpossibleDeals,
  ) {
    this.#bounds = unpack(bytes);
  }

  /** The last deal of the first deals, which all have bounds. */
  get last(): number {
    return this.#bounds.length;
  }

  /**
   * Returns the bounds of the cells that a deal needs.
   * An open deal, whose search a limit cut short, has different bounds. A deal beyond `last` has none, which is
   * undefined, unless it is impossible with four cells.
   * @param n deal number, 1..8589934591; anything else throws an InputError that names it
   */
  cellsBounds(n: number): CellsBounds | undefined {
    checkDealNumber(n);
    const cells = this.#cellsOf(n);
    if (cells !== undefined) return { atLeast: cells, atMost: cells };
    const bounds = this.#bounds[n - 1];
    return bounds === undefined ? undefined : { atLeast: bounds & 15, atMost: bounds >> 4 };
  }

  /**
   * Returns the fewest free cells with which a deal can be won.
   * Undefined for an open deal, and for a deal beyond `last` that four cells win.
   * @param n deal number, 1..8589934591; anything else throws an InputError that names it
   */
  cellsNeeded(n: number): number | undefined {
    checkDealNumber(n);
    return this.#cellsOf(n);
  }

  #cellsOf(n: number): number | undefined {
    if (n > this.last) return this.impossible.cellsNeeded(n); // a read past the end takes V8 a microsecond
    const bounds = this.#bounds[n - 1];
    return (bounds & 15) === bounds >> 4 ? bounds & 15 : undefined;
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
        for (let n = first; n <= Math.min(last, this.last); n++) look(n, start + n);
        const { numbers: listed } = this.impossible;
        const from = indexFrom(listed, Math.max(first, this.last + 1));
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
  isValid: (value) => typeof (value as KnownCells | null)?.cellsBounds === 'function',
};
