// The packed file of the fewest free cells: its layout, and looking a deal up in it. The caller reads the bytes: Node from
// the disk, browsers by fetch. data/make-cells.mjs makes the file.

import { DamageError } from '../common/errors.js';
import type { Check } from '../common/options.js';
import { checkDealNumber, type DealNumbers, listNumbers, onlyRange } from './deal-numbers.js';

// known-cells.bin, little-endian:
//   0  4         N: the file covers the deals 1..N
//   4  4         number of exceptions
//   8  N / 5     five deals per byte, rounded up: digits of base 3, the first deal's digit the lowest. The digits 0, 1 and
//                2 say that a deal needs 1, 2 or 3 cells
//   .. 2 * exceptions  two bytes per exception, which replaces the digit of its deal:
//        the distance in deals from the previous exception, or from deal 0
//        the bounds: bits 0..3 are atLeast, bits 4..7 atMost
// An exception is needed for a deal with equal bounds other than 1, 2 or 3, for an open deal, and for a deal that is 255
// deals after the previous exception.
const HEADER_BYTES = 8;
const DEALS_PER_BYTE = 5;

/** The bounds of deal n, packed as those of an exception, at index n - 1. */
function unpack(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const [deals, exceptions] =
    bytes.length < HEADER_BYTES ? [0, 0] : [view.getUint32(0, true), view.getUint32(4, true)];
  const exceptionsAt = HEADER_BYTES + Math.ceil(deals / DEALS_PER_BYTE);
  const expected = exceptionsAt + 2 * exceptions;
  if (bytes.length !== expected) {
    throw new DamageError(`the file of known cells has ${bytes.length} bytes; expected ${expected}`);
  }
  const bounds = new Uint8Array(deals);
  for (let i = 0, at = HEADER_BYTES; i < deals; at++) {
    for (let rest = bytes[at], end = i + DEALS_PER_BYTE; i < end; i++) {
      bounds[i] = (1 + (rest % 3)) * 0x11; // written in vain after the last deal
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

/** The fewest free cells with which the deals 1..last can be won. */
export class KnownCells {
  /**
   * the packed bounds of the deals from 1 on
   * @internal
   */
  readonly bounds: Uint8Array;

  /** @param bytes the packed file; a DamageError says that its length is wrong */
  constructor(bytes: Uint8Array) {
    this.bounds = unpack(bytes);
  }

  /** The last deal of which something is known. */
  get last(): number {
    return this.bounds.length;
  }

  /**
   * Returns the bounds of the cells that a deal needs.
   * An open deal, whose search a limit cut short, has different bounds. A deal beyond `last` has none: undefined.
   * @param n deal number, 1..8589934591; anything else throws an InputError that names it
   */
  cellsBounds(n: number): CellsBounds | undefined {
    checkDealNumber(n);
    if (n > this.last) return undefined;
    const bounds = this.bounds[n - 1];
    return { atLeast: bounds & 15, atMost: bounds >> 4 };
  }

  /**
   * Returns the fewest free cells with which a deal can be won.
   * Undefined for an open deal and for a deal beyond `last`.
   * @param n deal number, 1..8589934591; anything else throws an InputError that names it
   */
  cellsNeeded(n: number): number | undefined {
    checkDealNumber(n);
    return cellsIn(this.bounds[n - 1] ?? NOTHING_KNOWN);
  }
}

/** The last deal of the package's file, which is not loaded for later deals. */
export const LAST_KNOWN = 1_000_000;

/** The packed bounds of a deal of which nothing is known. */
const NOTHING_KNOWN = 0xf0;

let load: (() => KnownCells) | undefined;

/** Says where the column `cells` of files and conditions takes its values from; called when they are first needed. */
export function provideCells(source: () => KnownCells): void {
  load = source;
}

/** Returns what provideCells has provided. */
export function providedCells(): KnownCells | undefined {
  return load?.();
}

/** Returns the packed bounds of a deal. */
export function boundsAt(n: number): number {
  return n > LAST_KNOWN ? NOTHING_KNOWN : (providedCells() as KnownCells).bounds[n - 1];
}

/** Returns the packed bounds of deals, perhaps as a view of the data, for cellsIn. Loads no data if none has bounds. */
export function boundsOf(segments: readonly DealNumbers[]): Uint8Array {
  const range = onlyRange(segments);
  if (range !== undefined && range.last <= LAST_KNOWN)
    return (providedCells() as KnownCells).bounds.subarray(range.first - 1, range.last);
  const numbers = listNumbers(segments);
  const bounds = new Uint8Array(numbers.length);
  for (let i = 0; i < numbers.length; i++) bounds[i] = boundsAt(numbers[i]);
  return bounds;
}

/** Returns the cells that packed bounds leave; undefined if there are several numbers. */
export function cellsIn(bounds: number): number | undefined {
  return (bounds & 15) === bounds >> 4 ? bounds & 15 : undefined;
}

/** Not instanceof: both entries of the package have the class. */
export const KNOWN_CELLS: Check = {
  expected: 'the result of await loadKnownCells()',
  isValid: (value) => typeof (value as KnownCells | null)?.cellsBounds === 'function',
};
