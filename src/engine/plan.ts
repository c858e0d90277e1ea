// Plans how the matcher asks a condition: in which stages, and with a table for what depends on two positions alone.

import { CARDS } from '../game/constants.js';
import { compareAll, evaluate, type Vectors } from '../selection/condition/integers.js';
import { type Among, type Condition, cardsIn, depthOf, join, negate } from '../selection/condition/tree.js';
import { type CardsAmong, DEPTHS } from './engine.js';

/** A condition as the matcher evaluates it. */
export type Step =
  | { kind: 'and' | 'or'; of: Step[] }
  /** whether all of some conditions hold, or with `isNot`, not all of them */
  | { kind: 'all'; of: CardsAmong[]; isNot: boolean }
  /** a 52 x 52 table of 1 and 0, indexed by the columns of two positions */
  | { kind: 'table'; cards: [number, number]; bytes: Uint8Array }
  | Compare;

type Compare = Extract<Condition, { kind: 'compare' }>;

/** The operands of an AND that are asked together, and how many cards they need of each deal, one of DEPTHS. */
export interface Stage {
  depth: number;
  step: Step;
}

/** The stages of a condition, which deal more and more cards of those deals that pass. */
export function stagesOf(condition: Condition): Stage[] {
  const operands = condition.kind === 'and' ? condition.of : [condition];
  return DEPTHS.flatMap((depth) => {
    const asked = operands.filter((operand) => DEPTHS.find((d) => d >= depthOf(operand)) === depth);
    return asked.length === 0 ? [] : [{ depth, step: stepOf(join('and', asked)) }];
  });
}

function stepOf(condition: Condition): Step {
  if (condition.kind === 'among') return { kind: 'all', of: joinCards([condition]), isNot: false };
  if (condition.kind === 'compare') return tableOf(condition) ?? condition;
  const { kind } = condition;
  // one of some conditions holds unless all of their negations hold
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

/** The table of a comparison that depends on the positions of two cards alone. */
function tableOf({ op, left, right }: Compare): Step | undefined {
  const [a, b, ...others] = cardsIn([left, right]);
  if (a === undefined || b === undefined || others.length > 0) return undefined;
  const vectors: Vectors = {
    read(column, out) {
      if (column.kind !== 'lookup') return;
      const { card, values } = column;
      for (let i = 0; i < out.length; i++) out[i] = values[card === a ? Math.floor(i / CARDS) : i % CARDS];
    },
    memory: () => new Float64Array(CARDS ** 2),
  };
  const bytes = new Uint8Array(CARDS ** 2);
  compareAll(op, evaluate(left, vectors), evaluate(right, vectors), bytes);
  return { kind: 'table', cards: [a, b], bytes };
}
