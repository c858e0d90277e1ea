// The report of a block, of records or of a row group.

import type { DealNumbers, DealRange } from '../game/deal-numbers.js';

/** Most ranges in a report: an unsorted list has as many ranges as records. */
const MAX_RANGES = 64;

/** A record that is not its deal's. */
export interface BadRecord {
  /** number of the deal whose board the record has, or that it claims, or that belongs there; undefined if unknown */
  deal: number | undefined;
  /** bytes from the start of the file to its first byte */
  offset: number;
  /** what is wrong with it, as a clause: "it is cut off" */
  problem: string;
}

export interface BlockReport {
  records: number;
  bad: number;
  firstBad?: BadRecord;
  ranges: DealRange[]; // the deals of the good records in their order, the first MAX_RANGES ranges
  next: number | undefined; // the deal number expected after the last record
}

/** Adds deals to ranges in their order; extends the last range if they continue it. */
export function appendRange(ranges: DealRange[], numbers: DealNumbers): void {
  if (numbers instanceof Float64Array) {
    for (const n of numbers) {
      if (ranges.length === MAX_RANGES && ranges.at(-1)?.last !== n - 1) return;
      appendRange(ranges, { first: n, last: n });
    }
    return;
  }
  const last = ranges.at(-1);
  if (last !== undefined && last.last + 1 === numbers.first) last.last = numbers.last;
  else if (ranges.length < MAX_RANGES) ranges.push({ ...numbers });
}
