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
  /** how many ranges there are, also those after the first 64 */
  rangeCount: number;
}

export function addResult(sum: VerifyResult, { records, bad, firstBad, ...deals }: VerifyResult): void {
  sum.records += records;
  sum.bad += bad;
  if (firstBad !== undefined) sum.firstBad ??= firstBad;
  // only the first one can continue those of the blocks before
  for (const [i, { first, last }] of deals.ranges.entries()) addRange(sum, first, last, i === 0);
  sum.rangeCount += deals.rangeCount - deals.ranges.length;
}

/** Adds deals to the ranges of a result, in their order. */
export function appendRanges(result: VerifyResult, numbers: DealNumbers): void {
  if (numbers instanceof Float64Array) for (const n of numbers) addRange(result, n, n);
  else addRange(result, numbers.first, numbers.last);
}

/** Adds a range, or extends the last one. After MAX_RANGES ranges, only the last one of all is kept. */
function addRange(result: VerifyResult, first: number, last: number, mayContinue = true): void {
  const { ranges } = result;
  const continues = mayContinue && ranges.length > 0 && ranges[ranges.length - 1].last + 1 === first;
  if (!continues) {
    result.rangeCount++;
    if (ranges.length <= MAX_RANGES) ranges.push({ first, last });
    else ranges[MAX_RANGES].first = first;
  }
  ranges[ranges.length - 1].last = last;
}

/** Returns the deal with these cards; undefined if they are not a deck, or if no deal has them. */
export function dealWith(cards: ArrayLike<number> | undefined): number | undefined {
  return cards?.length === CARDS && isDeck(cards) ? findDeal(cards) : undefined;
}
