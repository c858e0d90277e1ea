// Reads the deal numbers of JSON of any program: objects with a `deal`, one a line (NDJSON) or in an array, or an array
// of numbers.

import { InputError } from '../../common/errors.js';
import { textStart } from '../../formats/lines.js';
import { dealOfLine } from '../../formats/ndjson.js';
import type { DealNumbers } from '../../game/deal-numbers.js';
import type { Input } from '../../io/input.js';
import { wholeText } from '../../io/text.js';
import { dealNumber, numbersOfLines } from './lines.js';

/** Characters of an array, which is in memory as a whole: 5 million numbers. */
const LONGEST_ARRAY = 2 ** 26;

/** The `deal` of each line of NDJSON. */
export function readLines(input: Input): AsyncGenerator<DealNumbers, void, void> {
  return numbersOfLines(input, (bytes, at, end, line) => {
    const own = dealOfLine(bytes, at, end);
    if (own !== undefined) return own;
    const text = new TextDecoder().decode(bytes.subarray(at, end));
    const where = `${input.name}, line ${line}`;
    if (text.trim() === '') return undefined;
    return dealOf(parsed(text, where, 'write one object a line: jq -c .'), where);
  });
}

/** Whether a file begins with an array. */
export function isArray(head: Uint8Array): boolean {
  return textStart(head).startsWith('[');
}

/** The numbers of an array, or the `deal` of each of its objects. */
export async function* readArray(input: Input): AsyncGenerator<DealNumbers, void, void> {
  const advice = 'write its elements one a line: jq -rc .[]';
  const text = await wholeText(input, LONGEST_ARRAY, advice);
  // a .json may have one value alone
  const elements = text.trim() === '' ? [] : [parsed(text, input.name, advice)].flat();
  const numbers = elements.map((element, i) => {
    const where = `${input.name}, element ${i + 1}`;
    return typeof element === 'object' ? dealOf(element, where) : dealNumber(element, where);
  });
  if (numbers.length > 0) yield Float64Array.from(numbers);
}

/** A name that JSON.parse would take once, although an object has it twice. No text in quotes has it so. */
const DEAL = /(?<!\\)"deal"(?=\s*:)/gi;

/** Parses a value, in which the name deal gets a number. */
function parsed(text: string, where: string, advice: string): unknown {
  try {
    return JSON.parse(text.replace(DEAL, (_, at) => `"\\u0000${at}"`));
  } catch {
    throw new InputError(`${where}: it is not one JSON value, or is cut off; ${advice}`);
  }
}

/** The deal of an object. Throws an InputError that names where it is. */
function dealOf(value: unknown, where: string): number {
  const deals = Object.entries(Object(value)).filter(([key]) => key.startsWith('\0'));
  if (deals.length === 1) return dealNumber(deals[0][1], where);
  throw new InputError(
    `${where}: it has no deal, or two; expected an object such as {"deal":617}, or an array of numbers`,
  );
}
