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
const NO_CARD = 0xff;
/** The card byte of two characters, the first one times 256; NO_CARD if they name none. */
const CARD_OF = new Uint8Array(65536).fill(NO_CARD);
for (let card = 0; card < CARDS; card++) {
  const [rank, suit] = encoder.encode(cardName(card)) as Uint8Array & [number, number];
  CARD_OF[rank * 256 + suit] = card;
}
const QUOTE = 0x22;
const CLOSING_BRACKET = 0x5d;
const CLOSING_BRACE = 0x7d;

/** {"deal":617,"cards":["7D","AD", ... 52 names in dealing order]} and a line feed; no blanks. */
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
  const seen = new Uint8Array(256);
  for (let left = CARDS; left > 0; left--) {
    const card = CARD_OF[bytes[at + 1] * 256 + bytes[at + 2]];
    const after = left > 1 ? COMMA : CLOSING_BRACKET;
    if (card === NO_CARD || seen[card]++ > 0) return undefined;
    if (bytes[at] !== QUOTE || bytes[at + 3] !== QUOTE || bytes[at + 4] !== after) return undefined;
    at += NAME_BYTES;
  }
  return bytes[at] === CLOSING_BRACE ? n : undefined;
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
