// Reads the deal numbers of records: of a binary file, or of NDJSON with a `deal` in each line, written by any program.

import { DamageError, InputError } from '../../common/errors.js';
import { readHeader } from '../../formats/binary.js';
import { LINE_FEED } from '../../formats/lines.js';
import { dealOfLine } from '../../formats/ndjson.js';
import { HEAD_BYTES } from '../../formats/registry.js';
import { checkDealNumber, type DealNumbers, type DealRange, isDealNumber } from '../../game/deal-numbers.js';
import { type Input, WINDOW_BYTES } from '../../io/input.js';

/** The facts about a file's deals in its header or footer. */
export interface FileDeals {
  count: number;
  /** undefined unless all deals are in these ranges */
  ranges: DealRange[] | undefined;
}

export async function binaryDeals(input: Input): Promise<FileDeals> {
  const { first, count } = readHeader(await input.read(0, HEAD_BYTES), input.size);
  if (first !== undefined) return { count, ranges: [{ first, last: first + count - 1 }] };
  return { count, ranges: count === 0 ? [] : undefined };
}

/** The numbers of a binary file. In layout 1 the header has them, and the size of the file must agree. */
export async function* readBinary(input: Input): AsyncGenerator<DealNumbers, void, void> {
  const head = await input.read(0, HEAD_BYTES);
  const { record, first, count } = readHeader(head, input.size);
  const length = record.maxBytes;
  let size = head.length;
  if (first === undefined || input.size === undefined) {
    const numbers = new Float64Array(Math.floor(WINDOW_BYTES / length));
    for await (const bytes of input.windows(({ length: filled }) => filled - (filled % length), size)) {
      const records = first === undefined ? Math.floor(bytes.length / length) : 0;
      for (let i = 0; i < records; i++) {
        const n = record.number?.(bytes, i * length) ?? 0;
        if (!isDealNumber(n)) {
          throw new DamageError(`the record at offset ${size + i * length} is damaged: deal ${n}`);
        }
        numbers[i] = n;
      }
      size += bytes.length;
      if (records > 0) yield numbers.subarray(0, records);
    }
    readHeader(head, size); // checks the size of a stream, which is known now
  }
  if (first !== undefined) yield { first, last: first + count - 1 };
}

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
