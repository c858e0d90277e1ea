// Cuts the text of a condition into words, each with its offset. Refuses characters that belong to no word.

import { quote } from '../../common/quote.js';
import { cardAdvice, conditionError } from './tree.js';

/** A word of a condition. Names and keywords may be in any case. */
export interface Word {
  kind: 'number' | 'string' | 'name' | 'operator' | 'end';
  text: string; // a string has no quotes here; the end has no text
  offset: number;
}

const MAX_LENGTH = 65536; // characters

// SQL's words that conditions do not have (foreign) come before the operators, which may begin in the same way.
const WORD =
  /(?<blank>\s+)|(?<number>\d[\w.]*)|(?<name>[a-z_]\w*)|'(?<string>(?:[^']|'')*)'|(?<foreign>--|\/\*|==)|(?<operator>\/\/|<>|!=|<=|>=|[-+*%=<>(),])/iy;

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

/** The words of a text, then its end. Throws an InputError with the offset of the first character that is wrong. */
export function wordsOf(text: string): Word[] {
  if (text.length > MAX_LENGTH) {
    throw conditionError(`the condition is longer than ${MAX_LENGTH} characters`, MAX_LENGTH);
  }
  const words: Word[] = [];
  for (let offset = 0; offset < text.length; offset = WORD.lastIndex) {
    WORD.lastIndex = offset;
    const found = WORD.exec(text);
    const [kind, word] = Object.entries(found?.groups ?? {}).find(([, word]) => word !== undefined) ?? [];
    if (kind === undefined || word === undefined || kind === 'foreign') {
      const foreign = word ?? String.fromCodePoint(text.codePointAt(offset) as number);
      throw conditionError(`unexpected ${quote(foreign)}`, offset, ADVICE[foreign]);
    }
    if (kind === 'number' && !/^\d+$/.test(word)) {
      throw conditionError(`${quote(word)} is not a whole number`, offset, cardAdvice(word));
    }
    if (kind === 'blank') continue;
    words.push({
      kind: kind as Word['kind'],
      text: kind === 'string' ? word.replaceAll("''", "'") : word,
      offset,
    });
  }
  return [...words, { kind: 'end', text: '', offset: text.length }];
}
