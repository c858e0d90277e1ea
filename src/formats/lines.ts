// Lines of text: where they end, the deal numbers in them, and the changes of other programs.

import { LAST_DEAL } from '../game/constants.js';
import type { DealNumbers } from '../game/deal-numbers.js';

export const MAX_DIGITS = `${LAST_DEAL}`.length; // digits of the longest deal number
export const LINE_FEED = 0x0a;
export const CARRIAGE_RETURN = 0x0d;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
export const ZERO = 0x30;

const SHORT_LINE = 16; // bytes

/** Bytes in which the end of a line is looked for. A longer line is damaged, and is cut anywhere. */
export const LONGEST_LINE = 65536;

/** The number of decimal digits of all deal numbers of a segment together. */
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

/** At most `length` bytes from `offset` on, as characters. */
export function latin1(bytes: Uint8Array, offset: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(offset, offset + length));
}

/** The characters of a text as bytes. jsdom has no TextEncoder, which a module would need when it is loaded. */
export function latin1Bytes(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** The offset after the line at `offset` and its line feed. Consecutive blank lines count as one line. */
export function endOfLine(bytes: Uint8Array, offset: number): number {
  const { length } = bytes; // a read past the end would make the loops three times slower
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

/** The offset after the first line feed: `bytes` may begin in the middle of a line. */
export function startOfLine(bytes: Uint8Array): number {
  return bytes.indexOf(LINE_FEED) + 1 || bytes.length;
}

/** The number in the 1 to 10 decimal digits at `offset`; undefined if the byte `after` does not follow them. */
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

const EXAMINED = 1024; // more bytes than any record has; a damaged record may be longer

/** The offset of a text's first character: after a byte order mark, if there is one. */
export function textOffset(bytes: Uint8Array): number {
  return BYTE_ORDER_MARK.every((byte, i) => bytes[i] === byte) ? BYTE_ORDER_MARK.length : 0;
}

/** Says how a wrong record differs from this program's text; undefined if only its contents differ. */
export function foreignText(record: Uint8Array): string | undefined {
  const start = record.subarray(0, EXAMINED);
  if (textOffset(start) > 0) return 'it begins with a byte order mark; save the file as UTF-8 without one';
  const [first, second] = start;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return 'it is UTF-16; save the file as UTF-8 without a byte order mark';
  if (start.indexOf(CARRIAGE_RETURN) >= 0) return 'its lines end with CRLF; expected a line feed alone';
  const blank = start.findIndex((byte, i) => byte === LINE_FEED && (i === 0 || start[i - 1] === LINE_FEED));
  return blank < 0 ? undefined : 'it has a blank line';
}

/** Says what is wrong with a record of one line; `other` says it if the line is whole and this program's text. */
export function faultOfLine(line: Uint8Array, other: string): string {
  return foreignText(line) ?? (line.at(-1) === LINE_FEED ? other : 'it is cut off');
}

/** Returns the first characters of a text, after a byte order mark and white space. */
export function textStart(head: Uint8Array): string {
  return latin1(head, textOffset(head), head.length).trimStart();
}
