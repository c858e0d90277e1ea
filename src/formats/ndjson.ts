import { CARDS } from '../game/constants.js';
import { cardName, cardNamed } from '../game/deal.js';
import { countOf, type Run } from '../game/deal-numbers.js';
import { blocksOfRecords } from './blocks.js';
import { foreignText, textStart } from './foreign-text.js';
import type { Format, RecordFormat } from './format.js';

const MAX_DIGITS = 10; // of 8589934591
const NAME_BYTES = '"7D",'.length;
const LINE_BYTES = '{"deal":'.length + ',"cards":['.length + CARDS * NAME_BYTES - ','.length + ']}\n'.length;

/** Decimal digits of all numbers of a run together; of a range, one power of ten after the other. */
function digitsOf(run: Run): number {
  let digits = 0;
  if (run instanceof Float64Array) {
    for (let i = 0; i < run.length; i++) {
      digits++;
      for (let power = 10; power <= run[i]; power *= 10) digits++;
    }
    return digits;
  }
  const { first, last } = run;
  for (let length = 1, low = 1; low <= last; length++, low *= 10) {
    const from = Math.max(first, low);
    const to = Math.min(last, low * 10 - 1);
    if (from <= to) digits += (to - from + 1) * length;
  }
  return digits;
}

const LINE_FEED = 0x0a;
const ZERO = 0x30;
const COMMA = 0x2c;
const START = new TextEncoder().encode('{"deal":');

const SHORT_LINE = 16; // bytes

/** Bytes in which the end of a line is looked for; what has none is damaged, and cut anywhere. */
const LONGEST_LINE = 65536;

function latin1(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

/** Where the line at `at` ends, with its line feed; blank lines that follow each other are taken for one. */
function endOfLine(bytes: Uint8Array, at: number): number {
  const { length } = bytes; // reading beyond it would make the loops three times slower
  let end = at;
  while (end < length && bytes[end] === LINE_FEED) end++;
  if (end > at) return end;
  // a call of indexOf costs as much as a short line
  for (const near = Math.min(length, at + SHORT_LINE); end < near; end++) {
    if (bytes[end] === LINE_FEED) return end + 1;
  }
  end = bytes.indexOf(LINE_FEED, end);
  return end < 0 ? length : end + 1;
}

/** The number of a line as far as that is written as it should be. */
function numberIn(bytes: Uint8Array, at: number): number | undefined {
  for (let i = 0; i < START.length; i++) if (bytes[at + i] !== START[i]) return undefined;
  let n = 0;
  let p = at + START.length;
  for (const end = p + MAX_DIGITS; p < end; p++) {
    const digit = (bytes[p] as number) - ZERO;
    if (!(digit >= 0 && digit <= 9)) break;
    n = n * 10 + digit;
  }
  return p > at + START.length && bytes[p] === COMMA ? n : undefined;
}

/** {"deal":617,"cards":["7D","AD", ... 52 names in dealing order]} and a line feed; no blanks. */
export const lineRecord: RecordFormat = {
  encoder: 'ndjson',
  maxBytes: LINE_BYTES + MAX_DIGITS,
  bytesOf: (run) => countOf(run) * LINE_BYTES + digitsOf(run),
  number: numberIn,
  cards(bytes, at) {
    const [, names] = /"cards":\[(.*)\]/.exec(latin1(bytes, at, this.maxBytes)) ?? [];
    return names?.split(',').map((name) => cardNamed(name.slice(1, -1)));
  },
  start: (bytes) => bytes.indexOf(LINE_FEED) + 1 || bytes.length,
  end: endOfLine,
  fault: (record) =>
    foreignText(record) ?? (record.at(-1) === LINE_FEED ? 'it is another line' : 'it is cut off'),
  encode: (n, cards) =>
    new TextEncoder().encode(`${JSON.stringify({ deal: n, cards: Array.from(cards, cardName) })}\n`),
};

export const ndjson = {
  name: 'ndjson',
  ending: '.ndjson',
  isBinary: false,
  header: () => new Uint8Array(0),
  record: () => lineRecord,
  isBegunBy: (head) => textStart(head).startsWith('{'),
  blocks: (input) =>
    blocksOfRecords(input, {
      record: lineRecord,
      numbers: 'in-record',
      offset: 0,
      lookAhead: LONGEST_LINE,
    }),
} satisfies Format;
