// The deals known to be impossible with four cells. Where the list comes from: data/NOTICE.

import { readImpossibleDeals } from '../assets.js';
import { countBelow } from '../common/binary-search.js';
import { checkDealNumber, type DealRange } from '../game/deal-numbers.js';

// data/impossible-4-freecells.bin, little-endian, for numbers in ascending order, two bytes and a bit each:
//   0  4      count
//   4  2 * count  the lower 16 bits of each number
//   .. the higher bits: bit i + h is set if the i-th number, from 0, has the higher bits h, from the lowest bit of
//      the first byte on; so a 1 is the next number, and a 0 the next value of the higher bits
const HEADER_BYTES = 4;
const LOW_BITS = 16;

let known: Float64Array | undefined; // ascending; read when first asked for

function impossibleDeals(): Float64Array {
  known ??= unpack(readImpossibleDeals());
  return known;
}

function unpack(bytes: Uint8Array): Float64Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const numbers = new Float64Array(view.getUint32(0, true));
  const highAt = HEADER_BYTES + numbers.length * 2;
  for (let i = 0, bit = 0; i < numbers.length; bit++) {
    if (((bytes[highAt + (bit >> 3)] as number) & (1 << (bit & 7))) === 0) continue;
    numbers[i] = (bit - i) * 2 ** LOW_BITS + view.getUint16(HEADER_BYTES + 2 * i, true);
    i++;
  }
  return numbers;
}

/** The index of the first number that is not below n; the length if all are. */
function indexFrom(numbers: Float64Array, n: number): number {
  return countBelow(numbers.length, (i) => (numbers[i] as number) < n);
}

/**
 * Whether a deal is known to be impossible with four cells. Exact for 1..1000000, where there are eight such deals;
 * beyond, the best list known: 102,075 deals in all, 25,765 of them below 2^31. A deal that is not among them may
 * still be impossible.
 * @param n deal number, 1..8589934591; anything else throws an InputError that names it
 */
export function isImpossible(n: number): boolean {
  checkDealNumber(n);
  const numbers = impossibleDeals();
  return numbers[indexFrom(numbers, n)] === n;
}

/** The impossible deals of the ranges, in their order. What is known of them: isImpossible. */
export function impossibleIn(ranges: readonly DealRange[]): Float64Array {
  const known = impossibleDeals();
  const found = ranges.map(({ first, last }) =>
    known.subarray(indexFrom(known, first), indexFrom(known, last + 1)),
  );
  return Float64Array.from(found.flatMap((numbers) => Array.from(numbers)));
}

/**
 * The ranges with the impossible deals cut out, in their order; a range that has such deals becomes several, or none.
 * What is known of them: isImpossible.
 */
export function withoutImpossible(ranges: readonly DealRange[]): DealRange[] {
  const numbers = impossibleDeals();
  const kept: DealRange[] = [];
  for (const { first, last } of ranges) {
    let from = first;
    for (let i = indexFrom(numbers, first); i < numbers.length; i++) {
      const impossible = numbers[i] as number;
      if (impossible > last) break;
      if (from < impossible) kept.push({ first: from, last: impossible - 1 });
      from = impossible + 1;
    }
    if (from <= last) kept.push({ first: from, last });
  }
  return kept;
}
