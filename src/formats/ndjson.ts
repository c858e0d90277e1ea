// NDJSON: one JSON object a line.

import { cardName, cardNamed } from '../game/cards.js';
import { CARDS } from '../game/constants.js';
import { countNumbers, isDealNumber } from '../game/deal-numbers.js';
import { blocksOfRecords, type Records } from './blocks.js';
import { foreignText, textStart } from './foreign-text.js';
import type { Format, RecordType } from './format.js';
import {
  decimalDigits,
  endOfLine,
  LINE_FEED,
  LONGEST_LINE,
  latin1,
  MAX_DIGITS,
  numberAtOffset,
  startOfLine,
} from './lines.js';
import { layOutRecords } from './records.js';

const encoder = new TextEncoder();
const START = encoder.encode('{"deal":');
const COMMA = 0x2c;
/** The name of each card as lines have it, with the comma after it. */
const QUOTED_NAMES = Array.from({ length: CARDS }, (_, card) => `"${cardName(card)}",`);
const NAME_BYTES = '"7D",'.length;
const MIDDLE = encoder.encode(',"cards":[');
const LINE_BYTES = START.length + MIDDLE.length + CARDS * NAME_BYTES - ','.length + ']}\n'.length;
/** Of the character of a rank: the bits of its cards in two words of two suits each. Of any other character: 0. */
const RANKS = new Int32Array(256);
/** Of the character of a suit: its 13 bits in the first and in the second word; one of the two is 0. */
const [SUITS, MORE_SUITS] = [new Int32Array(256), new Int32Array(256)];
for (let card = 0; card < CARDS; card++) {
  const [rank, suit] = encoder.encode(cardName(card)) as Uint8Array & [number, number];
  RANKS[rank] = (1 + 2 ** 13) << (card >> 2);
  (card & 2 ? MORE_SUITS : SUITS)[suit] = (2 ** 13 - 1) << (card & 1 ? 13 : 0);
}
/** The bits of all cards of two suits. */
const TWO_SUITS = 2 ** 26 - 1;
const QUOTE = 0x22;
const CLOSING_BRACKET = 0x5d;
const CLOSING_BRACE = 0x7d;

/** {"deal":617,"cards":["7D","AD", ... 52 names in dealing order]} and a line feed, without blanks. */
export const lineRecord: RecordType = {
  encoder: 'ndjson',
  maxBytes: LINE_BYTES + MAX_DIGITS,
  bytesOf: (numbers) => countNumbers(numbers) * LINE_BYTES + decimalDigits(numbers),
  number(bytes, offset) {
    for (let i = 0; i < START.length; i++) if (bytes[offset + i] !== START[i]) return undefined;
    return numberAtOffset(bytes, offset + START.length, COMMA);
  },
  cards(bytes, offset) {
    const [, names] = /"cards":\[(.*)\]/.exec(latin1(bytes, offset, this.maxBytes)) ?? [];
    return names?.split(',').map((name) => cardNamed(name.slice(1, -1)));
  },
  start: startOfLine,
  end: endOfLine,
  fault: (record) =>
    foreignText(record) ?? (record.at(-1) === LINE_FEED ? 'it is another line' : 'it is cut off'),
  encode(n, cards) {
    let names = '';
    for (let i = 0; i < CARDS; i++) names += QUOTED_NAMES[cards[i]];
    return encoder.encode(`{"deal":${n},"cards":[${names.slice(0, -1)}]}\n`);
  },
};

/** The deal of the line from `offset` to before its end; undefined unless the line is as this program writes it. */
export function dealOfLine(bytes: Uint8Array, offset: number, end: number): number | undefined {
  const n = lineRecord.number(bytes, offset);
  if (n === undefined || !isDealNumber(n)) return undefined;
  if (lineRecord.bytesOf({ first: n, last: n }) !== end + 1 - offset) return undefined;
  let at = end - (LINE_BYTES - 1 - START.length);
  for (let i = 0; i < MIDDLE.length; i++) if (bytes[at++] !== MIDDLE[i]) return undefined;
  const close = at + CARDS * NAME_BYTES - 1;
  // in the bundle, a constant of the module is read from memory at each use
  const [ranks, suits, moreSuits, quote, comma] = [RANKS, SUITS, MORE_SUITS, QUOTE, COMMA];
  let wrong = 0; // bits that differ; a branch for each byte would take longer
  let seen = 0;
  let moreSeen = 0;
  for (; at < close; at += NAME_BYTES) {
    const rank = ranks[bytes[at + 1]];
    const suit = bytes[at + 2];
    seen |= rank & suits[suit];
    moreSeen |= rank & moreSuits[suit];
    wrong |= (bytes[at] ^ quote) | (bytes[at + 3] ^ quote);
    if (at + 4 < close) wrong |= bytes[at + 4] ^ comma;
  }
  const isEnd = bytes[close] === CLOSING_BRACKET && bytes[close + 1] === CLOSING_BRACE;
  return isEnd && wrong === 0 && seen === TWO_SUITS && moreSeen === TWO_SUITS ? n : undefined;
}

const fileRecords: Records = {
  record: lineRecord,
  numbers: 'in-record',
  offset: 0,
  lookAhead: LONGEST_LINE,
};

export const ndjson = {
  name: 'ndjson',
  aliases: ['jsonl'],
  label: 'NDJSON',
  extension: '.ndjson',
  records: [lineRecord],
  isBinary: false,
  layout: () => layOutRecords(lineRecord),
  isBegunBy: (head) => textStart(head).startsWith('{'),
  recordsIn: () => fileRecords,
  blocks: (input) => blocksOfRecords(input, fileRecords),
} as const satisfies Format;
