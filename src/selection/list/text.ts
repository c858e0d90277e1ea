// Reads the deal numbers of a text: numbers and ranges, separated by blanks, commas and line ends. A # begins a comment,
// up to the end of the line. Memory does not grow with the text.

import { DamageError, InputError } from '../../common/errors.js';
import { LINE_FEED, textStart, ZERO } from '../../formats/lines.js';
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
const KINDS = new Uint8Array(256).fill(IN_WORD);
for (const character of ' \t\r\n\v\f,') KINDS[character.charCodeAt(0)] = BETWEEN;
KINDS['#'.charCodeAt(0)] = COMMENT;
const BOM_START = 0xef; // the first byte of a byte order mark

/** The number of bytes before the last word, which may go on; all of them if it has more than MAX_WORD bytes already. */
function endOfWords(bytes: Uint8Array): number {
  const { length } = bytes;
  let end = length;
  while (end > 0 && KINDS[bytes[end - 1]] === IN_WORD) end--;
  return length - end > MAX_WORD ? length : end;
}

/** The numbers of a text, in order. Throws an InputError that names the line of a word that is not a number or a range. */
export async function* readText(input: Input): AsyncGenerator<DealNumbers, void, void> {
  await refuseTable(input);
  const numbers = new Float64Array(SEGMENT);
  let [count, line, isComment, end] = [0, 1, false, LINE_FEED];
  for await (const bytes of input.windows(endOfWords)) {
    const { length } = bytes;
    for (let at = 0; at < length; ) {
      const start = at;
      let n = 0;
      if (!isComment) for (; bytes[at] >= ZERO && bytes[at] <= ZERO + 9; at++) n = n * 10 + bytes[at] - ZERO;
      const kind = at < length ? KINDS[bytes[at]] : BETWEEN;
      let range: DealRange | undefined;
      if (isComment || (at === start && kind !== IN_WORD)) {
        if (bytes[at] === LINE_FEED) line++;
        isComment = bytes[at] !== LINE_FEED && (isComment || kind === COMMENT);
        at++;
      } else if (kind !== IN_WORD && n >= FIRST_DEAL && n <= LAST_DEAL && at <= start + MAX_WORD) {
        numbers[count++] = n;
      } else {
        while (at < length && KINDS[bytes[at]] === IN_WORD) at++;
        range = readRange(bytes.subarray(start, at), line, input.name);
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
}

/** Throws an InputError for a text whose lines have several columns. */
async function refuseTable(input: Input): Promise<void> {
  const isCsv = /\.csv$/i.test(input.name);
  const [first = 0] = await input.read(0, 1); // a text may come line by line, and its first character tells enough
  if (!isCsv && KINDS[first] !== COMMENT && first !== BOM_START) return;
  const start = textStart(await input.read(0, HEAD_BYTES));
  const isHeaded = HEADING.test(start);
  if (!isHeaded && !(isCsv && /^[^\n]*[,;\t]/.test(start))) return;
  const advice = isHeaded ? TABLE_ADVICE : 'pass the column: cut -d , -f 1 FILE';
  throw new InputError(`${input.name}, line 1: a line has several columns; ${advice}`);
}

/** Reads a word as a range; undefined for a byte order mark. Throws an InputError if it is neither. */
function readRange(word: Uint8Array, line: number, name: string): DealRange | undefined {
  const text = new TextDecoder().decode(word); // leaves out a byte order mark
  try {
    if (word.length > MAX_WORD)
      throw new InputError(`a word of ${word.length} characters is not a valid deal number`);
    return text === '' ? undefined : parseRange(text);
  } catch (error) {
    const advice = line === 1 && LETTER.test(text) ? `; of a table, ${TABLE_ADVICE}` : '';
    throw new InputError(`${name}, line ${line}: ${(error as Error).message}${advice}`);
  }
}
