import { LAST_DEAL } from '../../src/game/constants.js';

/** So many deal numbers in no order, of all regimes and lengths; none comes twice among the first million. */
export function scattered(count: number): number[] {
  return Array.from({ length: count }, (_, i) => 1 + ((i * 7_919_000_003) % LAST_DEAL));
}
