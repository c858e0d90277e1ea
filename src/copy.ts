// Deals out of a binary file into an output of any format.

import type { DealBatch } from './deals.js';
import { encodeCards } from './engine.js';
import { OutputError } from './errors.js';
import { binary, headerOf, numberedRecord } from './formats/binary.js';
import type { Format, RecordFormat } from './formats/format.js';
import { type DealFile, openDeals } from './open.js';
import { openOutput, targetOf, writeNext } from './output.js';
import { type Plan, planOf } from './plan.js';
import { type DealRange, parseDeals, textOf } from './range.js';

/** Of the journal beside the unfinished file. Nobody carries on with it: a copy that fails leaves nothing. */
const VERSION = 1;

const WRITE_BYTES = 256 * 1024;

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
      for await (const records of recordsOf(batches, record)) {
        if (!(await toOutput(writeNext(output.fd, records)))) return;
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

/** The records of batches, as many together as are worth a write: a list can have a batch for each deal. */
async function* recordsOf(
  batches: AsyncIterable<DealBatch>,
  record: RecordFormat,
): AsyncGenerator<Uint8Array, void, void> {
  let parts: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const { first, cards } of batches) {
      const records = encodeCards(record, first, cards);
      parts.push(records);
      bytes += records.length;
      if (bytes < WRITE_BYTES) continue;
      yield Buffer.concat(parts);
      parts = [];
      bytes = 0;
    }
  } catch (error) {
    if (bytes > 0) yield Buffer.concat(parts); // those before the bad one
    throw error;
  }
  if (bytes > 0) yield Buffer.concat(parts);
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
