// The regimes of src/game/constants.ts, as the kernels read them. A regime is an index into that table.

import { LAST_DEAL, REGIME_ADDENDS, REGIME_BITS, REGIME_FIRST_DEALS } from '../src/game/constants';

export const REGIMES_COUNT: i32 = REGIME_FIRST_DEALS.length;

/** The regime of deal n. */
export function regimeOf(n: u64): i32 {
  let regime = REGIME_FIRST_DEALS.length - 1;
  while (n < firstDeal(regime)) regime--;
  return regime;
}

/** The first deal of a regime. */
@inline
export function firstDeal(regime: i32): u64 {
  return <u64>unchecked(REGIME_FIRST_DEALS[regime]);
}

/** The first deal after a regime. */
export function endOfRegime(regime: i32): u64 {
  return regime + 1 < REGIME_FIRST_DEALS.length ? firstDeal(regime + 1) : <u64>LAST_DEAL + 1;
}

/** Bits of the state in a draw. */
@inline
export function bitsOf(regime: i32): u32 {
  return unchecked(REGIME_BITS[regime]);
}

/** The bits of a draw, as a mask of the state's upper half. */
@inline
export function maskOf(regime: i32): u32 {
  return (1 << bitsOf(regime)) - 1;
}

/** The addend of a draw. */
@inline
export function addendOf(regime: i32): u32 {
  return unchecked(REGIME_ADDENDS[regime]);
}

/**
 * The part of the addend that is added before the remainder by left is taken: all of it, unless a draw of 16 bits would
 * exceed 16 bits by it.
 */
export function addendBefore(regime: i32): u32 {
  return bitsOf(regime) < 16 ? addendOf(regime) : 0;
}

/** The rest of the addend, 0 or 1, which is added to the remainder. */
export function addendAfter(regime: i32): u32 {
  return bitsOf(regime) < 16 ? 0 : addendOf(regime);
}
