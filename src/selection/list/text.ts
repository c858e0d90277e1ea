// Reads the deal numbers of a text: a number or a range per line, or any number of them on one line. A # begins a
// comment, up to the end of the line. Memory does not grow with the text.

import { DamageError, InputError } from '../../common/errors.js';
import { LINE_FEED, latin1, ZERO } from '../../formats/lines.js';
import { FIRST_DEAL, LAST_DEAL } from '../../game/constants.js';
import {
  countNumbers,
  type DealNumbers,
  type DealRange,
  isDealNumber,
  parseRange,
} from '../../game/deal-numbers.js';
import type { Input } from '../../io/input.js';
import { MIN_RANGE, SEGMENT } from '../deal-source.js';
import { columnAdvice, cutCommand } from './columns.js';

/** Bytes of a word; a longer word is refused. */
const MAX_WORD = 1024;
/** Characters of a line that are looked at, to say what it is. */
const LONGEST_LINE = 256;

/** A comment with names of columns, such as # deal,cells: each line then has more than one number. */
const HEADING = /^#[ \t]*["\w]+([,;\t]["\w]+)+\s*$/;
/** Numbers with separators of thousands, as 11,982; the first group is the first one. */
const GROUPED = /^\s*([1-9]\d{0,2}(?:,\d{3})+)(?:\s+[1-9]\d{0,2}(?:,\d{3})+)*\s*(?:#|$)/;

/** The kind of each byte. */
const IN_WORD = 0;
const BETWEEN = 1;
const COMMENT = 2;
const LINE_END = 3;
const KINDS = new Uint8Array(256).fill(IN_WORD);
for (const character of ' \t\v\f,') KINDS[character.charCodeAt(0)] = BETWEEN;
for (const character of '\r\n') KINDS[character.charCodeAt(0)] = LINE_END;
KINDS['#'.charCodeAt(0)] = COMMENT;

/**
 * The number of bytes before the last line, which may go on; before its last word if it is long, and all of them if
 * this has more than MAX_WORD bytes already.
 */
function endOfLines(bytes: Uint8Array): number {
  const { length } = bytes;
  const lines = bytes.lastIndexOf(LINE_FEED) + 1;
  if (length - lines <= LONGEST_LINE) return lines;
  let end = length;
  while (end > lines && KINDS[bytes[end - 1]] === IN_WORD) end--;
  return length - end > MAX_WORD ? length : end;
}

/**
 * The numbers of a text, in order. Throws an InputError that names the line of a word that is not a number or a range,
 * of a table, and of a comment if all numbers are in comments.
 */
export async function* readText(input: Input): AsyncGenerator<DealNumbers, void, void> {
  const lines = new Lines(input.name);
  const numbers = new Float64Array(SEGMENT);
  let [count, isComment, end] = [0, false, LINE_FEED];
  for await (const bytes of input.windows(endOfLines)) {
    const { length } = bytes;
    lines.enter(bytes);
    for (let at = 0; at < length; ) {
      const start = at;
      let n = 0;
      if (!isComment) for (; bytes[at] >= ZERO && bytes[at] <= ZERO + 9; at++) n = n * 10 + bytes[at] - ZERO;
      const kind = at < length ? KINDS[bytes[at]] : BETWEEN;
      let range: DealRange | undefined;
      if (isComment || (at === start && kind !== IN_WORD)) {
        isComment = kind !== LINE_END && (isComment || kind === COMMENT);
        if (kind === LINE_END) lines.end(at);
        at++;
      } else if (kind !== IN_WORD && n >= FIRST_DEAL && n <= LAST_DEAL && at <= start + MAX_WORD) {
        numbers[count++] = n;
        lines.numbers++;
      } else {
        while (at < length && KINDS[bytes[at]] === IN_WORD) at++;
        range = lines.rangeOf(bytes.subarray(start, at));
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
    end = bytes.at(-1) ?? end;
  }
  const isCutOff = end !== LINE_FEED && /\.numbers$/i.test(input.name); // perhaps within a number
  if (isCutOff) throw new DamageError('it is cut off: its last line has no end');
  lines.finish();
}

/** The lines of a text, and what they have said about it so far. */
class Lines {
  /** numbers in this line; none once it has a range, because no table has ranges */
  numbers = 0;
  #bytes = new Uint8Array(0);
  #start = 0; // of this line
  #line = 1;
  #isEmpty = true; // no line has a number yet
  #tables = 0; // lines with more than one number; the only one is a list
  #comment = ''; // the first one that begins with a number

  constructor(readonly name: string) {
    if (/\.csv$/i.test(name)) this.#tables = 1;
  }

  enter(bytes: Uint8Array<ArrayBuffer>): void {
    [this.#bytes, this.#start] = [bytes, 0];
  }

  /** Ends a line at an offset. */
  end(at: number): void {
    if (this.numbers > 1) this.#checkTable(this.#text(at));
    if (this.#isEmpty) {
      const text = this.#text(at);
      if (HEADING.test(text)) this.#tables = 1;
      if (this.#comment === '' && /^\s*#\s*\d/.test(text)) this.#comment = `${this.#line}: '${text.trim()}'`;
      this.#isEmpty = this.numbers === 0;
    }
    this.numbers = 0;
    this.#start = at + 1;
    if (this.#bytes[at] === LINE_FEED) this.#line++; // after the carriage return before it, if there is one
  }

  /** Ends the text. */
  finish(): void {
    this.end(this.#bytes.length);
    if (!this.#isEmpty || this.#comment === '') return;
    const advice = '# begins a comment, and all numbers are in comments; leave out the #';
    throw new InputError(`${this.name}, line ${this.#comment}: ${advice}`);
  }

  /** A word as a range; undefined for a byte order mark. Throws an InputError if it is neither. */
  rangeOf(word: Uint8Array): DealRange | undefined {
    const text = new TextDecoder().decode(word); // leaves out a byte order mark
    if (text === '') return undefined;
    try {
      if (word.length > MAX_WORD)
        throw new InputError(`a word of ${word.length} characters is not a valid deal number`);
      this.numbers += text.includes('..') ? Number.NEGATIVE_INFINITY : 1;
      return parseRange(text);
    } catch (error) {
      const found = this.#bytes.indexOf(LINE_FEED, this.#start);
      const line = this.#text(found < 0 ? this.#bytes.length : found);
      throw this.#wrong((error as Error).message + columnAdvice(line, this.name));
    }
  }

  /** Throws an InputError for a number with separators, and for the second line of a table. */
  #checkTable(text: string): void {
    const [, word = ''] = GROUPED.exec(text) ?? [];
    const parts = word.split(',');
    if (isDealNumber(Number(parts.join('')))) {
      const advice = `write ${parts.join('')}, or blanks after the commas`;
      throw this.#wrong(`'${word}' is one number or ${parts.length}; ${advice}`);
    }
    if (this.#tables++ === 0) return;
    const separator = /[,\t]/.exec(text)?.[0] ?? ' ';
    const advice = `pass the one that has the deals: ${cutCommand(this.name, separator, 1)}`;
    throw this.#wrong(`the lines have ${this.numbers} columns; ${advice}`);
  }

  #text(end: number): string {
    const text = latin1(this.#bytes, this.#start, Math.min(end - this.#start, LONGEST_LINE));
    return text.replace(/^\xef\xbb\xbf/, ''); // a byte order mark
  }

  #wrong(what: string): InputError {
    return new InputError(`${this.name}, line ${this.#line}: ${what}`);
  }
}
