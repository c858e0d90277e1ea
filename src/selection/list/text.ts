// Reads the deal numbers of a text: a number or a range per line, or any number of them on one line. A # begins a
// comment, up to the end of the line. Memory does not grow with the text.

import { DamageError, InputError } from '../../common/errors.js';
import { CARRIAGE_RETURN, LINE_FEED, ZERO } from '../../formats/lines.js';
import { type DealNumbers, type DealRange, isDealNumber, parseRange } from '../../game/deal-numbers.js';
import type { Input } from '../../io/input.js';
import { MIN_RANGE, SEGMENT } from '../deal-source.js';
import { listAdvice } from './lines.js';

const MAX_WORD = 1024; // bytes of a word; a longer word is refused
/** Bytes of a line that is never cut, so that it can be told from a line of a table. */
const WHOLE_LINE = 256;

/** A comment with names of columns, such as # deal,cells: each line then has more than one number. */
const COMMENTED_HEADING = /^#[ \t]*["\w]+([,;\t]["\w]+)+\s*$/;
const NUMBER = String.raw`\+?(?:[1-9]\d{0,2}(?:,\d{3}){1,3}|\d{1,10})(?:\.\d{1,9})?`;
/** A number or a range between blanks, perhaps with separators of thousands, as 11,982; a comma may be beside it. */
const GROUPED = new RegExp(String.raw`(?:^|[ \t\v\f]),?(${NUMBER}(?:\.\.${NUMBER})?),?(?![^ \t\v\f])`, 'g');
/** Most bytes between blanks that may be a grouped number or range, and are not cut. */
const MAX_GROUPED = 64;
const WORDS = /[^ \t\v\f,]+/g;
const SEPARATOR = /[ \t\v\f]*,[ \t\v\f]*|[ \t\v\f]+/;

const isEnd = (byte: number) => byte === LINE_FEED || byte === CARRIAGE_RETURN;
const COMMA = 0x2c;
const NOT_IN_WORDS = Array.from(' \t\r\v\f#', (character) => character.charCodeAt(0));

/**
 * The number of bytes that end between words, because the next bytes may continue the last one:
 * - up to the last line, if that is short
 * - otherwise up to its last blank, or to its last comma if more than a grouped number follows the blank, as in 1,2,3
 * - all bytes, if a word already has more than MAX_WORD
 */
function endOfLines(bytes: Uint8Array): number {
  const lines = bytes.lastIndexOf(LINE_FEED) + 1;
  if (bytes.length - lines <= WHOLE_LINE) return lines;
  const blank = Math.max(lines, ...NOT_IN_WORDS.map((code) => bytes.lastIndexOf(code) + 1));
  const comma = bytes.lastIndexOf(COMMA) + 1;
  if (bytes.length - Math.max(blank, comma) > MAX_WORD) return bytes.length;
  return comma - blank > MAX_GROUPED ? comma : blank;
}

/** Says what is wrong with a number or a range that has separators of thousands; undefined if it may have none. */
function faultOfGroups(text: string): string | undefined {
  const ends = text.replaceAll(',', '').split('..').map(Number);
  if (!text.includes(',') || !ends.every(isDealNumber) || ends[0] > (ends.at(-1) as number)) return undefined;
  const kind = ends.length === 1 ? 'number' : 'range';
  return `'${text}' is one ${kind} or ${text.split(',').length}; write ${ends.join('..')}, or blanks after the commas`;
}

/**
 * The numbers of a text, in order. Throws an InputError that names the line of a word that is not a number or a range,
 * of a table, and of a comment if all numbers are in comments.
 */
export async function* readText(input: Input): AsyncGenerator<DealNumbers, void, void> {
  const { name } = input;
  const decoder = new TextDecoder();
  let numbers = new Float64Array(0);
  let [count, line, inLine, isComment, isEmpty, lastByte] = [0, 1, 0, false, true, LINE_FEED];
  // whether a line has had several numbers; the only one is a list, unless it has empty fields
  let isTable = /\.csv$/i.test(name);
  let commented = 0; // the line of the first comment that begins with a number
  const wrong = (what: string) => new InputError(`${name}, line ${line}: ${what}`);

  /** Reads a line, or a part of a long one, which may begin between words with a comma alone between them. */
  function* rangesIn(text: string, isAfterComma: boolean): Generator<DealRange, void, void> {
    const [list, ...comments] = isComment ? [''] : text.split('#');
    if (comments.length > 0 && isEmpty) {
      isTable ||= COMMENTED_HEADING.test(text.trim());
      if (commented === 0 && /^\s*#\s*\d/.test(text)) commented = line;
    }
    isComment ||= comments.length > 0;
    const words = isAfterComma ? `0,${list}` : list;
    for (const [, grouped] of /\d,\d{3}/.test(list) ? words.matchAll(GROUPED) : []) {
      const fault = faultOfGroups(grouped);
      if (fault !== undefined) throw wrong(fault);
    }
    for (const [word] of list.matchAll(WORDS)) {
      const { length } = word;
      if (length > MAX_WORD) throw wrong(`a word of ${length} characters is not a valid deal number`);
      try {
        yield parseRange(word);
      } catch (error) {
        throw wrong((error as Error).message.replace(/; expected for example .*/, listAdvice(text, name)));
      }
      isEmpty = false;
      if (++inLine !== 2 || list.includes('..')) continue; // no table has ranges
      // a longer line comes in pieces, wherever a window ends
      const fields = list.slice(0, WHOLE_LINE).trim().split(SEPARATOR);
      if (isTable || fields.slice(1, -1).includes(''))
        throw wrong(`the lines have ${fields.length} columns${listAdvice(list, name)}`);
      isTable = true;
    }
  }

  for await (const bytes of input.windows(endOfLines)) {
    const most = SEGMENT + MIN_RANGE + bytes.length; // a segment, a short range after it, and a number per byte
    if (numbers.length < most) numbers = new Float64Array(most);
    for (let at = 0, end = 0; at < bytes.length; at = end + 1) {
      // most lines are a number; to read them as texts would take ten times as long
      let n = 0;
      for (end = at; bytes[end] >= ZERO && bytes[end] <= ZERO + 9; end++) n = n * 10 + bytes[end] - ZERO;
      if (isEnd(bytes[end]) && inLine === 0 && !isComment && isDealNumber(n)) numbers[count++] = n;
      else if (!isEnd(bytes[at])) {
        while (end < bytes.length && !isEnd(bytes[end])) end++;
        const isAfterComma = at === 0 && lastByte === COMMA;
        for (const range of rangesIn(decoder.decode(bytes.subarray(at, end)), isAfterComma)) {
          const isLong = range.last - range.first + 1 >= MIN_RANGE;
          if (count > 0 && (isLong || count > SEGMENT)) yield numbers.subarray(0, count);
          if (isLong || count > SEGMENT) count = 0;
          if (isLong) yield range;
          else for (let n = range.first; n <= range.last; n++) numbers[count++] = n;
        }
      }
      isEmpty &&= count === 0;
      if (end < bytes.length) [inLine, isComment] = [0, false];
      if (bytes[end] === LINE_FEED) line++; // after a carriage return, if there is one
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
