// Deal numbers alone, one a line, as --deals-from reads them.

import { countNumbers, type DealNumbers, listNumbers } from '../game/deal-numbers.js';
import type { Format, RecordType } from './format.js';
import {
  decimalDigits,
  faultOfLine,
  LINE_FEED,
  MAX_DIGITS,
  numberAtOffset,
  textStart,
  ZERO,
} from './lines.js';
import { recordBytes, textRecords } from './records.js';

/** The deal number in decimal digits and a line feed. */
const numberRecord: RecordType = {
  encoder: 'numbers',
  isLine: true,
  maxBytes: MAX_DIGITS + 1,
  bytesOf: (numbers) => countNumbers(numbers) + decimalDigits(numbers),
  number: (bytes, offset) => numberAtOffset(bytes, offset, LINE_FEED),
  cards: () => undefined,
  fault: (record) => faultOfLine(record, 'it is not a deal number'),
};

/** Encodes the records of numbers, without a kernel. */
export function encodeNumbers(numbers: readonly DealNumbers[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(recordBytes(numberRecord, numbers));
  let end = 0;
  for (let n of listNumbers(numbers)) {
    let digits = 1;
    for (let power = 10; power <= n; power *= 10) digits++;
    for (let offset = end + digits - 1; offset >= end; offset--) {
      const tens = Math.floor(n / 10);
      bytes[offset] = ZERO + n - tens * 10;
      n = tens;
    }
    bytes[end + digits] = LINE_FEED;
    end += digits + 1;
  }
  return bytes;
}

export const numbers = {
  name: 'numbers',
  label: 'Deal numbers',
  extension: '.numbers',
  ...textRecords(numberRecord),
  isBegunBy: (head) => /^\d/.test(textStart(head)),
} as const satisfies Format;
