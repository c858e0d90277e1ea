// Deals in bulk, as programs get them.

/** Deals that follow one another in a selection. */
export interface DealBatch {
  /** number of the first deal */
  first: number;
  /** number of deals */
  count: number;
  /** count * 52 card bytes, each deal in dealing order; yours to keep */
  cards: Uint8Array;
  /** the deal numbers, where they are not first, first + 1, ..; yours to keep */
  numbers?: Float64Array;
}
