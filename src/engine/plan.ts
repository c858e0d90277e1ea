// Plans how the matcher asks a condition: in which stages, and with a table for what depends on two positions alone, or
// on a remainder of the deal number.

import { CARDS } from '../game/constants.js';
import { compareAll, evaluate, type Integer, type Vectors } from '../selection/condition/integers.js';
import { needsCells } from '../selection/condition/may-hold.js';
import {
  type Among,
  type Condition,
  cardsIn,
  DEPTHS,
  depthOf,
  join,
  negate,
} from '../selection/condition/tree.js';
import { type CardsAmong, COLUMN_DEALS } from './engine.js';

/** A condition as the matcher evaluates it. */
export type Step =
  | { kind: 'and' | 'or'; of: Step[] }
  /** whether all of some conditions hold, or with `isNot`, not all of them */
  | { kind: 'all'; of: CardsAmong[]; isNot: boolean }
  /** a 52 x 52 table of 1 and 0, indexed by the columns of two positions */
  | { kind: 'table'; cards: [number, number]; bytes: Uint8Array }
  /** 1 and 0 for each remainder of the deal number by `period`, and so on for COLUMN_DEALS numbers more */
  | { kind: 'periodic'; period: number; bytes: Uint8Array }
  | Compare;

type Compare = Extract<Condition, { kind: 'compare' }>;

/** The operands of an AND that are asked together, and how many cards they need of each deal, one of DEPTHS. */
export interface Stage {
  depth: number;
  condition: Condition;
  step: Step;
}

/** The stages of a condition, which deal more and more cards of those deals that pass. */
export interface Plan {
  stages: Stage[];
  needsCells: boolean; // whether the condition holds for no deal whose cells are not known
}

export function planOf(condition: Condition): Plan {
  const operands = condition.kind === 'and' ? condition.of : [condition];
  const stages = DEPTHS.flatMap((depth) => {
    const asked = operands.filter((operand) => DEPTHS.find((d) => d >= depthOf(operand)) === depth);
    if (asked.length === 0) return [];
    const condition = join('and', asked);
    return [{ depth, condition, step: stepOf(condition) }];
  });
  return { stages, needsCells: needsCells(condition) };
}

function stepOf(condition: Condition): Step {
  if (condition.kind === 'among') return { kind: 'all', of: joinCards([condition]), isNot: false };
  if (condition.kind === 'compare') return tableOf(condition) ?? periodicOf(condition) ?? condition;
  const { kind } = condition;
  // the kernel tells only whether all conditions on cards hold, and a OR b is NOT (NOT a AND NOT b)
  const isNot = kind === 'or';
  const all = condition.of.filter((operand) => operand.kind === 'among');
  const of = joinCards(all.map((among) => (isNot ? (negate(among) as Among) : among)));
  const others = condition.of.filter((operand) => operand.kind !== 'among').map(stepOf);
  const steps: Step[] = of.length === 0 ? others : [{ kind: 'all', of, isNot }, ...others];
  return steps.length === 1 ? steps[0] : { kind, of: steps };
}

/** Joins conditions on cards that follow one another, such as the four aces: they are looked for at once. */
function joinCards(conditions: Among[]): CardsAmong[] {
  const joined: CardsAmong[] = [];
  for (const { card, first, last, holds } of conditions.sort((a, b) => a.card - b.card)) {
    const isBefore = (to: CardsAmong) =>
      to.card + to.cards === card && to.first === first && to.last === last && to.holds === holds;
    const before = joined.find(isBefore);
    if (before === undefined) joined.push({ card, cards: 1, first, last, holds });
    else before.cards++;
  }
  return joined;
}

/** Evaluates a comparison for `count` values of its columns, which `read` writes. */
function tabulate({ op, left, right }: Compare, count: number, read: Vectors['read']): Uint8Array {
  const vectors = { read, memory: () => new Float64Array(count) };
  return compareAll(op, evaluate(left, vectors), evaluate(right, vectors), new Uint8Array(count));
}

/** The table of a comparison that depends on the positions of two cards alone. */
function tableOf(compare: Compare): Step | undefined {
  const [a, b, ...others] = cardsIn([compare.left, compare.right]);
  if (a === undefined || b === undefined || others.length > 0) return undefined;
  const bytes = tabulate(compare, CARDS ** 2, (column, out) => {
    if (column.kind !== 'lookup') return;
    const { card, values } = column;
    for (let i = 0; i < out.length; i++) out[i] = values[card === a ? Math.floor(i / CARDS) : i % CARDS];
  });
  return { kind: 'table', cards: [a, b], bytes };
}

const MAX_PERIOD = 65_536;

/** The table of a comparison that depends on deal % constant alone. */
function periodicOf(compare: Compare): Step | undefined {
  const period = periodOf(compare);
  if (!(period <= MAX_PERIOD)) return undefined;
  const bytes = tabulate(compare, period + COLUMN_DEALS, (_, out) => {
    for (let i = 0; i < out.length; i++) out[i] = i;
  });
  return { kind: 'periodic', period, bytes };
}

/** The number of deals after which values come again; NaN if they do not, or depend on anything else. */
function periodOf(node: Compare | Integer): number {
  if (node.kind === 'number') return 1;
  if (!('left' in node)) return 'of' in node ? periodOf(node.of) : Number.NaN;
  const { kind, left, right } = node;
  if (kind === '%' && left.kind === 'deal' && right.kind === 'number' && right.value > 0) return right.value;
  const [a, b] = [periodOf(left), periodOf(right)];
  return a === 1 || a === b ? b : b === 1 ? a : Number.NaN;
}
