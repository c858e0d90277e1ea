// A condition as a tree that a matcher evaluates. Types and bounds are checked while the tree is built.
//
// Integers are kept in float64, so a value that could exceed 2^52 is refused before a card is dealt. A NaN stands for
// NULL. In SQL neither a comparison with NULL nor its negation is true. So each NOT is moved down to the comparisons.
// The tree then has no NOT, and every condition in it is true or false.

import { InputError } from '../../common/errors.js';
import { quote } from '../../common/quote.js';
import { parseCard } from '../../game/cards.js';
import { CARDS, FIRST_DEAL, LAST_DEAL } from '../../game/constants.js';
import {
  type Arithmetic,
  type Bounds,
  type Comparison,
  compareAll,
  evaluate,
  type Integer,
  type Vectors,
} from './integers.js';

/** A condition, which is true or false for a deal. */
export type Condition =
  | { kind: 'and' | 'or'; of: Condition[] }
  | Among
  | { kind: 'compare'; op: Comparison; left: Integer; right: Integer };

/**
 * If `holds`: `card` is one of the cards dealt at `first`..`last`; otherwise `card` is none of them.
 * If these are no cards, `last` is `first` - 1.
 */
export interface Among {
  kind: 'among';
  card: number;
  first: number;
  last: number;
  holds: boolean;
}

/** A string: the name of the `index`-th card dealt, or a literal. */
type Name = { kind: 'card'; index: number } | { kind: 'string'; value: string };

/** The value that a rule of the grammar yields, and the offset in the text at which it begins. */
export type Term = { offset: number } & (
  | { type: 'condition'; of: Condition }
  | { type: 'integer'; of: Integer }
  | { type: 'string'; of: Name }
);

type WrittenComparison = Comparison | '>' | '>=';
type StringTerm = Extract<Term, { type: 'string' }>;

/** The least and the greatest of some values. */
export type Range = Pick<Bounds, 'min' | 'max'>;

const TYPES = { condition: 'a condition', integer: 'an integer', string: 'a string' };
/** The greatest value. Quotients and sums of two such values are exact in float64. */
const MAX_VALUE = 2 ** 52 - 1;
const MAX_HEIGHT = 200;
/** The greatest number of cells that the file of known cells can hold. */
const MAX_CELLS = 15;

const PLACES = Array.from({ length: CARDS }, (_, place) => place);
/** The lookup that is the position itself. */
export const POSITIONS = Float64Array.from(PLACES);
/** Evaluates an integer that depends on one card at most for each position of the card. */
const BY_POSITION: Vectors = {
  read: (column, out) => out.set(column.kind === 'lookup' ? column.values : []),
  memory: () => new Float64Array(CARDS),
};
const NEVER = among(0, CARDS, CARDS - 1);

export function conditionError(message: string, offset: number, advice = ''): InputError {
  return new InputError(`where: ${message} at offset ${offset}${advice}`);
}

function constant(value: number): Integer {
  return { kind: 'number', value, min: value, max: value, height: 0 };
}

export function number(digits: string, offset: number): Integer {
  if (Number(digits) > MAX_VALUE) throw conditionError(`${quote(digits)} exceeds ${MAX_VALUE}`, offset);
  return constant(Number(digits));
}

export const deal: Integer = { kind: 'deal', min: FIRST_DEAL, max: LAST_DEAL, height: 0 };
export const cells: Integer = { kind: 'cells', min: 0, max: MAX_CELLS, height: 0 };

export function position(card: number): Integer {
  return { kind: 'lookup', card, values: POSITIONS, min: 0, max: CARDS - 1, height: 0 };
}

/** Advice for a card's name without quotes, which a shell may have taken. */
export function cardAdvice(name: string): string {
  const advice = '; put cards in single quotes, and the condition in double ones';
  return parseCard(name) === undefined ? '' : advice;
}

/** The condition that a term is; throws an InputError for a term of another type. */
export function asCondition({ type, of, offset }: Term): Condition {
  if (type === 'condition') return of;
  const advice = offset === 0 ? '; write it in quotes, because the shell takes < and > for itself' : '';
  throw conditionError(`expected a condition, found ${TYPES[type]}`, offset, advice);
}

