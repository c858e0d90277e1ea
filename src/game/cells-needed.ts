// How many free cells a deal needs, where that is known.

import { checkDealNumber } from './deal-numbers.js';
import { KNOWN_CELLS } from './known-cells.js';

/** The last deal of which it is known: KNOWN_CELLS has two deals a digit, from deal 1 on, the first one times 6. */
const LAST_KNOWN = 2 * KNOWN_CELLS.length;

/**
 * The fewest free cells, 0 to 5, with which a deal can be won; known for 1..32000, undefined beyond. examples/solve/cells
 * finds it for any deal.
 * @param n deal number, 1..8589934591; anything else throws an InputError that names it
 */
export function cellsNeeded(n: number): number | undefined {
  checkDealNumber(n);
  if (n > LAST_KNOWN) return undefined;
  const pair = Number.parseInt(KNOWN_CELLS.charAt((n - 1) >> 1), 36);
  return n % 2 === 1 ? Math.floor(pair / 6) : pair % 6;
}
