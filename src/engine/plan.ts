// Plans how the matcher asks a condition: in which stages, and with tables for what depends on one or two columns alone.

import { CARDS } from '../game/constants.js';
import {
  type Column,
  type Comparison,
  compareAll,
  evaluate,
  type Integer,
  type Position,
} from '../selection/condition/integers.js';
import { parseCondition } from '../selection/condition/parse.js';
import {
  type Among,
  type Condition,
  columnsIn,
  constant,
  depthOf,
  join,
  negate,
} from '../selection/condition/tree.js';
import { DEPTHS } from './columns.js';

/** A condition with the estimated share of the deals for which it holds. */
export type Step = { share: number } & (
  | { kind: 'and' | 'or'; of: Step[] }
  /** whether all of some conditions hold, or with `isNot`, not all of them */
  | { kind: 'all'; of: Among[]; isNot: boolean }
  /** a 52 x 52 table of 1 and 0, indexed by the columns of two positions */
  | { kind: 'table'; cards: [number, number]; bytes: Uint8Array }
  | { kind: 'compare'; op: Comparison; left: Integer; right: Integer }
);

/** Height of both sides of a comparison together beyond which a table, of 2,704 values, takes longer than it saves. */
const MAX_TABLE_HEIGHT = 16;

/** The operands of an AND that are asked together, and how many cards they need of each deal, one of DEPTHS. */
export interface Stage {
  depth: number;
  step: Step;
}

/** Cost of dealing by number, relative to consecutive deals. */
export const BY_NUMBER = 1.5;

/**
 * The stages of a condition, which deal more and more cards of those deals that pass. A stage is left out, and its operands
 * are asked in the next one, if it would cost more than it saves. To deal d cards takes about d^2 times as long as one.
 */
export function stagesOf(condition: Condition): Stage[] {
  const operands = condition.kind === 'and' ? condition.of : [condition];
  const operandsOf = (depth: number) =>
    operands.filter((operand) => DEPTHS.find((d) => d >= depthOf(operand)) === depth);
  const depths = DEPTHS.filter((depth) => operandsOf(depth).length > 0);
  const stages: Stage[] = [];
  let asked: Condition[] = [];
  for (const [i, depth] of depths.entries()) {
    asked.push(...operandsOf(depth));
    const step = stepOf(join('and', asked), depth);
    const next = depths[i + 1] ?? Number.POSITIVE_INFINITY;
    if (depth > 0 && (depth / next) ** 2 + BY_NUMBER * step.share > 1 && i + 1 < depths.length) continue;
    stages.push({ depth, step });
    asked = [];
  }
  return stages;
}

/** How many cards of each deal a condition asks in its first stage. */
export function depthOfFirst(where: string): number {
  return stagesOf(parseCondition(where))[0].depth;
}

/** The step of a condition that is asked of deals of which `depth` cards are dealt. */
function stepOf(condition: Condition, depth: number): Step {
  switch (condition.kind) {
    case 'among': {
      const { first, last, holds } = condition;
      const share = (last + 1 - first) / CARDS;
      return { kind: 'all', of: [nearest(condition, depth)], isNot: false, share: holds ? share : 1 - share };
    }
    case 'compare':
      return tableOf(condition) ?? comparisonOf(condition);
    case 'or':
    case 'and': {
      const isOr = condition.kind === 'or';
      const steps = condition.of.map((operand) => stepOf(operand, depth));
      // one of several AND cannot be negated by itself
      const isAll = (step: Step): step is All =>
        step.kind === 'all' && !step.isNot && (!isOr || step.of.length === 1);
      const [all, others] = [steps.filter(isAll), steps.filter((step) => !isAll(step))];
      const shareOf = (of: readonly Step[]) =>
        isOr
          ? 1 - of.reduce((none, { share }) => none * (1 - share), 1)
          : of.reduce((every, { share }) => every * share, 1);
      // one of some conditions holds unless all of their negations hold
      const of = all.flatMap(({ of }) => (isOr ? of.map((among) => negate(among) as Among) : of));
      const found: Step[] = all.length === 0 ? [] : [{ kind: 'all', of, isNot: isOr, share: shareOf(all) }];
      const [first, ...rest] = [...found, ...others.sort((a, b) => costOf(a) - costOf(b))];
      if (rest.length === 0) return first as Step;
      return { kind: condition.kind, of: [first as Step, ...rest], share: shareOf(steps) };
    }
  }
}

type All = Extract<Step, { kind: 'all' }>;

/** The time for a step, and the time for those after it if it holds: the order in which an AND asks. */
function costOf({ kind, share }: Step): number {
  return ['all', 'table', 'compare', 'and', 'or'].indexOf(kind) + share;
}

/** If all cards are dealt, searches the shorter side: the places after the last one. */
function nearest(among: Among, depth: number): Among {
  const { first, last } = among;
  if (depth < CARDS || first > 0 || last < CARDS / 2) return among;
  return { ...among, first: last + 1, last: CARDS - 1, holds: !among.holds };
}

function comparisonOf({ op, left, right }: Extract<Condition, { kind: 'compare' }>): Step {
  const share = op === '=' ? 0.1 : op === '<>' ? 0.9 : 0.5;
  return { kind: 'compare', op, left: planned(left), right: planned(right), share };
}

function isPosition(column: Column): column is Position {
  return column.kind === 'position';
}

/** The values of an integer for `length` values of its columns. */
function tabulate(
  integer: Integer,
  length: number,
  valueAt: (column: Column, i: number) => number,
): Float64Array {
  return evaluate(integer, {
    read(column, out) {
      for (let i = 0; i < length; i++) out[i] = valueAt(column, i);
    },
    memory: () => new Float64Array(length),
  });
}

/** The table of a comparison that depends on the positions of one or two cards alone. */
function tableOf({ op, left, right }: Extract<Condition, { kind: 'compare' }>): Step | undefined {
  if (left.height + right.height > MAX_TABLE_HEIGHT) return undefined;
  const columns = columnsIn([left, right]);
  const [a, b = a] = columns.filter(isPosition);
  if (a === undefined || b === undefined || columns.length > 2 || !columns.every(isPosition))
    return undefined;
  const valueAt = (column: Column, i: number) =>
    (column as Position).card === a.card ? Math.floor(i / CARDS) : i % CARDS;
  const [leftValues, rightValues] = [left, right].map((side) => tabulate(side, CARDS ** 2, valueAt));
  const bytes = compareAll(op, leftValues, rightValues, new Uint8Array(CARDS ** 2));
  const share = bytes.reduce((sum, isHeld) => sum + isHeld, 0) / CARDS ** 2;
  return { kind: 'table', cards: [a.card, b.card], bytes, share };
}

/** The same integer, in which constants are evaluated and what depends on the position of one card is looked up. */
function planned(integer: Integer): Integer {
  const [column, ...others] = columnsIn([integer]);
  if (column === undefined) return constant(tabulate(integer, 1, () => Number.NaN)[0]);
  if (integer.kind === 'position') return integer;
  if (isPosition(column) && others.length === 0) {
    const values = tabulate(integer, CARDS, (_, place) => place);
    const { min, max, height } = integer;
    return { kind: 'lookup', card: column.card, values, min, max, height };
  }
  if ('left' in integer) return { ...integer, left: planned(integer.left), right: planned(integer.right) };
  return 'of' in integer ? { ...integer, of: planned(integer.of) } : integer;
}
