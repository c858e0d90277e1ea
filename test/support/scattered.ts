import { LAST_DEAL } from '../../src/game/constants.js';

/**
 * Returns `count` deal numbers of all regimes and lengths, without order.
 * The first million are distinct.
 */
export function scattered(count: number): number[] {
  return Array.from({ length: count }, (_, i) => 1 + ((i * 7_919_000_003) % LAST_DEAL));
}
