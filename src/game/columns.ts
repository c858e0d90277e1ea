// The columns of deals, which a Parquet file has in this order and which a condition may name.

import { cardName } from './cards.js';
import { CARDS } from './constants.js';

/**
 * A column, by its kind:
 * - deal: the deal number, an integer
 * - cells: the fewest free cells with which the deal can be won, an integer; NULL if it is not known
 * - card: the name of the `index`-th card dealt, counted from 0, a string
 * - position: the place at which the card byte `index` was dealt, an integer 0..51
 */
export interface Column {
  name: string;
  kind: 'deal' | 'cells' | 'card' | 'position';
  index: number; // 0..51; 0 for a kind of one column
}

const indexes = Array.from({ length: CARDS }, (_, index) => index);

export const DEAL_COLUMNS: readonly Column[] = [
  { name: 'deal', kind: 'deal', index: 0 },
  { name: 'cells', kind: 'cells', index: 0 },
  ...indexes.map((index) => ({ name: `card_${index}`, kind: 'card', index }) as const),
  ...indexes.map((index) => ({ name: `pos_${cardName(index)}`, kind: 'position', index }) as const),
];
