// NDJSON: one JSON object a line.

import { cardName, cardNamed } from '../game/cards.js';
import { CARDS } from '../game/constants.js';
import { countNumbers } from '../game/deal-numbers.js';
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
const LINE_BYTES = START.length + ',"cards":['.length + CARDS * NAME_BYTES - ','.length + ']}\n'.length;

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
