import { cardName, cardNamed } from '../game/cards.js';
import { CARDS } from '../game/constants.js';
import { countNumbers, type DealNumbers } from '../game/deal-numbers.js';
import type { Format, RecordFormat } from './format.js';

const MAX_DIGITS = 10; // of 8589934591
const NAME_BYTES = '"7D",'.length;
const LINE_BYTES = '{"deal":'.length + ',"cards":['.length + CARDS * NAME_BYTES - ','.length + ']}\n'.length;

/** Decimal digits of all numbers of a run together; of a range, one power of ten after the other. */
function digitsOf(run: DealNumbers): number {
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

function latin1(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

/** Where the line at `at` ends, with its line feed. */
function endOfLine(bytes: Uint8Array, at: number): number {
  const end = bytes.indexOf(LINE_FEED, at);
  return end < 0 ? bytes.length : end + 1;
}

/** {"deal":617,"cards":["7D","AD", ... 52 names in dealing order]} and a line feed; no blanks. */
export const lineRecord: RecordFormat = {
  encoder: 'ndjson',
  maxBytes: LINE_BYTES + MAX_DIGITS,
  bytesOf: (run) => countNumbers(run) * LINE_BYTES + digitsOf(run),
  number(bytes, at) {
    const [, digits] = /^\{"deal":(\d{1,10}),/.exec(latin1(bytes, at, 30)) ?? [];
    return digits === undefined ? undefined : Number(digits);
  },
  cards(bytes, at) {
    const [, names] = /"cards":\[(.*)\]/.exec(latin1(bytes, at, this.maxBytes)) ?? [];
    return names?.split(',').map((name) => cardNamed(name.slice(1, -1)));
  },
  start: (bytes) => endOfLine(bytes, 0),
  end: endOfLine,
  fault: (record) => (record.at(-1) === LINE_FEED ? 'it is another line' : 'it is cut off'),
  encode: (n, cards) =>
    new TextEncoder().encode(`${JSON.stringify({ deal: n, cards: Array.from(cards, cardName) })}\n`),
};

export const ndjson = {
  name: 'ndjson',
  ending: '.ndjson',
  isBinary: false,
  header: () => new Uint8Array(0),
  record: () => lineRecord,
} satisfies Format;
