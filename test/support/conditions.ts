// Random conditions as texts, and what they mean in plain TypeScript, with SQL's NULL.

import fc from 'fast-check';
import { cardName } from '../../src/game/cards.js';
import type { Column } from '../../src/game/columns.js';
import { CARDS } from '../../src/game/constants.js';
import { dealCards } from '../../src/game/deal.js';
import { knownCells } from '../../src/selection/facts.js';

/** A deal: its number, the names of its cards in dealing order, and where each card is. */
interface Dealt {
  deal: number;
  names: string[];
  positions: number[];
}

/** A text, and what it says of a deal; null stands for NULL. */
interface Meant<T> {
  text: string;
  of: (dealt: Dealt) => T | null;
}

type Value = Meant<number | string>;
type Truth = boolean | null;

const dealt = new Map<number, Dealt>();

function dealtOf(deal: number): Dealt {
  const known = dealt.get(deal);
  if (known !== undefined) return known;
  const cards = [...dealCards(deal)];
  const positions = Array.from({ length: CARDS }, (_, card) => cards.indexOf(card));
  const made = { deal, names: cards.map(cardName), positions };
  dealt.set(deal, made);
  return made;
}

/** Returns a function that is NULL if one of its arguments is. */
function strict<A, T>(of: (a: A, b: A) => T): (a: A | null, b: A | null) => T | null {
  return (a, b) => (a === null || b === null ? null : of(a, b));
}

const EQUALITY: Record<string, (a: number | string | null, b: number | string | null) => Truth> = {
  '=': strict((a, b) => a === b),
  '<>': strict((a, b) => a !== b),
};
const OPERATORS: typeof EQUALITY = {
  ...EQUALITY,
  '<': strict((a, b) => a < b),
  '<=': strict((a, b) => a <= b),
  '>': strict((a, b) => a > b),
  '>=': strict((a, b) => a >= b),
};
const ARITHMETIC: Record<string, (a: number | null, b: number | null) => number | null> = {
  '+': strict((a, b) => a + b),
  '-': strict((a, b) => a - b),
  '//': strict((a, b) => (b === 0 ? null : Math.trunc(a / b))),
  '%': strict((a, b) => (b === 0 ? null : a % b)),
};
const EXTREMES: Record<string, (a: number | null, b: number | null) => number | null> = {
  least: (a, b) => strict(Math.min)(a, b) ?? a ?? b,
  greatest: (a, b) => strict(Math.max)(a, b) ?? a ?? b,
};

/** NOT, AND and OR of SQL. */
const not = (a: Truth) => (a === null ? null : !a);
const and = (a: Truth, b: Truth) => (a === false || b === false ? false : a && b);
const or = (a: Truth, b: Truth) => not(and(not(a), not(b)));

/** NOT before a keyword, or nothing, and the function that it stands for. */
const negation = fc.constantFrom<[string, (a: Truth) => Truth]>(['', (a) => a], ['NOT ', not]);

const card = fc.nat(CARDS - 1);
const constant: fc.Arbitrary<Meant<number>> = fc
  .oneof(fc.integer({ min: -2, max: 54 }), fc.constantFrom(0, 1, 8))
  .map((value) => ({ text: `${value}`, of: () => value }));
const place: fc.Arbitrary<Meant<number>> = card.map((card) => ({
  text: `pos_${cardName(card)}`,
  of: ({ positions }) => positions[card],
}));
const columns: Record<Exclude<Column['kind'], 'card' | 'position'>, Meant<number>> = {
  deal: { text: 'deal', of: ({ deal }) => deal },
  cells: { text: 'cells', of: ({ deal }) => knownCells().cellsNeeded(deal) ?? null },
};
const name: fc.Arbitrary<Value> = card.map((i) => ({ text: `card_${i}`, of: ({ names }) => names[i] }));
const literal: fc.Arbitrary<Value> = card.map((card) => ({
  text: `'${cardName(card)}'`,
  of: () => cardName(card),
}));

