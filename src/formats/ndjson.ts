// NDJSON: one JSON object a line.

import { cardName, parseCard } from '../game/cards.js';
import { CARDS } from '../game/constants.js';
import { countNumbers, isDealNumber } from '../game/deal-numbers.js';
import type { Format, RecordType } from './format.js';
import {
  decimalDigits,
  endOfLine,
  foreignText,
  LINE_FEED,
  LONGEST_LINE,
  latin1,
  MAX_DIGITS,
  numberAtOffset,
  startOfLine,
  textStart,
} from './lines.js';
import { textRecords } from './records.js';

const encoder = new TextEncoder();
const START = encoder.encode('{"deal":');
const COMMA = 0x2c;
/** The name of each card as lines have it, with the comma after it. */
const QUOTED_NAMES = Array.from({ length: CARDS }, (_, card) => `"${cardName(card)}",`);
const NAME_BYTES = '"7D",'.length;
const MIDDLE = encoder.encode(',"cards":[');
const LINE_BYTES = START.length + MIDDLE.length + CARDS * NAME_BYTES - ','.length + ']}\n'.length;
/** Tables by character, of the bits of cards in two words of two suits each; the value of any other character is 0. */
function bitsOfCards() {
  const ranks = new Int32Array(256); // a bit of each suit in both words
  const suits = new Int32Array(256); // 13 bits of the first word
  const moreSuits = new Int32Array(256); // 13 bits of the second word
  for (let card = 0; card < CARDS; card++) {
    const [rank, suit] = encoder.encode(cardName(card)) as Uint8Array & [number, number];
    ranks[rank] = (1 + 2 ** 13) << (card >> 2);
    (card & 2 ? moreSuits : suits)[suit] = (2 ** 13 - 1) << (card & 1 ? 13 : 0);
  }
  return { ranks, suits, moreSuits };
}

const CARD_BITS = bitsOfCards();
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
    return names?.split(',').map((name) => parseCard(name.slice(1, -1)) ?? -1);
  },
  start: startOfLine,
  end: endOfLine,
  fault: (record) => faultOf(record),
  encode(n, cards) {
    let names = '';
    for (let i = 0; i < CARDS; i++) names += QUOTED_NAMES[cards[i]];
    return encoder.encode(`{"deal":${n},"cards":[${names.slice(0, -1)}]}\n`);
  },
};

/** Whether a line is JSON with a deal number and without cards, as a solver writes. */
function isSolverRecord(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && 'deal' in value && !('cards' in value);
  } catch {
    return false;
  }
}

/** Says what is wrong with a line that is not its deal's. */
function faultOf(line: Uint8Array): string {
  const foreign = foreignText(line);
  if (foreign !== undefined) return foreign;
  if (line.at(-1) !== LINE_FEED) return 'it is cut off';
  const isRecord = isSolverRecord(latin1(line, 0, LONGEST_LINE));
  return isRecord ? "it is a record without cards; join records with cat, the shell's" : 'it is another line';
}

/** The deal of the line from `offset` to before its end; undefined unless the line is as this program writes it. */
export function dealOfLine(bytes: Uint8Array, offset: number, end: number): number | undefined {
  const n = lineRecord.number(bytes, offset);
  if (n === undefined || !isDealNumber(n)) return undefined;
  if (lineRecord.bytesOf({ first: n, last: n }) !== end + 1 - offset) return undefined;
  let at = end - (LINE_BYTES - 1 - START.length);
  for (let i = 0; i < MIDDLE.length; i++) if (bytes[at++] !== MIDDLE[i]) return undefined;
  const close = at + CARDS * NAME_BYTES - 1;
  // in the bundle, a constant of the module is read from memory at each use
  const { ranks, suits, moreSuits } = CARD_BITS;
  const [quote, comma] = [QUOTE, COMMA];
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

export const ndjson = {
  name: 'ndjson',
  aliases: ['jsonl'],
  label: 'NDJSON',
  extension: '.ndjson',
  ...textRecords({ record: lineRecord, numbers: 'in-record', lookAhead: LONGEST_LINE }),
  isBegunBy: (head) => textStart(head).startsWith('{'),
} as const satisfies Format;
