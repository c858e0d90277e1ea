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
/** 1 to 13 for the character of a rank, 1 to 4 for the character of a suit, 0 for any other. */
const [RANKS, SUITS] = [new Uint8Array(256), new Uint8Array(256)];
for (let card = 0; card < CARDS; card++) {
  const [rank, suit] = encoder.encode(cardName(card)) as Uint8Array & [number, number];
  RANKS[rank] = 1 + (card >> 2);
  SUITS[suit] = 1 + (card & 3);
}
/** A bit for each of the 26 cards of two suits. */
const TWO_SUITS = 2 ** 27 - 2;
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
  const close = at + CARDS * NAME_BYTES - 1;
  const [ranks, suits] = [RANKS, SUITS]; // in the bundle, a constant of the module is read from memory at each use
  let [early, late] = [0, 0]; // the cards of two suits each
  for (; at < close; at += NAME_BYTES) {
    const [rank, suit] = [ranks[bytes[at + 1]], suits[bytes[at + 2]]];
    if (rank === 0 || suit === 0 || bytes[at] !== QUOTE || bytes[at + 3] !== QUOTE) return undefined;
    if (bytes[at + 4] !== (at + 4 < close ? COMMA : CLOSING_BRACKET)) return undefined;
    const bit = 1 << (suit & 1 ? rank : rank + 13);
    if (suit > 2) late |= bit;
    else early |= bit;
  }
  return early === TWO_SUITS && late === TWO_SUITS && bytes[close + 1] === CLOSING_BRACE ? n : undefined;
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
