// The regimes of the draw rule, out of its table.

import { LAST_DEAL, REGIME_FIRST_DEALS } from '../../src/game/constants.js';
import type { DealRange } from '../../src/game/deal-numbers.js';

/** The deals of each regime. */
export const regimes: readonly DealRange[] = REGIME_FIRST_DEALS.map((first, i) => ({
  first,
  last: (REGIME_FIRST_DEALS[i + 1] ?? LAST_DEAL + 1) - 1,
}));

/** The deals at which another regime begins. */
export const regimeEdges: readonly number[] = REGIME_FIRST_DEALS.slice(1);

export const [FIRST_HIGH_DEAL, FIRST_WIDE_DEAL] = regimeEdges as [number, number];