/** The integer that an operator or a function returns for its operands. */
export function call(kind: 'abs' | Arithmetic, operands: Term[], offset: number): Integer {
  const [first, ...others] = operands.map(({ type, of, offset }) => {
    if (type === 'integer') return of;
    throw conditionError(`${kind} takes integers, not ${TYPES[type]},`, offset);
  });
  if (kind !== 'abs') {
    return others.reduce((left, right) => {
      const height = Math.max(left.height, right.height);
      return tabulated(bounded({ kind, left, right }, boundsOf(kind, left, right), height, offset));
    }, first);
  }
  if (others.length > 0) throw conditionError(`${kind} takes one integer, not ${operands.length},`, offset);
  const { min, max, height } = first;
  const nearest = min > 0 ? min : max < 0 ? -max : 0; // to 0
  return tabulated(bounded({ kind, of: first }, [nearest, Math.max(-min, max)], height, offset));
}

/** An integer that depends on the position of one card alone as a lookup, one without columns as a constant. */
function tabulated(integer: Integer): Integer {
  const cards = cardsIn([integer]);
  if (cards.length > 1 || cards.includes(undefined)) return integer;
  const [card] = cards;
  const values = evaluate(integer, BY_POSITION);
  const bounds = { min: integer.min, max: integer.max, height: 0 };
  return card === undefined
    ? { kind: 'number', value: values[0], ...bounds }
    : { kind: 'lookup', card, values, ...bounds };
}

/** The cards on whose positions integers depend, each once; undefined stands for any other column. */
export function cardsIn(integers: readonly Integer[]): (number | undefined)[] {
  const cards = new Set<number | undefined>();
  const visit = (of: Integer): void => {
    if ('left' in of) {
      visit(of.left);
      visit(of.right);
    } else if ('of' in of) visit(of.of);
    else if (of.kind !== 'number') cards.add(of.kind === 'lookup' ? of.card : undefined);
  };
  integers.forEach(visit);
  return [...cards];
}

/** Values that include the least and the greatest result of an operation on values within bounds. */
export function boundsOf(kind: Arithmetic, { min, max }: Range, right: Range): number[] {
  const both = (of: (a: number, b: number) => number) =>
    [min, max].flatMap((a) => [of(a, right.min), of(a, right.max)]);
  if (kind === '+') return both((a, b) => a + b);
  if (kind === '-') return both((a, b) => a - b);
  if (kind === '*') return both((a, b) => a * b);
  if (kind === 'least' || kind === 'greatest') return [min, right.min, max, right.max];
  const divisor = Math.max(Math.abs(right.min), Math.abs(right.max));
  const rest = Math.max(0, divisor - 1);
  if (kind === '%') return [Math.max(Math.min(min, 0), -rest), Math.min(Math.max(max, 0), rest)];
  // the quotient is largest for a divisor of 1, unless the divisor is a constant
  if (right.min === right.max && right.min !== 0) return both((a, b) => Math.trunc(a / b));
  return [min, max, -min, -max];
}

function bounded<T extends object>(node: T, values: number[], height: number, offset: number): T & Bounds {
  const [min, max] = [Math.min(...values), Math.max(...values)];
  if (min < -MAX_VALUE || max > MAX_VALUE)
    throw conditionError(`values can exceed ${MAX_VALUE}`, offset, '; divide before multiplying');
  if (height >= MAX_HEIGHT) throw tooDeep(offset);
  return { ...node, min, max, height: height + 1 };
}

export function tooDeep(offset: number): InputError {
  return conditionError('the condition is nested too deeply', offset, '; use fewer parentheses or terms');
}

export function join(kind: 'and' | 'or', conditions: Condition[]): Condition {
  const of = conditions.flatMap((condition) => (condition.kind === kind ? condition.of : [condition]));
  return of.length === 1 ? of[0] : { kind, of };
}

/** The condition that is true if this one is false, but not if this one is NULL. */
export function negate(condition: Condition): Condition {
  if (condition.kind === 'among') return { ...condition, holds: !condition.holds };
  if (condition.kind === 'compare') {
    const { op, left, right } = condition;
    if (op === '=') return { ...condition, op: '<>' };
    if (op === '<>') return { ...condition, op: '=' };
    return { kind: 'compare', op: op === '<' ? '<=' : '<', left: right, right: left };
  }
  return join(condition.kind === 'and' ? 'or' : 'and', condition.of.map(negate));
}

