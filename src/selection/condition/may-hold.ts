// Whether a condition can hold for any of many deals, as far as the least and the greatest values of its columns tell.

import type { Integer } from './integers.js';
import { boundsOf, type Condition, cells, deal, type Range } from './tree.js';

/** The values of the columns that depend on no card; undefined for NULL. */
export interface ColumnRanges {
  deal: Range;
  cells: Range | undefined;
}

export function mayHold(condition: Condition, columns: ColumnRanges): boolean {
  if (condition.kind === 'among') return condition.first <= condition.last || !condition.holds;
  if (condition.kind !== 'compare') {
    const holds = (operand: Condition) => mayHold(operand, columns);
    return condition.kind === 'and' ? condition.of.every(holds) : condition.of.some(holds);
  }
  const [a, b] = [rangeOf(condition.left, columns), rangeOf(condition.right, columns)];
  if (a === undefined || b === undefined) return false; // a comparison with NULL
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

/** The least and the greatest value that an integer can have; undefined for NULL. */
function rangeOf(integer: Integer, columns: ColumnRanges): Range | undefined {
  const { kind } = integer;
  if ('left' in integer) {
    const [a, b] = [rangeOf(integer.left, columns), rangeOf(integer.right, columns)];
    if (a !== undefined && b !== undefined) return around(boundsOf(integer.kind, a, b));
    return kind === 'least' || kind === 'greatest' ? (a ?? b) : undefined;
  }
  if ('of' in integer) {
    const of = rangeOf(integer.of, columns);
    if (kind === 'isNull') return { min: of === undefined ? 1 : 0, max: 1 };
    return of && around([of.min, of.max, -of.min, -of.max]);
  }
  if (kind === 'deal' || kind === 'cells') return columns[kind];
  return kind === 'number' && Number.isNaN(integer.value) ? undefined : integer;
}

function around(values: number[]): Range {
  return { min: Math.min(...values), max: Math.max(...values) };
}

/** Whether a condition holds for no deal whose cells are not known, but may hold for others. */
export function needsCells(condition: Condition): boolean {
  return !mayHold(condition, { deal, cells: undefined }) && mayHold(condition, { deal, cells });
}
