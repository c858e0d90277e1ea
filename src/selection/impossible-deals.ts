// The packed list of the deals known to be impossible with four cells: its layout and looking a number up in it. Where
// the bytes come from is the caller's business: Node reads them from the disk, browsers fetch them.

import { countBelow } from '../common/binary-search.js';
import { DamageError } from '../common/errors.js';
import { checkDealNumber } from '../game/deal-numbers.js';

// impossible-4-freecells.bin, little-endian, for numbers in ascending order, two bytes and a bit each:
//   0  4      count
//   4  2 * count  the lower 16 bits of each number
//   .. the higher bits: bit i + h is set if the i-th number, from 0, has the higher bits h, from the lowest bit of
//      the first byte on; so a 1 is the next number, and a 0 the next value of the higher bits
const HEADER_BYTES = 4;
const LOW_BITS = 16;
const LOW_BYTES = LOW_BITS / 8;

function unpack(bytes: Uint8Array): Float64Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const count = bytes.length < HEADER_BYTES ? 0 : view.getUint32(0, true);
  const highAt = HEADER_BYTES + count * LOW_BYTES;
  if (bytes.length < highAt) {
    throw new DamageError(`the list of impossible deals is cut off: ${bytes.length} bytes`);
  }
  const numbers = new Float64Array(count);
  for (let i = 0, bit = 0; i < count; bit++) {
    const byte = bytes[highAt + (bit >> 3)];
    if (byte === undefined) {
      throw new DamageError(`the list of impossible deals is cut off: ${i} of ${count} numbers`);
    }
    if ((byte & (1 << (bit & 7))) === 0) continue;
    numbers[i] = (bit - i) * 2 ** LOW_BITS + view.getUint16(HEADER_BYTES + LOW_BYTES * i, true);
    i++;
  }
  return numbers;
}

/**
 * The deals known to be impossible with four cells. Exact for 1..1000000, where there are eight such deals; beyond, the
 * best list known: 102,075 deals in all, 25,765 of them below 2^31. A deal that is not among them may still be
 * impossible.
 */
export class ImpossibleDeals {
  /** deal numbers, ascending */
  readonly numbers: Float64Array;

  /** @param bytes the packed list; a DamageError says where it is cut off */
  constructor(bytes: Uint8Array) {
    this.numbers = unpack(bytes);
  }

  /** The index of the first number that is not below n; the length if all are. */
  indexFrom(n: number): number {
    return countBelow(this.numbers.length, (i) => this.numbers[i] < n);
  }

  /**
   * Whether a deal is among them.
   * @param n deal number, 1..8589934591; anything else throws an InputError that names it
   */
  has(n: number): boolean {
    checkDealNumber(n);
    return this.numbers[this.indexFrom(n)] === n;
  }
}
