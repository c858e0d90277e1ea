import { countNumbers, type DealNumbers, numberAt } from '../../src/game/deal-numbers.js';

/** The numbers of parts, one after another. */
export function listOf(parts: readonly DealNumbers[]): number[] {
  return parts.flatMap((some) => Array.from({ length: countNumbers(some) }, (_, i) => numberAt(some, i)));
}
