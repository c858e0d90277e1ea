// Copies deals out of a binary file into an output of any format.

import { writeAll } from '../commands/write-texts.js';
import type { Format, KnownDeals, Layout } from '../formats/format.js';
import type { DealBatch } from '../game/deal-batch.js';
import { countAllNumbers, type DealRange, formatRanges, parseDeals } from '../game/deal-numbers.js';
import { targetOf } from '../output/open.js';
import { encodeChunks, planRun } from '../pipeline/pipeline.js';
import { spansOf } from '../pipeline/spans.js';
import { type DealFile, openDeals } from '../reader/deal-file.js';
import { selectionOf, sourceOfList } from '../selection/deal-source.js';
import { Executor } from '../threads/executor.js';
import { checkInputs } from './inputs.js';

const WRITE_BYTES = 256 * 1024;

export interface CopyOptions {
  /** which deals, in their order; undefined for all in the order of the file */
  deals: string | undefined;
  output: string;
  format: Format;
  force: boolean;
  signal: AbortSignal;
  onProgress(progress: { dealt: number; totalDeals: number }): void;
}

/** Copies deals of the binary file at `path`: deals them again, and compares them with the file. */
export async function copyDeals(
  path: string,
  options: CopyOptions,
): Promise<{ deals: number; bytes: number }> {
  const { deals, format, force, signal, output } = options;
  const wanted = deals === undefined ? undefined : parseDeals(deals);
  using file = openDeals(path);
  checkInputs(targetOf(output), [path]);
  const totalDeals = wanted === undefined ? file.count : countAllNumbers(wanted);
  await using executor = new Executor({ threads: 1, deals: totalDeals });
  const batches = file.checkedBatches(executor.engine, wanted);
  const layout = format.layout(knownDeals(file, wanted));
  const copied = { deals: 0, bytes: 0 };

  async function* contents() {
    for await (const { content, bytes, deals } of spansOf(layout, encodeBatches(batches, layout, executor))) {
      yield content as Uint8Array;
      Object.assign(copied, { deals, bytes });
      options.onProgress({ dealt: deals, totalDeals });
    }
  }

  await writeAll(output, contents(), force, signal);
  return copied;
}

/** Encodes the chunks of batches; an error that ends the batches is thrown after the chunks before it. */
async function* encodeBatches(batches: AsyncIterable<DealBatch>, layout: Layout, executor: Executor) {
  let failure: unknown;
  async function* untilFailure() {
    try {
      for await (const { first, count } of batches) yield { first, last: first + count - 1 };
    } catch (error) {
      failure = error;
    }
  }
  const selection = selectionOf(sourceOfList(untilFailure, 'a list'));
  yield* encodeChunks(planRun(selection, layout, WRITE_BYTES), executor);
  if (failure !== undefined) throw failure;
}

/** The deals to be written, as far as they are known; the deals of a whole list are unknown until it is read. */
function knownDeals(file: DealFile, wanted: DealRange[] | undefined): KnownDeals {
  const { layout, first, last, count } = file;
  const ranges = wanted ?? (layout === 1 ? [{ first: first as number, last: last as number }] : undefined);
  return {
    first: ranges?.length === 1 ? ranges[0]?.first : undefined,
    count: ranges === undefined ? count : countAllNumbers(ranges),
    selection: ranges === undefined ? 'a list' : formatRanges(ranges),
  };
}
