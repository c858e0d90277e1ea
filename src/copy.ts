// Deals out of a binary file into an output of any format.

import type { DealBatch } from './deals.js';
import { CORE_DEALS, coreEngine, type Engine } from './engine/engine.js';
import type { Format, RecordFormat } from './formats/format.js';
import { CARDS } from './game/constants.js';
import { type DealRange, parseDeals, sumOf } from './game/deal-numbers.js';
import { writeParts } from './output/parts.js';
import { type DealFile, openDeals } from './reader/deal-file.js';

/** Deals encoded for one write. */
const WRITE_DEALS = 4096;

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
  const { deals, format, force, signal, output } = options;
  const asked = deals === undefined ? undefined : parseDeals(deals);
  const file = openDeals(path);
  try {
    const batches = file.batches(asked);
    const { record, header, count } = planOfCopy(file, asked, format);
    const engine = await engineFor(count, record);

    async function* parts(): AsyncGenerator<Uint8Array, void, void> {
      yield header;
      yield* recordsOf(batches, record, engine);
    }

    await writeParts(output, parts(), force, signal);
  } finally {
    file.close();
  }
}

/** The records of batches, as many together as are worth a write: a list can have a batch for each deal. */
async function* recordsOf(
  batches: AsyncIterable<DealBatch>,
  record: RecordFormat,
  engine: Engine,
): AsyncGenerator<Uint8Array, void, void> {
  const numbers = new Float64Array(WRITE_DEALS);
  const cards = new Uint8Array(WRITE_DEALS * CARDS);
  let count = 0;

  function records(): Uint8Array {
    const some = engine.encodeList(record, numbers.subarray(0, count), cards);
    count = 0;
    return some;
  }

  try {
    for await (const batch of batches) {
      for (let done = 0; done < batch.count; ) {
        const most = Math.min(WRITE_DEALS - count, batch.count - done);
        for (let i = 0; i < most; i++) numbers[count + i] = batch.first + done + i;
        cards.set(batch.cards.subarray(done * CARDS, (done + most) * CARDS), count * CARDS);
        done += most;
        count += most;
        if (count === WRITE_DEALS) yield records();
      }
    }
  } catch (error) {
    if (count > 0) yield records(); // those before the bad one
    throw error;
  }
  if (count > 0) yield records();
}

/** A kernel encodes as fast as the disk reads; a handful of deals is done before it is loaded. */
async function engineFor(deals: number, record: RecordFormat): Promise<Engine> {
  if (deals <= CORE_DEALS) return coreEngine(record);
  const { startKernel } = await import('./engine/load.js');
  return startKernel();
}

/** What will be written. Of a list as a whole, the ranges are not known before it is read. */
function planOfCopy(
  { layout, first, last, count }: DealFile,
  asked: DealRange[] | undefined,
  format: Format,
) {
  const ranges = asked ?? (layout === 1 ? [{ first: first as number, last: last as number }] : undefined);
  const deals = ranges === undefined ? count : sumOf(ranges);
  const outline = { first: ranges?.length === 1 ? ranges[0]?.first : undefined, count: deals };
  return { record: format.record(outline), header: format.header(outline), count: deals };
}
