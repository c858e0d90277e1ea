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
    return text.trim() === '' ? undefined : dealOf(parsed(text, where), where);
  });
}

/** Whether a file begins with an array. */
export function isArray(head: Uint8Array): boolean {
  return textStart(head).startsWith('[');
}

/** The numbers of an array, or the `deal` of each of its objects. */
export async function* readArray(input: Input): AsyncGenerator<DealNumbers, void, void> {
  const text = await wholeText(input, LONGEST_ARRAY, 'write its elements one a line: jq -rc .[]');
  const elements = text.trim() === '' ? [] : [parsed(text, input.name)].flat(); // a .json may have one value alone
  const numbers = elements.map((element, i) => {
    const where = `${input.name}, element ${i + 1}`;
    return typeof element === 'object' ? dealOf(element, where) : dealNumber(element, where);
  });
  if (numbers.length > 0) yield Float64Array.from(numbers);
}

function parsed(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InputError(`${where}: it is not JSON, or is cut off`);
  }
}

/** The deal of an object. Throws an InputError that names where it is. */
function dealOf(value: unknown, where: string): number {
  const deals = Object.entries(Object(value)).filter(([key]) => /^deal$/i.test(key));
  if (deals.length === 1) return dealNumber(deals[0][1], where);
  throw new InputError(`${where}: it has no deal, or two; expected an object such as {"deal":617}`);
}
