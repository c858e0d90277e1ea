// A random deal that can be won, without the list of all deals known to be impossible.

import { InputError } from '../common/errors.js';
import { quote } from '../common/quote.js';

const MILLION = 1_000_000; // the deals of which it is known whether they can be won

/** The deals of 1..1000000 that cannot be won with four free cells, ascending. */
export const IMPOSSIBLE_IN_MILLION = [11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948];
export const WINNABLE_IN_MILLION = MILLION - IMPOSSIBLE_IN_MILLION.length;

/**
 * Returns the number of a random deal of 1..1000000 that can be won with four free cells.
 * All 999,992 such deals are equally probable.
 * @param random returns numbers from 0 to less than 1; default Math.random
 */
export function randomWinnableDeal(random: () => number = Math.random): number {
  const drawn = random();
  if (!(typeof drawn === 'number' && drawn >= 0 && drawn < 1)) {
    throw new InputError(`random returned ${quote(drawn)}; expected a number from 0 to less than 1`);
  }
  let n = 1 + Math.floor(drawn * WINNABLE_IN_MILLION);
  for (const impossible of IMPOSSIBLE_IN_MILLION) if (n >= impossible) n++;
  return n;
}
