// Copies deals out of a binary file into an output of any format.

import { DamageError } from '../common/errors.js';
import type { Engine } from '../engine/engine.js';
import { FEW_DEALS, referenceEngine } from '../engine/reference.js';
import type { Format, KnownDeals, Layout } from '../formats/format.js';
import { CARDS } from '../game/constants.js';
import type { DealBatch } from '../game/deal-batch.js';
import { asRange, countAllNumbers, type DealRange, formatRanges, parseDeals } from '../game/deal-numbers.js';
import { writeParts } from '../output/write-all.js';
import type { OutputPart } from '../pipeline/planned-output.js';
import { type DealFile, openDeals } from '../reader/deal-file.js';

/** Bytes encoded for one write. */
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
  /** called each time a part has been written */
  onProgress(progress: { dealt: number; totalDeals: number }): void;
}

/** The result of a copy. */
export interface Copied {
  deals: number;
  bytes: number;
}

/**
 * Writes deals out of the binary file at `path`; a reader who closes a pipe early is no error. A file is written
 * atomically. Rejects with an InputError where a deal is not in the file, with what openDeals and DealFile throw where it
 * is damaged, with an OutputError where the output cannot be written.
 */
export async function copyDeals(path: string, options: CopyOptions): Promise<Copied> {
  const { deals, format, force, signal, output } = options;
  const wanted = deals === undefined ? undefined : parseDeals(deals);
  const file = openDeals(path);
  const copied: Copied = { deals: 0, bytes: 0 };
  try {
    const batches = file.batches(wanted);
    const layout = format.layout(knownDeals(file, wanted));
    const totalDeals = wanted === undefined ? file.count : countAllNumbers(wanted);
    const engine = await engineFor(totalDeals);
    async function* countedParts() {
      for await (const { bytes, deals } of partsOf(path, batches, layout, engine)) {
        yield bytes;
        copied.deals += deals;
        copied.bytes += bytes.length;
        options.onProgress({ dealt: copied.deals, totalDeals });
      }
    }
    await writeParts(output, countedParts(), force, signal);
    return copied;
  } finally {
    file.close();
  }
}

/** The whole output of batches: head, chunks, tail. A list can have a batch for each deal; a chunk has many. */
async function* partsOf(
  path: string,
  batches: AsyncIterable<DealBatch>,
  layout: Layout,
  engine: Engine,
): AsyncGenerator<OutputPart, void, void> {
  const capacity = layout.chunkDeals(WRITE_BYTES);
  const numbers = new Float64Array(capacity);
  const frame = layout.frame();
  let offset = frame.head.length;
  let deals = 0;

  function encode(): OutputPart {
    const some = numbers.subarray(0, deals);
    const parts = [asRange(some) ?? some];
    const bytes = engine.encode(layout.encoder, parts);
    frame.add({ numbers: parts, deals, offset, bytes: bytes.length });
    const part = { bytes, deals };
    offset += bytes.length;
    deals = 0;
    return part;
  }

  yield { bytes: frame.head, deals: 0 };
  try {
    for await (const batch of batches) {
      const good = countGood(batch, engine);
      for (let done = 0; done < good; ) {
        const more = Math.min(capacity - deals, good - done);
        for (let i = 0; i < more; i++) numbers[deals + i] = batch.first + done + i;
        done += more;
        deals += more;
        if (deals === capacity) yield encode();
      }
      if (good < batch.count) {
        throw new DamageError(`${path}: deal ${batch.first + good}: it is another board`);
      }
    }
  } catch (error) {
    if (deals > 0) yield encode(); // those before the damaged one
    throw error;
  }
  if (deals > 0) yield encode();
  for (const bytes of frame.tail()) yield { bytes, deals: 0 };
}

/** How many deals at the start of a batch have their own cards. */
function countGood({ first, count, cards }: DealBatch, engine: Engine): number {
  const dealt = engine.encode('cards', [{ first, last: first + count - 1 }]);
  const wrong = cards.findIndex((card, i) => card !== dealt[i]);
  return wrong < 0 ? count : Math.floor(wrong / CARDS);
}

/** A kernel encodes as fast as the disk reads; a few deals are done before it is loaded. */
async function engineFor(deals: number): Promise<Engine> {
  if (deals <= FEW_DEALS) return referenceEngine;
  const { startKernel } = await import('../engine/load.js');
  return startKernel();
}

/** The deals to be written, as far as they are known: of a whole list, not before it is read. */
function knownDeals(file: DealFile, wanted: DealRange[] | undefined): KnownDeals {
  const { layout, first, last, count } = file;
  const ranges = wanted ?? (layout === 1 ? [{ first: first as number, last: last as number }] : undefined);
  return {
    first: ranges?.length === 1 ? ranges[0]?.first : undefined,
    count: ranges === undefined ? count : countAllNumbers(ranges),
    selection: ranges === undefined ? 'a list' : formatRanges(ranges),
  };
}
