// The columns of deals. A Parquet file has them in this order, and a condition may name any of them.

import { cardName } from './cards.js';
import { CARDS } from './constants.js';

/**
 * A column, by its kind:
 * - deal: the deal number, an integer
 * - card: the name of the `index`-th card dealt, counted from 0, a string
 * - position: the place at which the card byte `index` was dealt, an integer 0..51
 */
export interface Column {
  name: string;
  kind: 'deal' | 'card' | 'position';
  index: number; // 0..51; 0 for the deal number
}

const indexes = Array.from({ length: CARDS }, (_, index) => index);

export const DEAL_COLUMNS: readonly Column[] = [
  { name: 'deal', kind: 'deal', index: 0 },
  ...indexes.map((index) => ({ name: `card_${index}`, kind: 'card', index }) as const),
  ...indexes.map((index) => ({ name: `pos_${cardName(index)}`, kind: 'position', index }) as const),
];
