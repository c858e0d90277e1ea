// Deal numbers out of a text, as it comes: numbers and ranges, one or many a line, between blanks and commas; what
// follows a # is a comment. Memory does not grow with the text.

import { InputError } from '../../common/errors.js';
import { FIRST_DEAL, LAST_DEAL } from '../../game/constants.js';
import { countNumbers, type DealNumbers, type DealRange, parseRange } from '../../game/deal-numbers.js';
import type { StreamInput } from '../../io/input.js';

/** A longer word is no number, whatever it is. */
const MAX_WORD = 1024;
/** Numbers handed on at a time. */
const NUMBERS = 16384;
/** A range of fewer deals than this costs less as single numbers. */
const MIN_RANGE = 64;

// The kinds of bytes.
const IN_WORD = 0;
const BETWEEN = 1;
const COMMENT = 2;
const LINE_FEED = 0x0a;
const KINDS = new Uint8Array(256).fill(IN_WORD);
for (const character of ' \t\r\n\v\f,') KINDS[character.charCodeAt(0)] = BETWEEN;
KINDS['#'.charCodeAt(0)] = COMMENT;

function isInWord(byte: number): boolean {
  return KINDS[byte] === IN_WORD;
}

/** How many bytes end between words; all of them where a word is too long. */
function endOfWords(bytes: Uint8Array): number {
  const { length } = bytes;
  let end = length;
  while (end > 0 && length - end <= MAX_WORD && isInWord(bytes[end - 1])) end--;
  return end;
}

/** Where the reading of a list stands. */
interface Place {
  at: number; // in the part that is read
  line: number;
  count: number; // numbers that wait to be handed on
}

/** Reads plain numbers, until the part ends, `numbers` is full, or something else stands there. */
function readNumbers(bytes: Uint8Array, numbers: Float64Array, place: Place): void {
  // constants of this function: in the bundle, those of a module are read anew at each use, which takes twice as long
  const ZERO = 0x30;
  const NINE = 0x39;
  const { length } = bytes;
  let { at, line, count } = place;
  while (at < length && count < numbers.length) {
    const byte = bytes[at];
    if (byte >= ZERO && byte <= NINE) {
      let few = byte - ZERO; // as a 32-bit integer, which holds any nine digits
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
  Object.assign(place, { at, line, count });
}

/**
 * The runs of a list in its order; a deal named twice is there twice. A run is good until the next one is asked for.
 * Throws an InputError that names the line of what is neither a number nor a range, a ReadError where it cannot be read.
 */
export async function* readText(input: StreamInput): AsyncGenerator<DealNumbers, void, void> {
  const numbers = new Float64Array(NUMBERS);
  const place = { at: 0, line: 1, count: 0 };
  let isComment = false;
  for await (const bytes of input.windows(endOfWords)) {
    place.at = 0;
    while (place.at < bytes.length) {
      if (isComment) {
        const end = bytes.indexOf(LINE_FEED, place.at);
        if (end < 0) break;
        place.at = end;
      }
      readNumbers(bytes, numbers, place);
      isComment = place.at < bytes.length && KINDS[bytes[place.at]] === COMMENT;
      let range: DealRange | undefined;
      if (place.at < bytes.length && place.count < numbers.length && !isComment) {
        range = readRange(bytes, place, input.name);
      }
      const isLong = range !== undefined && countNumbers(range) >= MIN_RANGE;
      if (isLong || numbers.length - place.count < MIN_RANGE) {
        yield numbers.subarray(0, place.count);
        place.count = 0;
      }
      if (range === undefined) continue;
      if (isLong) yield range;
      else for (let n = range.first; n <= range.last; n++) numbers[place.count++] = n;
    }
  }
  if (place.count > 0) yield numbers.subarray(0, place.count);
}

/** Reads the word that stands there, a range or wrong. */
function readRange(bytes: Uint8Array, place: Place, name: string): DealRange {
  const start = place.at;
  while (place.at < bytes.length && isInWord(bytes[place.at])) place.at++;
  const word = bytes.subarray(start, place.at);
  try {
    if (word.length > MAX_WORD)
      throw new InputError(`a word of ${word.length} characters is not a valid deal number`);
    return parseRange(new TextDecoder().decode(word));
  } catch (error) {
    throw new InputError(`${name}, line ${place.line}: ${(error as Error).message}`);
  }
}
