// What the formats of lines share.

import type { DealNumbers } from '../game/deal-numbers.js';

export const MAX_DIGITS = 10; // of 8589934591
export const LINE_FEED = 0x0a;

/** Decimal digits of all deal numbers together; of a range, one power of ten after the other. */
export function decimalDigits(numbers: DealNumbers): number {
  let digits = 0;
  if (numbers instanceof Float64Array) {
    for (let i = 0; i < numbers.length; i++) {
      digits++;
      for (let power = 10; power <= (numbers[i] as number); power *= 10) digits++;
    }
    return digits;
  }
  const { first, last } = numbers;
  for (let length = 1, low = 1; low <= last; length++, low *= 10) {
    const lowest = Math.max(first, low);
    const highest = Math.min(last, low * 10 - 1);
    if (lowest <= highest) digits += (highest - lowest + 1) * length;
  }
  return digits;
}

/** Bytes as characters, `length` at most. */
export function latin1(bytes: Uint8Array, offset: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(offset, offset + length));
}

/** Where the line at `offset` ends, with its line feed. */
export function endOfLine(bytes: Uint8Array, offset: number): number {
  const end = bytes.indexOf(LINE_FEED, offset);
  return end < 0 ? bytes.length : end + 1;
}
