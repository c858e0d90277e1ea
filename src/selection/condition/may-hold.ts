// Tells whether a condition may hold for any of many deals, before one of them is dealt. It calculates with the least
// and the greatest value of each column, and takes every card to be anywhere. If the answer is no, the deals need not
// be looked at. A yes promises nothing.

import type { Integer } from './integers.js';
import { boundsOf, type Condition, cells, deal, type Range } from './tree.js';

/** The values of the columns that depend on no card; undefined if they are NULL for all of the deals. */
export interface ColumnRanges {
  deal: Range;
  cells: Range | undefined;
}

export function mayHold(condition: Condition, columns: ColumnRanges): boolean {
  // false only for a card that must lie at one of no places
  if (condition.kind === 'among') return condition.first <= condition.last || !condition.holds;
  if (condition.kind !== 'compare') {
    const holds = (operand: Condition) => mayHold(operand, columns);
    return condition.kind === 'and' ? condition.of.every(holds) : condition.of.some(holds);
  }
  const [a, b] = [rangeOf(condition.left, columns), rangeOf(condition.right, columns)];
  if (a === undefined || b === undefined) return false; // a comparison with NULL is not true
  switch (condition.op) {
    case '=':
      return a.min <= b.max && b.min <= a.max;
    case '<>':
      return a.min < b.max || b.min < a.max;
    case '<':
      return a.min < b.max;
    case '<=':
      return a.min <= b.max;
  }
}

/** The least and the greatest value that an integer can have; undefined if it is NULL for all of the deals. */
function rangeOf(integer: Integer, columns: ColumnRanges): Range | undefined {
  const { kind } = integer;
  if ('left' in integer) {
    const [a, b] = [rangeOf(integer.left, columns), rangeOf(integer.right, columns)];
    if (a !== undefined && b !== undefined) return around(boundsOf(integer.kind, a, b));
    return kind === 'least' || kind === 'greatest' ? (a ?? b) : undefined; // these two leave a NULL out
  }
  if ('of' in integer) {
    const of = rangeOf(integer.of, columns);
    if (kind === 'isNull') return { min: of === undefined ? 1 : 0, max: 1 };
    return of && around([of.min, of.max, -of.min, -of.max]);
  }
  return kind === 'deal' || kind === 'cells' ? columns[kind] : integer;
}

function around(values: number[]): Range {
  return { min: Math.min(...values), max: Math.max(...values) };
}

/** Whether a condition holds for no deal whose cells are not known (NULL), but may hold for other deals. */
export function needsCells(condition: Condition): boolean {
  return !mayHold(condition, { deal, cells: undefined }) && mayHold(condition, { deal, cells });
}

/** Whether a condition keeps deals by the cells of those that four cells win, most of which are not known. */
export function asksForCells(condition: Condition): boolean {
  return needsCells(condition) && mayHold(condition, { deal, cells: { min: 0, max: 4 } });
}
