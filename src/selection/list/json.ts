// Reads the deal numbers of JSON of any program: objects with a `deal`, one a line (NDJSON) or in an array, or an array
// of numbers.

import { InputError } from '../../common/errors.js';
import { textStart } from '../../formats/lines.js';
import { dealOfLine } from '../../formats/ndjson.js';
import { checkDealNumber, type DealNumbers } from '../../game/deal-numbers.js';
import { type Input, WINDOW_BYTES } from '../../io/input.js';
import { numbersOfLines } from './lines.js';

/** The `deal` of each line of NDJSON. */
export function readLines(input: Input): AsyncGenerator<DealNumbers, void, void> {
  return numbersOfLines(input, (bytes, at, end, line) => {
    const own = dealOfLine(bytes, at, end);
    if (own !== undefined) return own;
    const text = new TextDecoder().decode(bytes.subarray(at, end));
    return text.trim() === '' ? undefined : dealOf(text, false, `${input.name}, line ${line}`);
  });
}

/** Whether a file begins with an array. */
export function isArray(head: Uint8Array): boolean {
  return textStart(head).startsWith('[');
}

/** The signs that structure JSON, and its strings; the last one may go on. */
const TOKENS = /"(?:[^"\\]+|\\.)*(?:"|$)|[[\]{},]/gs;

/** The numbers of an array, or the `deal` of each of its objects. Its elements may have any number of lines. */
export async function* readArray(input: Input): AsyncGenerator<DealNumbers, void, void> {
  const decoder = new TextDecoder();
  let text = ''; // from the first element that is not read
  let [line, depth] = [1, -1]; // depth 0 is between the elements
  const where = () => `${input.name}, line ${line}`;
  for await (const bytes of input.windows()) {
    text += decoder.decode(bytes, { stream: true });
    const numbers: number[] = [];
    let [start, inner] = [0, depth];
    for (const { 0: token, index } of text.matchAll(TOKENS)) {
      if (token === '[' || token === '{') inner++;
      if (token === ']' || token === '}') inner--;
      const isBracket = inner < 0 || (depth < 0 && inner === 0); // of the array
      if (!isBracket && (token !== ',' || inner > 0)) continue;
      const element = text.slice(start, index);
      const content = element.trimStart();
      line += lineEndsIn(element.slice(0, element.length - content.length));
      if (content !== '') numbers.push(dealOf(content, true, where()));
      line += lineEndsIn(content);
      [start, depth] = [index + 1, inner];
    }
    text = text.slice(start);
    if (text.length > WINDOW_BYTES)
      throw new InputError(`${where()}: it is longer than ${WINDOW_BYTES} bytes`);
    if (numbers.length > 0) yield Float64Array.from(numbers);
  }
  line += lineEndsIn(text.trimEnd());
  if (depth === 0 || text.trim() !== '') throw new InputError(`${where()}: it is not JSON, or is cut off`);
}

function lineEndsIn(text: string): number {
  return text.split('\n').length - 1;
}

/** The deal of an object, or of an element of an array. Throws an InputError that names where it is. */
function dealOf(text: string, isElement: boolean, where: string): number {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InputError(`${where}: it is not JSON, or is cut off`);
  }
  if (!isElement || typeof value === 'object') {
    const deals = Object.entries(Object(value)).filter(([key]) => /^deal$/i.test(key));
    if (deals.length === 0) {
      throw new InputError(`${where}: it has no deal; expected an object such as {"deal":617}`);
    }
    if (deals.length > 1) throw new InputError(`${where}: it has two deals; expected one`);
    value = deals[0][1];
  }
  // databases write large integers in quotes
  const deal = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  try {
    checkDealNumber(deal as number);
  } catch (error) {
    throw new InputError(`${where}: ${(error as Error).message}`);
  }
  return deal as number;
}
