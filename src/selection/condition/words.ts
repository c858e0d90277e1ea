// The words of a condition's text, each with its offset. Characters that belong to no word are refused here.

import { quote } from '../../common/quote.js';
import { conditionError } from './tree.js';

/** A keyword, a name or an operator is its own text; names are in any case. */
export interface Word {
  kind: 'number' | 'string' | 'name' | 'operator' | 'end';
  text: string; // of a string without its quotes, of the end ''
  offset: number;
}

const MAX_LENGTH = 65536; // characters

// what SQL has and conditions have not comes before the operators that it begins with
const WORD =
  /(?<number>\d[\w.]*)|(?<name>[a-z_]\w*)|'(?<string>(?:[^']|'')*)'|(?<foreign>--|\/\*|==)|(?<operator>\/\/|<>|!=|<=|>=|[-+*%=<>(),])/iy;

const ADVICE: Record<string, string> = {
  '--': '; leave comments out',
  '/*': '; leave comments out',
  '==': '; write =',
  '/': '; integers are divided by //',
  '"': "; write strings in single quotes, such as '7D', and names without quotes",
  "'": '; the string has no end',
  '&': '; write AND',
  '|': '; write OR',
  '!': '; write NOT',
};

/** The words of a text, and its end. Throws an InputError that says at which offset it is no condition. */
export function wordsOf(text: string): Word[] {
  if (text.length > MAX_LENGTH) {
    throw conditionError(`a condition has at most ${MAX_LENGTH} characters; this one goes on`, MAX_LENGTH);
  }
  const words: Word[] = [];
  for (let offset = beyondBlanks(text, 0); offset < text.length; ) {
    WORD.lastIndex = offset;
    const found = WORD.exec(text);
    const [kind, word] = Object.entries(found?.groups ?? {}).find(([, word]) => word !== undefined) ?? [];
    if (kind === undefined || word === undefined || kind === 'foreign') {
      const foreign = word ?? String.fromCodePoint(text.codePointAt(offset) as number);
      throw conditionError(`unexpected ${quote(foreign)}`, offset, ADVICE[foreign]);
    }
    if (kind === 'number' && !/^\d+$/.test(word)) {
      throw conditionError(`${quote(word)} is not a whole number`, offset);
    }
    words.push({
      kind: kind as Word['kind'],
      text: kind === 'string' ? word.replaceAll("''", "'") : word,
      offset,
    });
    offset = beyondBlanks(text, WORD.lastIndex);
  }
  return [...words, { kind: 'end', text: '', offset: text.length }];
}

const BLANKS = /\s*/y;

function beyondBlanks(text: string, offset: number): number {
  BLANKS.lastIndex = offset;
  BLANKS.exec(text);
  return BLANKS.lastIndex;
}
