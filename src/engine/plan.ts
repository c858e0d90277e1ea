// Plans how the matcher asks a condition: in which stages, and with tables for what depends on one or two columns alone.

import { CARDS } from '../game/constants.js';
import {
  type Comparison,
  compareAll,
  evaluate,
  type Integer,
  type Source,
} from '../selection/condition/integers.js';
import { parseCondition } from '../selection/condition/parse.js';
import {
  type Among,
  type Condition,
  constant,
  depthOf,
  join,
  leavesOf,
  NAME_ORDER,
  negate,
} from '../selection/condition/tree.js';
import { DEPTHS } from './columns.js';

/** A condition with the estimated share of the deals for which it holds. */
export type Step = { share: number } & (
  | { kind: 'and' | 'or'; of: Step[] }
  /** whether all of some conditions hold, or with `isNot`, not all of them */
  | { kind: 'all'; of: Among[]; isNot: boolean }
  /** a byte, 1 or 0, for each byte of the first column times CARDS plus each byte of the second */
  | { kind: 'table'; of: [Source, Source]; bytes: Uint8Array }
  | { kind: 'compare'; op: Comparison; left: Integer; right: Integer }
);

/** Depth of both sides of a comparison beyond which a table, of 2,704 values, takes longer than it saves. */
const MAX_TABLE_DEPTH = 16;

/** The parts of an AND that are asked together, and how many cards they need of each deal, one of DEPTHS. */
export interface Stage {
  depth: number;
  step: Step;
}

/** The time for a deal by its number, if it takes 1 to deal it as one of many consecutive deals. */
export const BY_NUMBER = 1.5;

/**
 * The stages of a condition, which deal more and more cards of those deals that pass. A stage is left out, and its parts are
 * asked in the next one, if it would cost more than it saves. To deal d cards takes about d^2 times as long as one.
 */
export function stagesOf(condition: Condition): Stage[] {
  const parts = condition.kind === 'and' ? condition.of : [condition];
  const partsOf = (depth: number) => parts.filter((part) => DEPTHS.find((d) => d >= depthOf(part)) === depth);
  const depths = DEPTHS.filter((depth) => partsOf(depth).length > 0);
  const stages: Stage[] = [];
  let asked: Condition[] = [];
  for (const [i, depth] of depths.entries()) {
    asked.push(...partsOf(depth));
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
      const steps = condition.of.map((part) => stepOf(part, depth));
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

/** The same condition, said of the fewer places: those after the last one, if all cards are dealt. */
function nearest(among: Among, depth: number): Among {
  const { first, last } = among;
  if (depth < CARDS || first > 0 || last < CARDS / 2) return among;
  return { ...among, first: last + 1, last: CARDS - 1, holds: !among.holds };
}

function comparisonOf({ op, left, right }: Extract<Condition, { kind: 'compare' }>): Step {
  const share = op === '=' ? 0.1 : op === '<>' ? 0.9 : 0.5;
  return { kind: 'compare', op, left: planned(left), right: planned(right), share };
}

function isSource(leaf: Integer): leaf is Source {
  return leaf.kind === 'position' || leaf.kind === 'name';
}

/** The value of a column for each byte of it. */
function meaningOf(source: Source, byte: number): number {
  return source.kind === 'name' ? NAME_ORDER[byte] : byte;
}

/** The values of an integer for `length` values of its columns. */
function tabulate(
  integer: Integer,
  length: number,
  valueAt: (column: Integer, i: number) => number,
): Float64Array {
  return evaluate(integer, {
    read(column, out) {
      for (let i = 0; i < length; i++) out[i] = valueAt(column, i);
    },
    memory: () => new Float64Array(length),
  });
}

/** The table of a comparison that depends on one or two columns of bytes. */
function tableOf(condition: Extract<Condition, { kind: 'compare' }>): Step | undefined {
  const { op, left, right } = condition;
  if (left.depth + right.depth > MAX_TABLE_DEPTH) return undefined;
  const sources = leavesOf([left, right]);
  const [a, b = a] = sources.filter(isSource);
  if (a === undefined || sources.length > 2 || !sources.every(isSource)) return undefined;
  const isA = (leaf: Source) => leaf.kind === a.kind && indexOf(leaf) === indexOf(a);
  const valueAt = (leaf: Integer, i: number) =>
    isA(leaf as Source) ? meaningOf(a, Math.floor(i / CARDS)) : meaningOf(b, i % CARDS);
  const [leftValues, rightValues] = [left, right].map((side) => tabulate(side, CARDS ** 2, valueAt));
  const bytes = compareAll(op, leftValues, rightValues, new Uint8Array(CARDS ** 2));
  const share = bytes.reduce((sum, isHeld) => sum + isHeld, 0) / CARDS ** 2;
  return { kind: 'table', of: [a, b], bytes, share };
}

function indexOf(source: Source): number {
  return source.kind === 'position' ? source.card : source.index;
}

/** The same integer, in which constants are evaluated and what depends on one column of bytes is looked up. */
function planned(integer: Integer): Integer {
  const [source, ...others] = leavesOf([integer]);
  if (source === undefined) return constant(tabulate(integer, 1, () => Number.NaN)[0]);
  if (integer.kind === 'position') return integer;
  if (isSource(source) && others.length === 0) {
    const values = tabulate(integer, CARDS, (_, byte) => meaningOf(source, byte));
    const { min, max, depth } = integer;
    return { kind: 'lookup', source, values, min, max, depth };
  }
  if ('left' in integer) return { ...integer, left: planned(integer.left), right: planned(integer.right) };
  return 'of' in integer ? { ...integer, of: planned(integer.of) } : integer;
}