/** The comparison of two terms: both integers, or both strings. */
export function compare(written: WrittenComparison, a: Term, b: Term, offset: number): Condition {
  if (a.type === 'string' && b.type === 'string') return compareNames(written, a, b, offset);
  if (a.type !== 'integer' || b.type !== 'integer')
    throw conditionError(`${written} cannot compare ${TYPES[a.type]} with ${TYPES[b.type]}`, offset);
  if (written === '>') return compareIntegers('<', b.of, a.of);
  if (written === '>=') return compareIntegers('<=', b.of, a.of);
  return compareIntegers(written, a.of, b.of);
}

/** Compares the `index`-th card with a literal, or with another card, from which it always differs. */
function compareNames(op: WrittenComparison, left: StringTerm, right: StringTerm, offset: number): Condition {
  if (op !== '=' && op !== '<>')
    throw conditionError(`${op} cannot compare names of cards`, offset, '; use =, <>, IN or NOT IN');
  const terms = [left, right];
  const [card] = terms.flatMap(({ of, offset }) => (of.kind === 'string' ? cardNamed(of.value, offset) : []));
  const [index, other] = terms.flatMap(({ of }) => (of.kind === 'card' ? of.index : []));
  if (index === undefined) {
    const advice = '; one of them must be a card, such as card_0';
    throw conditionError(`${op} compares two strings`, offset, advice);
  }
  const isEqual = card !== undefined ? among(card, index, index) : index === other ? negate(NEVER) : NEVER;
  return op === '=' ? isEqual : negate(isEqual);
}

/** The condition that a term is NULL. A string never is. */
export function isNull({ type, of }: Term, offset: number): Condition {
  if (type === 'condition') throw conditionError(`IS NULL takes an integer, not ${TYPES[type]},`, offset);
  const tested = type === 'integer' ? of : constant(0);
  const integer = bounded({ kind: 'isNull', of: tested } as const, [0, 1], tested.height, offset);
  return compareIntegers('=', tabulated(integer), constant(1));
}

function compareIntegers(op: Comparison, left: Integer, right: Integer): Condition {
  const [card, ...others] = cardsIn([left, right]);
  if (card !== undefined && others.length === 0) {
    const [a, b] = [evaluate(left, BY_POSITION), evaluate(right, BY_POSITION)];
    // a NULL would hold in the negation
    if (![...a, ...b].some(Number.isNaN))
      return amongPlaces(card, Array.from(compareAll(op, a, b, new Uint8Array(CARDS)), Boolean));
  }
  return { kind: 'compare', op, left, right };
}

/** Numbers of cards that kernels can deal alone. To deal d cards takes about d^2 times as long as to deal one. */
export const DEPTHS: readonly number[] = [0, 4, 8, 12, 20, 28, 36, 44, CARDS];

/** Whether a card lies at one of the places that `are` names: by these places or by all others, as costs less. */
function amongPlaces(card: number, are: boolean[]): Condition {
  const costOf = (places: boolean[]) =>
    DEPTHS.findIndex((depth) => depth > places.lastIndexOf(true)) * CARDS + places.filter(Boolean).length;
  const others = are.map((is) => !is);
  if (costOf(others) < costOf(are)) return negate(amongPlaces(card, others));
  const firsts = PLACES.filter((place) => are[place] && !are[place - 1]);
  if (firsts.length === 0) return among(card, CARDS, CARDS - 1);
  const ranges = firsts.map((first) => among(card, first, [...are, false].indexOf(false, first) - 1));
  return join('or', ranges);
}

function among(card: number, first: number, last: number): Among {
  return { kind: 'among', card, first, last, holds: true };
}

/** The number of cards, from the first one, that decide a condition or a value. */
export function depthOf(node: Condition | Integer): number {
  if (node.kind === 'among') return node.first > node.last ? 0 : node.last + 1;
  if ('left' in node) return Math.max(depthOf(node.left), depthOf(node.right));
  if ('of' in node) return Math.max(...[node.of].flat().map(depthOf));
  return node.kind === 'lookup' ? CARDS : 0;
}

/** The card that a string names. Throws an InputError for any other string. */
function cardNamed(name: string, offset: number): number {
  const card = parseCard(name);
  if (card !== undefined) return card;
  const text = name.trim().toUpperCase().replace('10', 'T');
  const meant = [text, [...text].reverse().join('')].find((text) => parseCard(text) !== undefined); // D7 is 7D
  const advice = meant === undefined ? "; expected for example '7D'" : `; did you mean '${meant}'?`;
  throw conditionError(`${quote(name)} is not a card`, offset, advice);
}
