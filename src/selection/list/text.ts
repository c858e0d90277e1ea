// Reads the deal numbers of a text: a number or a range per line, or any number of them on one line. A # begins a
// comment, up to the end of the line. Memory does not grow with the text.

import { DamageError, InputError } from '../../common/errors.js';
import { LINE_FEED, textOffset, ZERO } from '../../formats/lines.js';
import {
  countNumbers,
  type DealNumbers,
  type DealRange,
  isDealNumber,
  parseRange,
} from '../../game/deal-numbers.js';
import type { Input } from '../../io/input.js';
import { MIN_RANGE, SEGMENT } from '../deal-source.js';
import { columnAdvice } from './lines.js';

/** Bytes of a word; a longer word is refused. */
const MAX_WORD = 1024;
/** Bytes of a line that is never read in pieces, so that it can be told from a line of a table. */
const WHOLE_LINE = 256;

/** A comment with names of columns, such as # deal,cells: each line then has more than one number. */
const HEADING = /^#[ \t]*["\w]+([,;\t]["\w]+)+\s*$/;
/** Numbers with separators of thousands, as 11,982; the first group is the first one. */
const GROUPED = /^([1-9]\d{0,2}(?:,\d{3})+)(?:\s+[1-9]\d{0,2}(?:,\d{3})+)*$/;

const HASH = 0x23;
const CARRIAGE_RETURN = 0x0d;
const ENDS_WORD = new Uint8Array(256);
for (const character of ' \t\r\n\v\f,#') ENDS_WORD[character.charCodeAt(0)] = 1;

/**
 * The number of bytes before the last line, which may go on; before its last word if it is long, and all of them if
 * this has more than MAX_WORD bytes already.
 */
function endOfLines(bytes: Uint8Array): number {
  const { length } = bytes;
  const lines = bytes.lastIndexOf(LINE_FEED) + 1;
  if (length - lines <= WHOLE_LINE) return lines;
  let end = length;
  while (end > lines && ENDS_WORD[bytes[end - 1]] === 0) end--;
  return length - end > MAX_WORD ? length : end;
}

/** Says what is wrong with a line of several numbers; undefined if nothing is. */
function faultOfColumns(line: string, name: string, isTable: boolean): string | undefined {
  const [, grouped = ''] = GROUPED.exec(line) ?? [];
  const n = grouped.replaceAll(',', '');
  if (isDealNumber(Number(n))) {
    const parts = grouped.split(',').length;
    return `'${grouped}' is one number or ${parts}; write ${n}, or blanks after the commas`;
  }
  const count = line.split(/[\s,]+/).length;
  return isTable ? `the lines have ${count} columns${columnAdvice(line, name)}` : undefined;
}

/**
 * The numbers of a text, in order. Throws an InputError that names the line of a word that is not a number or a range,
 * of a table, and of a comment if all numbers are in comments.
 */
export async function* readText(input: Input): AsyncGenerator<DealNumbers, void, void> {
  const { name } = input;
  const numbers = new Float64Array(SEGMENT);
  let [count, line, inLine, isComment, isEmpty, lastByte] = [0, 1, 0, false, true, LINE_FEED];
  let isTable = /\.csv$/i.test(name); // whether a line has had several numbers; the only one is a list
  let commented = 0; // the line of the first comment that begins with a number
  const wrong = (what: string) => new InputError(`${name}, line ${line}: ${what}`);
  for await (const bytes of input.windows(endOfLines)) {
    const { length } = bytes;
    let at = line === 1 ? textOffset(bytes) : 0;
    let start = at; // of the line
    const textOf = (from: number, end: number) => new TextDecoder().decode(bytes.subarray(from, end));
    const isEnd = (byte: number) => byte === LINE_FEED || byte === CARRIAGE_RETURN;
    const endFrom = (from: number) => {
      let end = from;
      while (end < length && !isEnd(bytes[end])) end++;
      return end;
    };
    const lineText = () => textOf(start, endFrom(start)).trim();
    while (at < length) {
      if (isEnd(bytes[at])) {
        if (bytes[at] === LINE_FEED) line++; // after the carriage return before it, if there is one
        inLine = 0;
        isComment = false;
        start = ++at;
        continue;
      }
      if (isComment || bytes[at] === HASH) {
        if (isEmpty && !isComment) {
          isTable ||= HEADING.test(lineText());
          if (commented === 0 && /^#\s*\d/.test(lineText())) commented = line;
        }
        isComment = true;
        at = endFrom(at);
        continue;
      }
      if (ENDS_WORD[bytes[at]] === 1) {
        at++;
        continue;
      }
      const word = at;
      let n = 0;
      for (; bytes[at] >= ZERO && bytes[at] <= ZERO + 9; at++) n = n * 10 + bytes[at] - ZERO;
      let range: DealRange | undefined;
      if ((at === length || ENDS_WORD[bytes[at]] === 1) && isDealNumber(n)) numbers[count++] = n;
      else {
        while (at < length && ENDS_WORD[bytes[at]] === 0) at++;
        if (at - word > MAX_WORD) throw wrong(`a word of ${at - word} characters is not a valid deal number`);
        try {
          range = parseRange(textOf(word, at));
        } catch (error) {
          throw wrong((error as Error).message + columnAdvice(lineText(), name));
        }
      }
      isEmpty = false;
      if (++inLine === 2) {
        const list = lineText().replace(/#.*/, '').trim();
        if (!list.includes('..')) {
          // no table has ranges
          const fault = faultOfColumns(list, name, isTable);
          if (fault !== undefined) throw wrong(fault);
          isTable = true;
        }
      }
      const isLong = range !== undefined && countNumbers(range) >= MIN_RANGE;
      if (count > 0 && (isLong || count > SEGMENT - MIN_RANGE)) {
        yield numbers.subarray(0, count);
        count = 0;
      }
      if (range === undefined) continue;
      if (isLong) yield range;
      else for (let n = range.first; n <= range.last; n++) numbers[count++] = n;
    }
    if (count > 0) yield numbers.subarray(0, count); // the next bytes may come late
    count = 0;
    lastByte = bytes.at(-1) ?? lastByte;
  }
  const isCutOff = lastByte !== LINE_FEED && /\.numbers$/i.test(name); // perhaps within a number
  if (isCutOff) throw new DamageError('it is cut off: its last line has no end');
  if (!isEmpty || commented === 0) return;
  line = commented;
  throw wrong('# begins a comment, and all numbers are in comments; leave out the #');
}
