// Deals as the library yields them, many at a time.

/** Consecutive deals of a selection. */
export interface DealBatch {
  /** number of the first deal */
  first: number;
  /** number of deals */
  count: number;
  /** 52 card bytes per deal, in dealing order; not used again by the library */
  cards: Uint8Array;
  /** the deal numbers, if they are not first, first + 1, ..; not used again by the library */
  numbers?: Float64Array;
}
