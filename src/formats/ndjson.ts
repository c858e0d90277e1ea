// NDJSON: one JSON object a line.

import { parseCard } from '../game/cards.js';
import { CARDS, RANKS, SUITS } from '../game/constants.js';
import { countNumbers, isDealNumber } from '../game/deal-numbers.js';
import type { Format, RecordType } from './format.js';
import {
  decimalDigits,
  faultOfLine,
  latin1,
  latin1Bytes,
  MAX_DIGITS,
  numberAtOffset,
  textStart,
} from './lines.js';
import { textRecords } from './records.js';

const START = latin1Bytes('{"deal":');
const COMMA = 0x2c;
const NAME_BYTES = '"7D",'.length;
const MIDDLE = latin1Bytes(',"cards":[');
const LINE_BYTES = START.length + MIDDLE.length + CARDS * NAME_BYTES - ','.length + ']}\n'.length;
/** By character: 1 for the letter of a rank, 2 for that of a suit, 0 for all others. */
const LETTERS = Uint8Array.from({ length: 256 }, (_, code) => {
  const letter = String.fromCharCode(code);
  return RANKS.includes(letter) ? 1 : SUITS.includes(letter) ? 2 : 0;
});
const QUOTE = 0x22;
const CLOSING_BRACKET = 0x5d;
const CLOSING_BRACE = 0x7d;

/** {"deal":617,"cards":["7D","AD", ... 52 names in dealing order]} and a line feed, without blanks. */
export const lineRecord = {
  encoder: 'ndjson',
  isLine: true,
  maxBytes: LINE_BYTES + MAX_DIGITS,
  bytesOf: (numbers) => countNumbers(numbers) * LINE_BYTES + decimalDigits(numbers),
  number(bytes, offset) {
    for (let i = 0; i < START.length; i++) if (bytes[offset + i] !== START[i]) return undefined;
    return numberAtOffset(bytes, offset + START.length, COMMA);
  },
  cards(bytes, offset) {
    const [, names] = /"cards":\[(.*)\]/.exec(latin1(bytes, offset, this.maxBytes)) ?? [];
    return names?.split(',').map((name) => parseCard(name.slice(1, -1)) ?? -1);
  },
  fault: (record) => faultOfLine(record, 'it is another line'),
} satisfies RecordType;

/** The deal of the line from `offset` to before its end; undefined unless this program wrote the line. */
export function dealOfLine(bytes: Uint8Array, offset: number, end: number): number | undefined {
  const n = lineRecord.number(bytes, offset);
  if (n === undefined || !isDealNumber(n)) return undefined;
  if (lineRecord.bytesOf({ first: n, last: n }) !== end + 1 - offset) return undefined;
  let at = end - (LINE_BYTES - 1 - START.length);
  for (let i = 0; i < MIDDLE.length; i++) if (bytes[at++] !== MIDDLE[i]) return undefined;
  const close = at + CARDS * NAME_BYTES - 1;
  // in the bundle, a constant of the module is read from memory at each use
  const [letters, quote, comma] = [LETTERS, QUOTE, COMMA];
  let wrong = 0; // bits that differ; a branch for each byte would take longer
  for (; at < close; at += NAME_BYTES) {
    wrong |= (letters[bytes[at + 1]] ^ 1) | (letters[bytes[at + 2]] ^ 2);
    wrong |= (bytes[at] ^ quote) | (bytes[at + 3] ^ quote);
    if (at + 4 < close) wrong |= bytes[at + 4] ^ comma;
  }
  const isEnd = bytes[close] === CLOSING_BRACKET && bytes[close + 1] === CLOSING_BRACE;
  return isEnd && wrong === 0 ? n : undefined;
}

export const ndjson = {
  name: 'ndjson',
  aliases: ['jsonl'],
  label: 'NDJSON',
  extension: '.ndjson',
  ...textRecords(lineRecord),
  isBegunBy: (head) => textStart(head).startsWith('{'),
} as const satisfies Format;
