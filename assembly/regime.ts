// The regimes, for the kernels. A regime is an index into the table of src/game/constants.ts.

import { LAST_DEAL, REGIME_ADDENDS, REGIME_BITS, REGIME_FIRST_DEALS } from '../src/game/constants';

export function regimeCount(): i32 {
  return REGIME_FIRST_DEALS.length;
}

/** The regime of deal n. */
export function regimeOf(n: u64): i32 {
  let regime = regimeCount() - 1;
  while (n < firstDeal(regime)) regime--;
  return regime;
}

export function firstDeal(regime: i32): u64 {
  return <u64>unchecked(REGIME_FIRST_DEALS[regime]);
}

/** The first deal after a regime. */
export function endOfRegime(regime: i32): u64 {
  return regime + 1 < regimeCount() ? firstDeal(regime + 1) : <u64>LAST_DEAL + 1;
}

export function bitsOf(regime: i32): u32 {
  return unchecked(REGIME_BITS[regime]);
}

/** The bits of the state's upper half that a draw has. */
export function maskOf(regime: i32): u32 {
  return (1 << bitsOf(regime)) - 1;
}

export function addendOf(regime: i32): u32 {
  return unchecked(REGIME_ADDENDS[regime]);
}

/** How far the greatest draw exceeds 16 bits: 0 or 1. It is added after the remainder by left is taken. */
export function excessOf(regime: i32): u32 {
  const excess = max(maskOf(regime) + addendOf(regime), 0xffff) - 0xffff;
  assert(excess <= 1); // modulo.ts makes good for one overflow only
  return excess;
}
