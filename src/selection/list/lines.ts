// Reads deal numbers line by line, in bounded memory, and says how to write a list.

import { InputError } from '../../common/errors.js';
import { fileWord, quote, shellQuoted } from '../../common/quote.js';
import { LINE_FEED } from '../../formats/lines.js';
import { LAST_DEAL } from '../../game/constants.js';
import { type DealNumbers, isDealNumber } from '../../game/deal-numbers.js';
import { type Input, WINDOW_BYTES } from '../../io/input.js';

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

/** A value of a table or of JSON as a deal number, which databases write as 617.0 or "617", too. */
export function dealNumber(value: unknown, where: string): number {
  // 1.000 is a thousand in many countries
  const isNumber = typeof value === 'string' && /^\d+(\.(?!000$)0*)?$/.test(value);
  const deal = isNumber ? Number(value) : value;
  if (isDealNumber(deal as number)) return deal as number;
  throw new InputError(`${where}: ${quote(value)} is not a deal number in 1..${LAST_DEAL}`);
}

/**
 * Advice for a line that is not of a list, to end a message. A command is named only for a single field with digits: of
 * several numbers, the line does not tell which are deals. cut would count commas in quotes.
 */
export function listAdvice(line: string, name: string): string {
  const [separator = '\n'] = /[\t;,:|]/.exec(line) ?? [];
  const fields = line.split(separator);
  const [number = '', ...others] = fields.filter((field) => /\d/.test(field));
  const isColumn = fields.length > 1 && others.length === 0 && /^\s*\d+\s*$/.test(number);
  if (!isColumn || line.includes('"'))
    return '; expected one deal or range a line, or a .csv file with a column deal';
  const delimiter = separator === '\t' ? '' : `-d ${shellQuoted(separator)} `;
  const command = `cut ${delimiter}-f ${fields.indexOf(number) + 1}${fileWord(name)}`;
  return `; of a table, pass the column of the deals: ${command}`;
}