/** Any of some functions of two arguments, and its text. */
function applied<A, T>(
  a: fc.Arbitrary<Meant<A>>,
  functions: Record<string, (a: A | null, b: A | null) => T | null>,
  b: fc.Arbitrary<Meant<A>>,
  textOf: (a: string, name: string, b: string) => string,
): fc.Arbitrary<Meant<T>> {
  return fc.tuple(a, fc.constantFrom(...Object.entries(functions)), b).map(([a, [name, of], b]) => ({
    text: textOf(a.text, name, b.text),
    of: (dealt) => of(a.of(dealt), b.of(dealt)),
  }));
}

const { value } = fc.letrec<{ value: Meant<number> }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    place,
    constant,
    fc.constantFrom(...Object.values(columns)),
    tie('value').map(({ text, of }) => ({
      text: `abs(-(${text}))`,
      of: (dealt: Dealt) => strict(Math.abs)(of(dealt), 0),
    })),
    applied(tie('value'), ARITHMETIC, tie('value'), (a, operator, b) => `(${a} ${operator} ${b})`),
    applied(tie('value'), EXTREMES, tie('value'), (a, name, b) => `${name}(${a}, ${b})`),
  ),
}));

function compared(
  a: fc.Arbitrary<Value>,
  b: fc.Arbitrary<Value>,
  operators = OPERATORS,
): fc.Arbitrary<Meant<boolean>> {
  return applied(a, operators, b, (a, operator, b) => `${a} ${operator} ${b}`);
}

const between: fc.Arbitrary<Meant<boolean>> = fc
  .tuple(fc.oneof(place, value), negation, constant, constant)
  .map(([a, [word, turned], low, high]) => ({
    text: `${a.text} ${word}BETWEEN ${low.text} AND ${high.text}`,
    of: (dealt) => {
      const n = a.of(dealt);
      return turned(and(OPERATORS['>='](n, low.of(dealt)), OPERATORS['<='](n, high.of(dealt))));
    },
  }));

const inList: fc.Arbitrary<Meant<boolean>> = fc
  .tuple(
    fc.oneof(place, value),
    negation,
    fc.array(fc.oneof(constant, constant, value), { minLength: 1, maxLength: 5 }),
  )
  .map(([a, [word, turned], list]) => ({
    text: `${a.text} ${word}IN (${list.map(({ text }) => text).join(', ')})`,
    of: (dealt) => turned(list.map((b) => OPERATORS['='](a.of(dealt), b.of(dealt))).reduce(or)),
  }));

const isNull: fc.Arbitrary<Meant<boolean>> = fc.tuple(value, negation).map(([a, [word, turned]]) => ({
  text: `${a.text} IS ${word}NULL`,
  of: (dealt) => turned(a.of(dealt) === null),
}));

const { condition } = fc.letrec<{ condition: Meant<boolean> }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    compared(place, constant),
    compared(name, fc.oneof(literal, name), EQUALITY),
    compared(value, fc.oneof(constant, value)),
    between,
    inList,
    isNull,
    tie('condition').map(({ text, of }) => ({ text: `NOT (${text})`, of: (dealt: Dealt) => not(of(dealt)) })),
    ...[or, and, and].map((join) =>
      fc.array(tie('condition'), { minLength: 2, maxLength: 4 }).map((all) => ({
        text: all.map(({ text }) => `(${text})`).join(join === or ? ' OR ' : ' AND '),
        of: (dealt: Dealt) => all.map(({ of }) => of(dealt)).reduce(join),
      })),
    ),
  ),
}));

/** Random conditions, and whether they keep a deal. */
export const conditions: fc.Arbitrary<{ where: string; keeps: (deal: number) => boolean }> = condition.map(
  ({ text, of }) => ({ where: text, keeps: (deal) => of(dealtOf(deal)) === true }),
);
