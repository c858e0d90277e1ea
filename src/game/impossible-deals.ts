// The packed list of the deals known to be impossible with four free cells: its layout, and how a number is looked up.
// Node reads the bytes from the disk, browsers fetch them.

import { indexFrom } from '../common/binary-search.js';
import { DamageError } from '../common/errors.js';
import { checkDealNumber } from '../game/deal-numbers.js';

// impossible-4-freecells.bin, little-endian, holds numbers in ascending order. Each takes two bytes and about two bits:
//   offset 0, 4 bytes:         the count of numbers
//   offset 4, 2 bytes each:    the lower 16 bits of each number
//   after these, a bit stream: the higher bits, from the lowest bit of the first byte on. A 1 is the next number, a 0
//                              adds one to the higher bits of all numbers after it.
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
 * The deals known to be impossible with four free cells. Exact for 1..1000000, which has eight such deals. Beyond, it is the
 * best list known: it has 102,075 deals, 25,765 of them below 2^31. Other deals may be impossible, too.
 */
export class ImpossibleDeals {
  /** deal numbers, ascending */
  readonly numbers: Float64Array;

  /** @param bytes the packed list; a DamageError says if it is cut off */
  constructor(bytes: Uint8Array) {
    this.numbers = unpack(bytes);
  }

  /**
   * Whether a deal is in the list.
   * @param n deal number, 1..8589934591; anything else throws an InputError that names it
   */
  has(n: number): boolean {
    checkDealNumber(n);
    return this.numbers[indexFrom(this.numbers, n)] === n;
  }
}
