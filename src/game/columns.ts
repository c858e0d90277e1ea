// The columns of deals. A Parquet file has them in this order. A condition may name any of them, and `cells` besides.

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

/** The columns of a Parquet file. */
export const DEAL_COLUMNS: readonly Column[] = [
  { name: 'deal', kind: 'deal', index: 0 },
  ...indexes.map((index) => ({ name: `card_${index}`, kind: 'card', index }) as const),
  ...indexes.map((index) => ({ name: `pos_${cardName(index)}`, kind: 'position', index }) as const),
];

/** The fewest free cells with which a deal can be won, an integer; NULL if it is not known. */
interface CellsColumn {
  name: 'cells';
  kind: 'cells';
}

/** The columns of a condition. Files leave `cells` out, because the values grow with the solver's records. */
export const CONDITION_COLUMNS: readonly (Column | CellsColumn)[] = [
  ...DEAL_COLUMNS,
  { name: 'cells', kind: 'cells' },
];
