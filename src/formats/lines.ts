// Lines: their ends, and the deal numbers in them.

import { LAST_DEAL } from '../game/constants.js';
import type { DealNumbers } from '../game/deal-numbers.js';

/** Digits of the longest deal number. */
export const MAX_DIGITS = `${LAST_DEAL}`.length;
export const LINE_FEED = 0x0a;
const ZERO = 0x30;

const SHORT_LINE = 16; // bytes

/** Bytes in which the end of a line is looked for; what has none is damaged, and cut anywhere. */
export const LONGEST_LINE = 65536;

/** Decimal digits of all deal numbers together; of a range, one power of ten after the other. */
export function decimalDigits(numbers: DealNumbers): number {
  let digits = 0;
  if (numbers instanceof Float64Array) {
    for (let i = 0; i < numbers.length; i++) {
      digits++;
      for (let power = 10; power <= numbers[i]; power *= 10) digits++;
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

/** Where the line at `offset` ends, with its line feed; blank lines that follow each other are taken for one. */
export function endOfLine(bytes: Uint8Array, offset: number): number {
  const { length } = bytes; // reading beyond it would make the loops three times slower
  let end = offset;
  while (end < length && bytes[end] === LINE_FEED) end++;
  if (end > offset) return end;
  // a call of indexOf costs as much as a short line
  for (const near = Math.min(length, offset + SHORT_LINE); end < near; end++) {
    if (bytes[end] === LINE_FEED) return end + 1;
  }
  end = bytes.indexOf(LINE_FEED, end);
  return end < 0 ? length : end + 1;
}

/** Where the first line begins after a line that `bytes` may begin in the middle of. */
export function startOfLine(bytes: Uint8Array): number {
  return bytes.indexOf(LINE_FEED) + 1 || bytes.length;
}

/** The number in the decimal digits at `offset`, 1 to 10, if the byte `after` follows them. */
export function numberAtOffset(bytes: Uint8Array, offset: number, after: number): number | undefined {
  let n = 0;
  let end = offset;
  for (const most = Math.min(bytes.length, offset + MAX_DIGITS); end < most; end++) {
    const digit = bytes[end] - ZERO;
    if (digit < 0 || digit > 9) break;
    n = n * 10 + digit;
  }
  return end > offset && bytes[end] === after ? n : undefined;
}
