// The packed list of the deals that are impossible with four free cells: its layout, and how a number is looked up.
// Node reads the bytes from the disk, browsers fetch them.

import { DamageError } from '../common/errors.js';
import { checkDealNumber } from './deal-numbers.js';

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
  if (bytes.length < highAt)
    throw new DamageError(`the list of impossible deals is cut off: ${bytes.length} bytes`);
  const numbers = new Float64Array(count);
  for (let i = 0, bit = 0; i < count; bit++) {
    const byte = bytes[highAt + (bit >> 3)];
    if (byte === undefined)
      throw new DamageError(`the list of impossible deals is cut off: ${i} of ${count} numbers`);
    if ((byte & (1 << (bit & 7))) === 0) continue;
    numbers[i] = (bit - i) * 2 ** LOW_BITS + view.getUint16(HEADER_BYTES + LOW_BYTES * i, true);
    i++;
  }
  return numbers;
}

function highOf(n: number): number {
  return Math.floor(n / 2 ** LOW_BITS);
}

/** The deals of the list that need six cells. data/check-cells.mjs compares them with the published list. */
const NOT_WON_BY_FIVE = [14720822, 647519280, 3015622123, 5705339228, 7273316239, 7573544118];

/**
 * The deals that cannot be won with four free cells: 102,075 of 1..8589934591, eight of them in 1..1000000. The list is
 * complete: others have decided every deal, and this project has decided those of the first million again.
 */
export class ImpossibleDeals {
  /** deal numbers, ascending */
  readonly numbers: Float64Array;
  /** for each value of the higher bits, the index of the first number that has it or a greater one */
  readonly #starts: Uint32Array;

  /** @param bytes the packed list; a DamageError says if it is cut off */
  constructor(bytes: Uint8Array) {
    this.numbers = unpack(bytes);
    this.#starts = new Uint32Array(highOf(this.numbers.at(-1) ?? 0) + 2);
    for (const n of this.numbers) this.#starts[highOf(n) + 1]++;
    for (let high = 1; high < this.#starts.length; high++) this.#starts[high] += this.#starts[high - 1];
  }

  /**
   * Whether a deal is in the list.
   * @param n deal number, 1..8589934591; anything else throws an InputError that names it
   */
  has(n: number): boolean {
    checkDealNumber(n);
    return this.cellsNeeded(n) !== undefined;
  }

  /**
   * Returns the fewest free cells with which a deal of the list can be won, 5 or 6; undefined for any other deal.
   * @internal
   */
  cellsNeeded(n: number): number | undefined {
    const high = highOf(n);
    for (let i = this.#starts[high], end = this.#starts[high + 1]; i < end; i++) {
      if (this.numbers[i] === n) return NOT_WON_BY_FIVE.includes(n) ? 6 : 5;
    }
    return undefined;
  }
}
