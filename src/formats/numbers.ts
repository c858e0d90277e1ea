// Deal numbers alone, one a line: what --deals-from reads.

import { countNumbers } from '../game/deal-numbers.js';
import type { Format, RecordType } from './format.js';
import { decimalDigits, endOfLine, latin1, LINE_FEED, MAX_DIGITS } from './lines.js';
import { layOutRecords } from './records.js';

/** The deal number in decimal digits and a line feed. */
export const numberRecord: RecordType = {
  encoder: 'numbers',
  maxBytes: MAX_DIGITS + 1,
  bytesOf: (numbers) => countNumbers(numbers) + decimalDigits(numbers),
  encode: (n) => new TextEncoder().encode(`${n}\n`),
  number(bytes, offset) {
    const [, digits] = /^(\d{1,10})\n/.exec(latin1(bytes, offset, MAX_DIGITS + 1)) ?? [];
    return digits === undefined ? undefined : Number(digits);
  },
  cards: () => undefined,
  start: (bytes) => endOfLine(bytes, 0),
  end: endOfLine,
  fault: (record) => (record.at(-1) === LINE_FEED ? 'it is not a deal number' : 'it is cut off'),
};

export const numbers = {
  name: 'numbers',
  extension: '.numbers',
  isBinary: false,
  layout: () => layOutRecords(numberRecord),
} satisfies Format;
