// Deals out of a binary file into an output of any format.

import { encodeCards } from './engine.js';
import { OutputError } from './errors.js';
import { binary, headerOf, numberedRecord } from './formats/binary.js';
import type { Format } from './formats/format.js';
import { type DealFile, openDeals } from './open.js';
import { openOutput, targetOf, writeNext } from './output.js';
import { type Plan, planOf } from './plan.js';
import { type DealRange, parseDeals, textOf } from './range.js';

/** Of the journal beside the unfinished file. Nobody carries on with it: a copy that fails leaves nothing. */
const VERSION = 1;

export interface CopyOptions {
  /** which deals, in their order; undefined for all in the order of the file */
  deals: string | undefined;
  /** path of the file to write, `-` for standard output */
  output: string;
  format: Format;
  /** replace a file that is there */
  force: boolean;
  /** ends the copy; the promise rejects with the signal's reason */
  signal: AbortSignal;
}

/**
 * Writes deals out of the binary file at `path`; a reader who closes a pipe early is no error. A file appears under its
 * name when it is whole. Rejects with an InputError where a deal is not in the file, with what openDeals and DealFile
 * throw where it is bad, with an OutputError where the output cannot be written.
 */
export async function copyDeals(path: string, options: CopyOptions): Promise<void> {
  const { deals, format, force, signal } = options;
  const asked = deals === undefined ? undefined : parseDeals(deals);
  const target = targetOf(options.output);
  const file = openDeals(path);
  try {
    const batches = file.batches(asked);
    const { record, header, bytes } = planOfCopy(file, asked, format);
    const of = `${asked === undefined ? 'all' : textOf(asked)} of ${path}`;
    const job = { version: VERSION, deals: of, format: format.name, records: record.encoder, bytes };
    const output = await openOutput(target, job, { force, resume: false, sync: false });
    const toOutput = async <T>(work: Promise<T>): Promise<T> => {
      try {
        return await work;
      } catch (error) {
        throw new OutputError(output.name, error);
      }
    };
    try {
      if (!(await toOutput(writeNext(output.fd, header)))) return;
      for await (const { first, cards } of batches) {
        if (!(await toOutput(writeNext(output.fd, encodeCards(record, first, cards))))) return;
        signal.throwIfAborted();
      }
      await toOutput(output.publish());
    } finally {
      await output.discard();
    }
  } finally {
    file.close();
  }
}

/** What will be written; the size of a list as a whole is not known before it is read, and is an upper bound. */
function planOfCopy(
  { layout, first, last, count }: DealFile,
  asked: DealRange[] | undefined,
  format: Format,
): Pick<Plan, 'record' | 'header' | 'bytes'> {
  const ranges = asked ?? (layout === 1 ? [{ first, last }] : undefined);
  if (ranges !== undefined) return planOf(ranges, format.record(ranges), format.header(ranges));
  const isBinary = format.name === binary.name;
  const record = isBinary ? numberedRecord : format.record([]);
  const header = isBinary ? headerOf(undefined, count) : format.header([]);
  return { record, header, bytes: header.length + count * record.maxBytes };
}
