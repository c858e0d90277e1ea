// The deals known to be impossible with four cells, for Node. Where the list comes from: data/NOTICE.

import { readImpossibleDeals } from '../assets.js';
import type { DealRange } from '../game/deal-numbers.js';
import { ImpossibleDeals } from './impossible-deals.js';

let known: ImpossibleDeals | undefined; // read when first asked for

function impossibleDeals(): ImpossibleDeals {
  known ??= new ImpossibleDeals(readImpossibleDeals());
  return known;
}

/**
 * Whether a deal is known to be impossible with four cells. Exact for 1..1000000, where there are eight such deals;
 * beyond, the best list known: 102,075 deals in all, 25,765 of them below 2^31. A deal that is not among them may
 * still be impossible.
 * @param n deal number, 1..8589934591; anything else throws an InputError that names it
 */
export function isImpossible(n: number): boolean {
  return impossibleDeals().has(n);
}

/** The impossible deals of the ranges, in their order. isImpossible says how much is known. */
export function impossibleIn(ranges: readonly DealRange[]): Float64Array {
  const impossible = impossibleDeals();
  const found = ranges.map(({ first, last }) =>
    impossible.numbers.subarray(impossible.indexFrom(first), impossible.indexFrom(last + 1)),
  );
  return Float64Array.from(found.flatMap((numbers) => Array.from(numbers)));
}

/**
 * The ranges with the impossible deals cut out, in their order; a range that has such deals becomes several, or none.
 * isImpossible says how much is known.
 */
export function withoutImpossible(ranges: readonly DealRange[]): DealRange[] {
  const impossible = impossibleDeals();
  const { numbers } = impossible;
  const kept: DealRange[] = [];
  for (const { first, last } of ranges) {
    let from = first;
    for (let i = impossible.indexFrom(first); i < numbers.length; i++) {
      const n = numbers[i];
      if (n > last) break;
      if (from < n) kept.push({ first: from, last: n - 1 });
      from = n + 1;
    }
    if (from <= last) kept.push({ first: from, last });
  }
  return kept;
}
