// The result of verify, for a block or for a whole file.

import { isDeck } from '../game/cards.js';
import { CARDS } from '../game/constants.js';
import type { DealNumbers, DealRange } from '../game/deal-numbers.js';
import { findDeal } from '../game/find.js';

/** Most ranges in a result: an unsorted list has as many ranges as records. */
export const MAX_RANGES = 64;

/** A record that is not its deal's. */
export interface BadRecord {
  /** number of the deal whose board the record has, or that it claims, or that belongs there; undefined if unknown */
  deal: number | undefined;
  /** bytes from the start of the file to the record's first byte; in Parquet, to the first byte of its row group */
  offset: number;
  /** what is wrong with it, as a clause: "it is cut off" */
  problem: string;
}

/** The result of verify: the file is right if `bad` is 0. */
export interface VerifyResult {
  /** records in the file, also wrong ones; blank lines that follow each other count as one */
  records: number;
  /**
   * records that are not their deal's. In text, after 8 boards in succession that no deal has, verify looks up no
   * other board of the same MiB: right boards there count as bad, too, unless they continue the deals before
   */
  bad: number;
  /** the first bad record; undefined if all are right */
  firstBad?: BadRecord;
  /** the deals of the right records, in the order of the file; the first 64 ranges */
  ranges: DealRange[];
}

export function addResult(sum: VerifyResult, { records, bad, firstBad, ranges }: VerifyResult): void {
  sum.records += records;
  sum.bad += bad;
  if (firstBad !== undefined) sum.firstBad ??= firstBad;
  for (const range of ranges) appendRange(sum.ranges, range);
}

/**
 * Adds deals to ranges in their order; extends the last range if they continue it. It stops at one range more than
 * MAX_RANGES, so that deals which come later do not extend the last one of a result.
 */
export function appendRange(ranges: DealRange[], numbers: DealNumbers): void {
  if (numbers instanceof Float64Array) {
    for (const n of numbers) {
      if (ranges.length > MAX_RANGES) return;
      appendRange(ranges, { first: n, last: n });
    }
    return;
  }
  if (ranges.length > MAX_RANGES) return;
  const last = ranges.at(-1);
  if (last !== undefined && last.last + 1 === numbers.first) last.last = numbers.last;
  else ranges.push({ ...numbers });
}

/** Returns the deal with these cards; undefined if they are not a deck, or if no deal has them. */
export function dealWith(cards: ArrayLike<number> | undefined): number | undefined {
  return cards?.length === CARDS && isDeck(cards) ? findDeal(cards) : undefined;
}
