// Random conditions as texts, and what they mean in plain TypeScript, with SQL's NULL.

import fc from 'fast-check';
import { cardName } from '../../src/game/cards.js';
import { CARDS } from '../../src/game/constants.js';
import { dealCards } from '../../src/game/deal.js';
import { knownCells } from '../../src/selection/load-known-cells.js';

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

type Condition = Meant<boolean>;

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

const OPERATORS: Record<string, (a: number | string, b: number | string) => boolean> = {
  '=': (a, b) => a === b,
  '<>': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};
const ARITHMETIC: Record<string, (a: number, b: number) => number | null> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '//': (a, b) => (b === 0 ? null : Math.trunc(a / b)),
  '%': (a, b) => (b === 0 ? null : a % b),
};

const card = fc.nat(CARDS - 1);
const operator = fc.constantFrom(...Object.keys(OPERATORS));
const constant: fc.Arbitrary<Meant<number>> = fc
  .oneof(fc.integer({ min: -2, max: 54 }), fc.constantFrom(0, 1, 8))
  .map((value) => ({ text: `${value}`, of: () => value }));
const place: fc.Arbitrary<Meant<number>> = card.map((card) => ({
  text: `pos_${cardName(card)}`,
  of: ({ positions }) => positions[card],
}));
const deal: Meant<number> = { text: 'deal', of: ({ deal }) => deal };
const cells: Meant<number> = {
  text: 'cells',
  of: ({ deal }) => knownCells().cellsNeeded(deal) ?? null,
};
const name: fc.Arbitrary<Meant<string>> = card.map((i) => ({
  text: `card_${i}`,
  of: ({ names }) => names[i],
}));
const literal: fc.Arbitrary<Meant<string>> = card.map((card) => ({
  text: `'${cardName(card)}'`,
  of: () => cardName(card),
}));

function ifBoth<A, B, T>(a: A | null, b: B | null, of: (a: A, b: B) => T): T | null {
  return a === null || b === null ? null : of(a, b);
}

const { value } = fc.letrec<{ value: Meant<number> }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    place,
    constant,
    fc.constantFrom(deal, cells),
    tie('value').map(({ text, of }) => ({
      text: `abs(-(${text}))`,
      of: (dealt: Dealt) => ifBoth(of(dealt), 0, Math.abs),
    })),
    fc
      .tuple(tie('value'), fc.constantFrom(...Object.keys(ARITHMETIC)), tie('value'))
      .map(([a, operator, b]) => ({
        text: `(${a.text} ${operator} ${b.text})`,
        of: (dealt: Dealt) => ifBoth(a.of(dealt), b.of(dealt), ARITHMETIC[operator]),
      })),
    fc.tuple(fc.constantFrom('least', 'greatest'), tie('value'), tie('value')).map(([name, a, b]) => ({
      text: `${name}(${a.text}, ${b.text})`,
      of: (dealt: Dealt) => {
        const [x, y] = [a.of(dealt), b.of(dealt)];
        return ifBoth(x, y, name === 'least' ? Math.min : Math.max) ?? x ?? y;
      },
    })),
  ),
}));

function compared<T extends number | string>(
  a: fc.Arbitrary<Meant<T>>,
  b: fc.Arbitrary<Meant<T>>,
): fc.Arbitrary<Condition> {
  return fc.tuple(a, operator, b).map(([a, operator, b]) => ({
    text: `${a.text} ${operator} ${b.text}`,
    of: (dealt) => ifBoth(a.of(dealt), b.of(dealt), OPERATORS[operator]),
  }));
}

/** NOT, AND and OR of SQL. */
const not = (a: boolean | null) => (a === null ? null : !a);
const and = (a: boolean | null, b: boolean | null) => (a === false || b === false ? false : a && b);
const or = (a: boolean | null, b: boolean | null) => not(and(not(a), not(b)));

/** Turns a condition into the one with NOT before its keyword. */
const turned = (isNot: boolean, of: Condition['of']): Condition['of'] =>
  isNot ? (dealt) => not(of(dealt)) : of;

const between: fc.Arbitrary<Condition> = fc
  .tuple(fc.oneof(place, value), fc.boolean(), constant, constant)
  .map(([a, isNot, low, high]) => ({
    text: `${a.text} ${isNot ? 'NOT ' : ''}BETWEEN ${low.text} AND ${high.text}`,
    of: turned(isNot, (dealt) =>
      and(
        ifBoth(a.of(dealt), low.of(dealt), (a, low) => a >= low),
        ifBoth(a.of(dealt), high.of(dealt), (a, high) => a <= high),
      ),
    ),
  }));

const inList: fc.Arbitrary<Condition> = fc
  .tuple(
    fc.oneof(place, value),
    fc.boolean(),
    fc.array(fc.oneof(constant, constant, value), { minLength: 1, maxLength: 5 }),
  )
  .map(([a, isNot, list]) => ({
    text: `${a.text} ${isNot ? 'NOT ' : ''}IN (${list.map(({ text }) => text).join(', ')})`,
    of: turned(isNot, (dealt) =>
      list.reduce<boolean | null>(
        (found, b) => or(found, ifBoth(a.of(dealt), b.of(dealt), OPERATORS['='])),
        false,
      ),
    ),
  }));

const isNull: fc.Arbitrary<Condition> = fc.tuple(value, fc.boolean()).map(([a, isNot]) => ({
  text: `${a.text} IS ${isNot ? 'NOT ' : ''}NULL`,
  of: (dealt) => (a.of(dealt) === null) !== isNot,
}));

const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    compared(place, constant),
    compared(name, fc.oneof(literal, name)),
    compared(value, fc.oneof(constant, value)),
    between,
    inList,
    isNull,
    tie('condition').map(({ text, of }) => ({ text: `NOT (${text})`, of: turned(true, of) })),
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
