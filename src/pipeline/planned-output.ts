// The bytes of ranges of deals in a format, in order, for a program that encodes and writes them by its own means: a page
// in a browser, with its own workers. Node's generate has more to do: files, lists, filters, resuming.

import { InputError } from '../common/errors.js';
import type { EncoderName } from '../formats/format.js';
import type { FormatName } from '../formats/registry.js';
import { formatNamed } from '../formats/registry.js';
import { type DealNumbers, type Deals, formatRanges, parseDeals } from '../game/deal-numbers.js';
import { joinConditions } from '../selection/condition/parse.js';
import { checkLimit, selectionOf, sourceOfSegments } from '../selection/deal-source.js';
import { layOut, pipeline, totalBytesOf } from './pipeline.js';

/** The bytes of one chunk's deals, in the encoder of the plan: an engine makes them. */
export type EncodeChunk = (numbers: readonly DealNumbers[]) => Promise<Uint8Array>;

/** A part of an output: the next bytes of it. */
export interface OutputPart {
  /** the bytes that follow those of the part before */
  bytes: Uint8Array;
  /** deals in these bytes; 0 in what stands before and after the deals */
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
  /** what encodes its chunks: Engine.encode takes it */
  encoder: EncoderName;
  /**
   * The output, part by part and in order; together the same bytes as `generate` writes for these deals.
   * @param encodeChunk encodes the deals of a chunk; what it rejects with is thrown
   * @param maxInFlight chunks that may be encoded or wait to be taken at a time, of some 4 MB each, or 10 MB in Parquet
   */
  parts(encodeChunk: EncodeChunk, maxInFlight: number): AsyncGenerator<OutputPart, void, void>;
}

/** Which deals of ranges are written: options of a Selection. */
export interface PlannedDeals {
  /** a condition, as in a Selection */
  where?: string | undefined;
  /** number of deals, 1 or more */
  limit?: number | undefined;
  /** where there is a condition: all numbers that it keeps within the limit, in order, as matchDeals finds them */
  numbers?: Float64Array | undefined;
}

/**
 * Plans the output of ranges of deals, or of those that a condition or a limit leaves. Throws an InputError for wrong deals, a
 * wrong limit or condition, one without its numbers, and an unknown format.
 * @param deals as `generate` takes them
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
  const ranges = parseDeals(deals);
  const narrowed = selectionOf(sourceOfSegments(ranges, formatRanges(ranges)), {
    where: where === undefined ? undefined : joinConditions([where]),
    limit,
  });
  const selection = numbers === undefined ? narrowed : selectionOf(sourceOfSegments([numbers], narrowed.key));
  const count = selection.source.count as number; // ranges and numbers in memory are counted
  // a condition's file says so, whatever it keeps: as generate, which does not know that before
  const layout = layOut(formatNamed(format), narrowed, count);

  async function* parts(
    encodeChunk: EncodeChunk,
    maxInFlight: number,
  ): AsyncGenerator<OutputPart, void, void> {
    const frame = layout.frame();
    yield { bytes: frame.head, deals: 0 };
    const chunks = pipeline(selection, layout);
    const inFlight = [];
    for (;;) {
      while (inFlight.length < maxInFlight) {
        const { value: chunk } = await chunks.next();
        if (chunk === undefined) break;
        const encoded = encodeChunk(chunk.numbers);
        encoded.catch(() => {}); // it is awaited below, unless an earlier one fails
        inFlight.push({ chunk, encoded });
      }
      const head = inFlight.shift();
      if (head === undefined) break;
      const { chunk, encoded } = head;
      const bytes = await encoded;
      frame.add(chunk);
      chunk.release();
      yield { bytes, deals: chunk.deals };
    }
    for (const bytes of frame.tail()) yield { bytes, deals: 0 };
  }

  const { extension } = formatNamed(format);
  const bytes = totalBytesOf(selection, layout) as number; // ranges are counted
  return { deals: count, bytes, extension, encoder: layout.encoder, parts };
}
