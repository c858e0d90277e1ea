// Reads the deal numbers of lines: of NDJSON with a `deal` in each line, written by any program.

import { InputError } from '../../common/errors.js';
import { LINE_FEED } from '../../formats/lines.js';
import { dealOfLine } from '../../formats/ndjson.js';
import { checkDealNumber, type DealNumbers } from '../../game/deal-numbers.js';
import { type Input, WINDOW_BYTES } from '../../io/input.js';

/** The `deal` of each line of NDJSON. */
export function readLines(input: Input): AsyncGenerator<DealNumbers, void, void> {
  return numbersOfLines(
    input,
    (bytes, at, end, line) => dealOfLine(bytes, at, end) ?? parseLine(bytes.subarray(at, end), input, line),
  );
}

/**
 * The deals of lines.
 * @param dealOf returns the deal of the line from `at` to before `end`, undefined if it has none
 */
export async function* numbersOfLines(
  input: Input,
  dealOf: (bytes: Uint8Array, at: number, end: number, line: number) => number | undefined,
): AsyncGenerator<DealNumbers, void, void> {
  const numbers = new Float64Array(WINDOW_BYTES / '1\n'.length);
  let line = 0;
  const windows = input.windows((bytes) => {
    const end = bytes.lastIndexOf(LINE_FEED) + 1; // of the last whole line
    if (end > 0 || bytes.length < WINDOW_BYTES) return end;
    throw new InputError(`${input.name}, line ${line + 1}: it is longer than ${WINDOW_BYTES} bytes`);
  });
  for await (const bytes of windows) {
    let count = 0;
    for (let at = 0; at < bytes.length; ) {
      line++;
      const found = bytes.indexOf(LINE_FEED, at);
      const end = found < 0 ? bytes.length : found;
      const n = dealOf(bytes, at, end, line);
      if (n !== undefined) numbers[count++] = n;
      at = end + 1;
    }
    if (count > 0) yield numbers.subarray(0, count);
  }
}

/** The `deal` of a line; undefined for a blank line. Throws an InputError that names a line without a `deal`. */
function parseLine(bytes: Uint8Array, { name }: Input, line: number): number | undefined {
  const text = new TextDecoder().decode(bytes);
  if (text.trim() === '') return undefined;
  const wrong = (what: string) => new InputError(`${name}, line ${line}: ${what}`);
  let deal: unknown;
  try {
    deal = Object(JSON.parse(text)).deal;
  } catch {
    throw wrong('it is not JSON, or is cut off');
  }
  if (deal === undefined) throw wrong('it has no deal; expected an object such as {"deal":617}');
  try {
    checkDealNumber(deal as number);
  } catch (error) {
    throw wrong((error as Error).message);
  }
  return deal as number;
}
