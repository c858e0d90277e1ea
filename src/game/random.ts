// A random deal that can be won, without the list of all impossible deals.

import { InputError } from '../common/errors.js';
import { type Check, checkOptions } from '../common/options.js';
import { quote } from '../common/quote.js';
import { KNOWN_CELLS, type KnownCells, providedCells } from './known-cells.js';

const MILLION = 1_000_000; // the deals of which it is known whether they can be won

/** The deals of 1..1000000 that cannot be won with four free cells, ascending. */
export const IMPOSSIBLE_IN_MILLION = [11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948];
export const WINNABLE_IN_MILLION = MILLION - IMPOSSIBLE_IN_MILLION.length;

/** Options of randomWinnableDeal. */
export interface RandomDealOptions {
  /** returns numbers from 0 to less than 1; default Math.random */
  random?: (() => number) | undefined;
  /** free cells that the deal needs, no fewer, 0..4 */
  cells?: number | undefined;
  /** what loadKnownCells returns: needed for `cells` in browsers; elsewhere the file of the package is the default */
  knownCells?: KnownCells | undefined;
}

const RANDOM_OPTIONS: Record<keyof RandomDealOptions, Check> = {
  random: { expected: 'a function', isValid: (value) => typeof value === 'function' },
  cells: { expected: 'one of 0..4', isValid: (value) => [0, 1, 2, 3, 4].includes(value as number) },
  knownCells: KNOWN_CELLS,
};

/**
 * Returns the number of a random deal of 1..1000000 that can be won with four free cells.
 * All 999,992 such deals are equally probable, or all that need a number of cells.
 */
export function randomWinnableDeal(options: RandomDealOptions = {}): number {
  const { random = Math.random, cells, ...others } = checkOptions(options, RANDOM_OPTIONS);
  const drawn = random();
  if (!(typeof drawn === 'number' && drawn >= 0 && drawn < 1))
    throw new InputError(`random returned ${quote(drawn)}; expected a number from 0 to less than 1`);
  if (cells !== undefined) {
    const { knownCells = providedCells() } = others;
    const deals: number[] = [];
    for (let n = 1; n <= MILLION; n++) if (knownCells.cellsNeeded(n) === cells) deals.push(n);
    return deals[Math.floor(drawn * deals.length)];
  }
  let n = 1 + Math.floor(drawn * WINNABLE_IN_MILLION);
  for (const impossible of IMPOSSIBLE_IN_MILLION) if (n >= impossible) n++;
  return n;
}
