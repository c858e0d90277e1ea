import { engineOf } from '../../src/engine/reference.js';
import { CARDS } from '../../src/game/constants.js';
import { dealCards } from '../../src/game/deal.js';
import { countAll, listNumbers } from '../../src/game/deal-numbers.js';

/** The reference implementation: plain TypeScript deals as well. */
export const referenceEngine = engineOf((numbers) => {
  const cards = new Uint8Array(countAll(numbers) * CARDS);
  for (const [i, n] of listNumbers(numbers).entries()) cards.set(dealCards(n), i * CARDS);
  return cards;
});
