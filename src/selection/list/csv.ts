// Reads the deal numbers of a CSV file of any program: its column `deal`.

import { InputError } from '../../common/errors.js';
import { cut, quote } from '../../common/quote.js';
import { LINE_FEED, latin1, textOffset, textStart } from '../../formats/lines.js';
import type { DealNumbers } from '../../game/deal-numbers.js';
import type { Input } from '../../io/input.js';
import { dealNumber, numbersOfLines } from './lines.js';

const QUOTE = 0x22;
const LONGEST_FIELD = 64; // characters of a field that are looked at: a deal number has fewer
const MOST_SHOWN = 200; // characters of the names of columns

/** A line before the header: a comment, or the separator that Excel writes. */
const PREAMBLE = /^\s*(?:#.*|sep=(.))?\s*$/i;

/** Whether a file begins with a header that has a column `deal`. */
export function isTable(head: Uint8Array): boolean {
  const lines = textStart(head).split('\n');
  const header = lines.find((line) => !PREAMBLE.test(line)) ?? '';
  return /(^|[,;\t|])"?deal"?([,;\t|\r]|$)/i.test(header);
}

/** The first `most` fields of a line, the number of all, and whether the last one goes on in the next line. */
function fieldsOf(bytes: Uint8Array, at: number, end: number, separator: number, most: number) {
  const fields: string[] = [];
  let [from, isQuoted, count] = [at, false, 0];
  for (let i = at; i <= end; i++) {
    // a quote inside an unquoted field (5") is literal
    if (i < end && bytes[i] === QUOTE && bytes[from] === QUOTE) isQuoted = !isQuoted;
    else if (i === end || (bytes[i] === separator && !isQuoted)) {
      if (count++ < most) {
        const text = latin1(bytes, from, Math.min(i - from, LONGEST_FIELD)).trim();
        fields.push(text.replace(/^"(.*)"$/, '$1') + (i - from > LONGEST_FIELD ? '...' : ''));
      }
      from = i + 1;
    }
  }
  return { fields, count, isOpen: isQuoted };
}

/** The column `deal`. Fields are separated as the first ones of the header are: by commas, semicolons, tabs or |. */
export async function* readCsv(input: Input): AsyncGenerator<DealNumbers, void, void> {
  let [separator, column, columns] = [0, -1, 0]; // columns 0 before the header
  yield* numbersOfLines(input, (bytes, start, end, line) => {
    const wrong = (what: string) => new InputError(`${input.name}, line ${line}: ${what}`);
    const hasNoEnd = end === bytes.length; // the last line: perhaps it is cut off, even within the number
    const at = line === 1 ? textOffset(bytes) : start;
    if (columns === 0) {
      const text = new TextDecoder().decode(bytes.subarray(at, end));
      const preamble = PREAMBLE.exec(text);
      if (preamble !== null) {
        separator = preamble[1]?.charCodeAt(0) ?? separator;
        return undefined;
      }
      if (hasNoEnd) throw wrong('it is cut off, or its lines do not end with a line feed');
      const plain = text.replaceAll(/"[^"]*"/g, '');
      separator ||= (/[,;\t]/.exec(plain) ?? /\|/.exec(plain))?.[0].charCodeAt(0) ?? LINE_FEED;
    }
    const most = columns === 0 ? Number.POSITIVE_INFINITY : column + 1;
    const { fields, count, isOpen } = fieldsOf(bytes, at, end, separator, most);
    if (isOpen) throw wrong('a text in quotes goes on in the next line, which is not read');
    if (columns === 0) {
      columns = count;
      const isDeal = (name: string) => /^deal$/i.test(name);
      column = fields.findIndex(isDeal);
      if (fields.filter(isDeal).length === 1) return undefined;
      const names = cut(fields.map(quote).join(', '), MOST_SHOWN);
      throw wrong(`its columns are ${names}; call that of the deals deal`);
    }
    if (count === 1 && fields[0] === '' && end - at < 2) return undefined; // a blank line
    if (count > columns) throw wrong(`it has ${count} columns and the header has ${columns}`);
    if (hasNoEnd && count < columns) throw wrong('it has no line end and fewer columns than the header');
    return dealNumber(fields[column] ?? '', `${input.name}, line ${line}`);
  });
}
