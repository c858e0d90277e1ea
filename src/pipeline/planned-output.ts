// The bytes of ranges of deals in a format, for a program that encodes and writes them by its own means: a page in a
// browser, with its own workers. Node's generate does more: files, lists, filters, resuming.

import { InputError } from '../common/errors.js';
import type { EncoderName } from '../formats/format.js';
import { type FormatName, formatNamed } from '../formats/registry.js';
import { type DealNumbers, type Deals, parseDeals } from '../game/deal-numbers.js';
import { joinConditions } from '../selection/condition/parse.js';
import { checkLimit, selectionOf, sourceOfRanges, sourceOfSegments } from '../selection/deal-source.js';
import { type Chunk, chunksOf, outputOf } from './chunks.js';
import { layOut, planRun } from './pipeline.js';
import { portionsOf } from './portions.js';

/** Encodes the deals of one chunk with the encoder of the plan, as an engine does. */
export type EncodeChunk = (numbers: readonly DealNumbers[]) => Promise<Uint8Array>;

/** A part of an output, in its order. */
export interface OutputPart {
  /** the bytes that follow those of the part before */
  bytes: Uint8Array;
  /** deals in these bytes; 0 in the bytes before and after the deals */
  deals: number;
}

/** An output before a card is dealt. */
export interface PlannedOutput {
  /** number of deals */
  deals: number;
  /** size of the whole output, bytes */
  bytes: number;
  /** file extension of the format, with its dot */
  extension: string;
  /** name of the encoder of its chunks, which Engine.encode takes */
  encoder: EncoderName;
  /**
   * Yields the output in order; together the parts are the bytes that `generate` writes for these deals.
   * @param encodeChunk encodes the deals of a chunk; the error that it rejects with is thrown
   * @param maxInFlight most chunks that may be encoded or wait at a time, of about 4 MB each, or 10 MB in Parquet
   */
  parts(encodeChunk: EncodeChunk, maxInFlight: number): AsyncGenerator<OutputPart, void, void>;
}

/** Which deals of the ranges are written: options of a Selection. */
export interface PlannedDeals {
  /** a condition, as in a Selection */
  where?: string | undefined;
  /** number of deals, 1 or more */
  limit?: number | undefined;
  /** with a condition: all numbers that it keeps within the limit, in order, as matchDeals finds them */
  numbers?: Float64Array | undefined;
}

/**
 * Plans the output of ranges of deals, as `generate` takes them, or of the deals that a condition or a limit leaves.
 * Throws an InputError for a wrong argument, and for a condition without its numbers.
 */
export function planOutput(
  deals: Deals,
  format: FormatName,
  { where, limit, numbers }: PlannedDeals = {},
): PlannedOutput {
  if (limit !== undefined) checkLimit(limit);
  if ((where === undefined) !== (numbers === undefined)) {
    throw new InputError('a condition and the numbers that it keeps are planned together');
  }
  const narrowed = selectionOf(sourceOfRanges(parseDeals(deals)), {
    where: where === undefined ? undefined : joinConditions([where]),
    limit,
  });
  const selection = numbers === undefined ? narrowed : selectionOf(sourceOfSegments([numbers], narrowed.key));
  const count = selection.source.count as number; // ranges and numbers in memory are counted
  // the file of a condition does not depend on what it keeps, because generate does not know that before
  const plan = planRun(selection, layOut(formatNamed(format), narrowed, count));

  async function* encoded(encodeChunk: EncodeChunk, maxInFlight: number) {
    const begun: { item: Chunk; bytes: Promise<Uint8Array> }[] = [];
    async function* yieldAbove(count: number) {
      for (; begun.length > count; begun.shift()) yield { item: begun[0].item, result: await begun[0].bytes };
    }
    // a condition is not asked again, because its numbers are the source
    const portions = portionsOf(selection.source, 0, () => plan.chunkDeals);
    for await (const item of chunksOf(portions, plan.layout, plan.chunkDeals)) {
      // a chunk without deals reports the progress
      const bytes = item.deals === 0 ? Promise.resolve(new Uint8Array()) : encodeChunk(item.numbers);
      bytes.catch(() => {}); // it is thrown when its turn comes
      begun.push({ item, bytes });
      yield* yieldAbove(maxInFlight - 1);
    }
    yield* yieldAbove(0);
  }

  async function* parts(encodeChunk: EncodeChunk, maxInFlight: number) {
    let before = 0;
    for await (const { content, deals } of outputOf(plan.layout, encoded(encodeChunk, maxInFlight))) {
      yield { bytes: content, deals: deals - before };
      before = deals;
    }
  }

  const { extension } = formatNamed(format);
  const bytes = plan.totalBytes as number; // because the deals are counted
  return { deals: count, bytes, extension, encoder: plan.layout.encoder, parts };
}
