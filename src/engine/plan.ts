// Plans how the matcher asks a condition: in which stages, and with tables for what depends on one or two columns alone.

import { CARDS } from '../game/constants.js';
import { parseCondition } from '../selection/condition/parse.js';
import {
  type Among,
  type Comparison,
  type Condition,
  depthOf,
  evaluate,
  holds,
  type Integer,
  join,
  leavesOf,
  NAME_ORDER,
  negate,
} from '../selection/condition/tree.js';
import { DEPTHS } from './columns.js';

/** A column of bytes: the position of a card, or the card at a position. */
export type Source = Extract<Integer, { kind: 'position' | 'name' }>;

/** An integer in which constants and what depends on one column of bytes are tables. */
export type Value =
  | Exclude<Integer, Source | { kind: 'number' } | { left: unknown } | { of: unknown }>
  | { kind: 'constant'; value: number }
  /** what each byte of a column stands for; default: itself */
  | { kind: 'lookup'; source: Source; values: Float64Array | undefined }
  | { kind: Extract<Integer, { of: unknown }>['kind']; of: Value }
  | { kind: Extract<Integer, { left: unknown }>['kind']; left: Value; right: Value };

/** A condition with the estimated share of the deals for which it holds. */
export type Step = { share: number } & (
  | { kind: 'and' | 'or'; of: Step[] }
  /** whether all of some conditions hold, or with `isNot`, not all of them */
  | { kind: 'all'; of: Among[]; isNot: boolean }
  /** a byte, 1 or 0, for each byte of the first column times TABLE_ROW plus each byte of the second */
  | { kind: 'table'; of: [Source, Source]; bytes: Uint8Array }
  | { kind: 'compare'; op: Comparison; left: Value; right: Value }
);

/** Depth of both sides of a comparison beyond which a table, of 2,704 values, takes longer than it saves. */
const MAX_TABLE_DEPTH = 16;

/** Bytes of a table for one byte of its first column. */
export const TABLE_ROW = 64;

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
  return { kind: 'compare', op, left: valueFor(left), right: valueFor(right), share };
}

function isSource(leaf: Integer): leaf is Source & Integer {
  return leaf.kind === 'position' || leaf.kind === 'name';
}

/** The value of a column for each byte of it. */
function meaningOf(source: Source, byte: number): number {
  return source.kind === 'name' ? NAME_ORDER[byte] : byte;
}

const tables = new WeakMap<Condition, Step>(); // because a comparison is planned again with each stage that it joins

/** The table of a comparison that depends on one or two columns of bytes. */
function tableOf(condition: Extract<Condition, { kind: 'compare' }>): Step | undefined {
  const known = tables.get(condition);
  if (known !== undefined) return known;
  const { op, left, right } = condition;
  if (left.depth + right.depth > MAX_TABLE_DEPTH) return undefined;
  const sources = leavesOf([left, right]);
  const [a, b = a] = sources.filter(isSource);
  if (a === undefined || sources.length > 2 || !sources.every(isSource)) return undefined;
  const bytes = new Uint8Array(TABLE_ROW * TABLE_ROW);
  const isA = (leaf: Integer) => leaf.kind === a.kind && isSource(leaf) && indexOf(leaf) === indexOf(a);
  let count = 0; // of those that hold
  for (let i = 0; i < CARDS; i++) {
    for (let j = 0; j < CARDS; j++) {
      const column = (leaf: Integer) => (isA(leaf) ? meaningOf(a, i) : meaningOf(b, j));
      const isHeld = holds(op, evaluate(left, column), evaluate(right, column));
      bytes[TABLE_ROW * i + j] = Number(isHeld);
      count += Number(isHeld);
    }
  }
  const step: Step = { kind: 'table', of: [a, b], bytes, share: count / CARDS ** 2 };
  tables.set(condition, step);
  return step;
}

function indexOf(source: Source): number {
  return source.kind === 'position' ? source.card : source.index;
}

function valueFor(integer: Integer): Value {
  const [source, ...others] = leavesOf([integer]);
  if (source === undefined) return { kind: 'constant', value: evaluate(integer, () => Number.NaN) };
  if (integer.kind === 'position') return { kind: 'lookup', source: integer, values: undefined };
  if (isSource(source) && others.length === 0) {
    const values = Float64Array.from({ length: CARDS }, (_, byte) =>
      evaluate(integer, () => meaningOf(source, byte)),
    );
    return { kind: 'lookup', source, values };
  }
  if ('left' in integer) {
    return { kind: integer.kind, left: valueFor(integer.left), right: valueFor(integer.right) };
  }
  if ('of' in integer) return { kind: integer.kind, of: valueFor(integer.of) };
  return integer as Value;
}
