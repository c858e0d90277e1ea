// The columns of a Parquet file of deals, in order, as schema and statistics name them.

import { cardName } from '../../game/cards.js';
import { CARDS } from '../../game/constants.js';

/** The deal number. */
export const DEAL_COLUMN = 'deal';

/** `card_0` .. `card_51`: the name of the i-th card dealt. */
export const CARD_COLUMNS: readonly string[] = Array.from({ length: CARDS }, (_, i) => `card_${i}`);

/** `pos_AC` .. `pos_KS`, card bytes in order: where that card was dealt, 0..51. */
export const POSITION_COLUMNS: readonly string[] = Array.from(
  { length: CARDS },
  (_, card) => `pos_${cardName(card)}`,
);
