import { cardName, cardNamed } from '../game/cards.js';
import { CARDS } from '../game/constants.js';
import { countNumbers } from '../game/deal-numbers.js';
import type { Format, RecordType } from './format.js';
import { decimalDigits, endOfLine, LINE_FEED, latin1, MAX_DIGITS } from './lines.js';
import { layOutRecords } from './records.js';

const NAME_BYTES = '"7D",'.length;
const LINE_BYTES = '{"deal":'.length + ',"cards":['.length + CARDS * NAME_BYTES - ','.length + ']}\n'.length;

/** {"deal":617,"cards":["7D","AD", ... 52 names in dealing order]} and a line feed; no blanks. */
export const lineRecord: RecordType = {
  encoder: 'ndjson',
  maxBytes: LINE_BYTES + MAX_DIGITS,
  bytesOf: (numbers) => countNumbers(numbers) * LINE_BYTES + decimalDigits(numbers),
  number(bytes, offset) {
    const [, digits] = /^\{"deal":(\d{1,10}),/.exec(latin1(bytes, offset, 30)) ?? [];
    return digits === undefined ? undefined : Number(digits);
  },
  cards(bytes, offset) {
    const [, names] = /"cards":\[(.*)\]/.exec(latin1(bytes, offset, this.maxBytes)) ?? [];
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
  extension: '.ndjson',
  isBinary: false,
  layout: () => layOutRecords(lineRecord),
} satisfies Format;
