// Reads the deal numbers of a text: numbers and ranges, separated by blanks, commas and line ends. A # begins a comment,
// up to the end of the line. Memory does not grow with the text.

import { InputError } from '../../common/errors.js';
import { textStart } from '../../formats/lines.js';
import { HEAD_BYTES } from '../../formats/registry.js';
import { FIRST_DEAL, LAST_DEAL } from '../../game/constants.js';
import { countNumbers, type DealNumbers, type DealRange, parseRange } from '../../game/deal-numbers.js';
import type { Input } from '../../io/input.js';
import { MIN_RANGE, SEGMENT } from '../deal-source.js';

/** Bytes of a word; a longer word is refused. */
const MAX_WORD = 1024;

const LETTER = /^["']?\p{L}/u;
/** A comment with names of columns, such as # deal,cells: each line then has more than one number. */
const HEADING = /^#[ \t]*["\w]+([,;\t]["\w]+)+\r?(\n|$)/;
export const TABLE_ADVICE = 'pass the column: tail -n +2 FILE | cut -d , -f 1';

/** The kind of each byte. */
const IN_WORD = 0;
const BETWEEN = 1;
const COMMENT = 2;
const LINE_FEED = 0x0a;
const KINDS = new Uint8Array(256).fill(IN_WORD);
for (const character of ' \t\r\n\v\f,') KINDS[character.charCodeAt(0)] = BETWEEN;
KINDS['#'.charCodeAt(0)] = COMMENT;
const BOM_START = 0xef; // the first byte of a byte order mark

function isInWord(byte: number): boolean {
  return KINDS[byte] === IN_WORD;
}

/** The number of bytes before the last word, which may go on. A word of more than MAX_WORD bytes is cut anywhere. */
function endOfWords(bytes: Uint8Array): number {
  const { length } = bytes;
  let end = length;
  while (end > 0 && length - end <= MAX_WORD && isInWord(bytes[end - 1])) end--;
  return end;
}

/** How far a text has been read. */
interface Cursor {
  at: number; // index of the next byte in the window
  line: number; // of the text, from 1
  count: number; // numbers that are read and not yet handed on
}

/** Reads numbers until the window ends, `numbers` is full, or the next word is not a plain number. */
function readNumbers(bytes: Uint8Array, numbers: Float64Array, cursor: Cursor): void {
  // as constants of the module, these would be read from memory at each use, which takes twice as long in the bundle
  const ZERO = 0x30;
  const NINE = 0x39;
  const { length } = bytes;
  let { at, line, count } = cursor;
  while (at < length && count < numbers.length) {
    const byte = bytes[at];
    if (byte >= ZERO && byte <= NINE) {
      let few = byte - ZERO; // a 32-bit integer, which holds any nine digits
      let end = at + 1;
      for (const most = Math.min(length, at + 9); end < most; end++) {
        const digit = bytes[end];
        if (digit < ZERO || digit > NINE) break;
        few = (few * 10 + digit - ZERO) | 0;
      }
      let n = few;
      for (; end < length; end++) {
        const digit = bytes[end];
        if (digit < ZERO || digit > NINE) break;
        n = n * 10 + digit - ZERO;
      }
      if (n < FIRST_DEAL || n > LAST_DEAL || (end < length && isInWord(bytes[end]))) break;
      numbers[count++] = n;
      at = end;
    } else {
      if (byte === LINE_FEED) line++;
      else if (KINDS[byte] !== BETWEEN) break;
      at++;
    }
  }
  Object.assign(cursor, { at, line, count });
}

/** The numbers of a text, in order. Throws an InputError that names the line of a word that is not a number or a range. */
export async function* readText(input: Input): AsyncGenerator<DealNumbers, void, void> {
  const numbers = new Float64Array(SEGMENT);
  const cursor = { at: 0, line: 1, count: 0 };
  const isCsv = /\.csv$/i.test(input.name);
  const [first = 0] = await input.read(0, 1);
  const start =
    isCsv || KINDS[first] === COMMENT || first === BOM_START
      ? textStart(await input.read(0, HEAD_BYTES))
      : '';
  const isHeaded = HEADING.test(start);
  if (isHeaded || (isCsv && /^[^\n]*[,;\t]/.test(start))) {
    const advice = isHeaded ? TABLE_ADVICE : 'pass the column: cut -d , -f 1 FILE';
    throw new InputError(`${input.name}, line 1: a line has several columns; ${advice}`);
  }
  let isComment = false;
  for await (const bytes of input.windows(endOfWords)) {
    cursor.at = 0;
    while (cursor.at < bytes.length) {
      if (isComment) {
        const end = bytes.indexOf(LINE_FEED, cursor.at);
        if (end < 0) break;
        cursor.at = end;
      }
      readNumbers(bytes, numbers, cursor);
      isComment = cursor.at < bytes.length && KINDS[bytes[cursor.at]] === COMMENT;
      let range: DealRange | undefined;
      if (cursor.at < bytes.length && cursor.count < numbers.length && !isComment) {
        range = readRange(bytes, cursor, input.name);
      }
      const isLong = range !== undefined && countNumbers(range) >= MIN_RANGE;
      if (isLong || numbers.length - cursor.count < MIN_RANGE) {
        yield numbers.subarray(0, cursor.count);
        cursor.count = 0;
      }
      if (range === undefined) continue;
      if (isLong) yield range;
      else for (let n = range.first; n <= range.last; n++) numbers[cursor.count++] = n;
    }
    if (cursor.count > 0) yield numbers.subarray(0, cursor.count); // the next bytes may come late
    cursor.count = 0;
  }
}

/** Reads the next word as a range; undefined for a byte order mark. Throws an InputError if it is neither. */
function readRange(bytes: Uint8Array, cursor: Cursor, name: string): DealRange | undefined {
  const start = cursor.at;
  while (cursor.at < bytes.length && isInWord(bytes[cursor.at])) cursor.at++;
  const word = bytes.subarray(start, cursor.at);
  try {
    if (word.length > MAX_WORD)
      throw new InputError(`a word of ${word.length} characters is not a valid deal number`);
    const text = new TextDecoder().decode(word); // leaves out a byte order mark
    return text === '' ? undefined : parseRange(text);
  } catch (error) {
    const isHeading = cursor.line === 1 && LETTER.test(new TextDecoder().decode(word));
    const advice = isHeading ? `; of a table, ${TABLE_ADVICE}` : '';
    throw new InputError(`${name}, line ${cursor.line}: ${(error as Error).message}${advice}`);
  }
}
