// A condition as a tree that a matcher evaluates. Types and bounds are checked while the tree is built.
//
// Integers are kept in float64, so a value that could exceed 2^52 is refused before a card is dealt. A NaN stands for
// NULL. In SQL neither a comparison with NULL nor its negation is true. So each NOT is moved down to the comparisons. The
// tree then has no NOT, and every condition in it is true or false.

import { InputError } from '../../common/errors.js';
import { quote } from '../../common/quote.js';
import { cardName, parseCard } from '../../game/cards.js';
import { CARDS, FIRST_DEAL, LAST_DEAL } from '../../game/constants.js';

export type Comparison = '=' | '<>' | '<' | '<=' | '>' | '>=';
export type Arithmetic = '+' | '-' | '*' | '//' | '%' | 'least' | 'greatest';

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

interface Bounds {
  min: number;
  max: number;
  depth: number; // of the tree
}

/** An expression: an integer for each deal, or NULL. */
export type Integer = Bounds &
  (
    | { kind: 'number'; value: number }
    | { kind: 'deal' }
    /** the fewest free cells with which the deal can be won; NULL if not known */
    | { kind: 'cells' }
    | { kind: 'position'; card: number }
    /** the name of the `index`-th card dealt, as its index among all names in ascending order */
    | { kind: 'name'; index: number }
    /** `isNull` is 1 for NULL, otherwise 0 */
    | { kind: 'minus' | 'abs' | 'isNull'; of: Integer }
    | { kind: Arithmetic; left: Integer; right: Integer }
  );

/** A string: the name of the `index`-th card dealt, or a literal. */
type Name = { kind: 'card'; index: number } | { kind: 'string'; value: string };

/** The value that a rule of the grammar yields, and the offset in the text at which it begins. */
export type Term = { offset: number } & (
  | { type: 'condition'; of: Condition }
  | { type: 'integer'; of: Integer }
  | { type: 'string'; of: Name }
);

const TYPES = { condition: 'a condition', integer: 'an integer', string: 'a string' };
/** The greatest value. Quotients and sums of two such values are exact in float64. */
const MAX_VALUE = 2 ** 52 - 1;
const MAX_DEPTH = 200;
/** The greatest number of cells that the file of known cells can hold. */
const MAX_CELLS = 15;

const PLACES = Array.from({ length: CARDS }, (_, place) => place);
const NAMES = Array.from({ length: CARDS }, (_, card) => cardName(card)).sort();
/** The index of each card's name among all names in ascending order. */
export const NAME_ORDER = Float64Array.from({ length: CARDS }, (_, card) => NAMES.indexOf(cardName(card)));

/** The comparison that is true if this one is false. */
const NEGATED: Record<Comparison, Comparison> = {
  '=': '<>',
  '<>': '=',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
};
/** The comparison with its sides exchanged. */
const TURNED: Record<Comparison, Comparison> = {
  '=': '=',
  '<>': '<>',
  '<': '>',
  '>': '<',
  '<=': '>=',
  '>=': '<=',
};

/** The error that a condition is wrong. */
export function conditionError(message: string, offset: number, advice = ''): InputError {
  return new InputError(`where: ${message} at offset ${offset}${advice}`);
}

function constant(value: number): Integer {
  return { kind: 'number', value, min: value, max: value, depth: 0 };
}

/** The integer that digits stand for. */
export function number(digits: string, offset: number): Integer {
  if (Number(digits) > MAX_VALUE) throw conditionError(`${quote(digits)} exceeds ${MAX_VALUE}`, offset);
  return constant(Number(digits));
}

export const deal: Integer = { kind: 'deal', min: FIRST_DEAL, max: LAST_DEAL, depth: 0 };

export const cells: Integer = { kind: 'cells', min: 0, max: MAX_CELLS, depth: 0 };

export function position(card: number): Integer {
  return { kind: 'position', card, min: 0, max: CARDS - 1, depth: 0 };
}

/** The condition that a term is; throws an InputError for a term of another type. */
export function asCondition({ type, of, offset }: Term): Condition {
  if (type === 'condition') return of;
  throw conditionError(`expected a condition, found ${TYPES[type]}`, offset);
}

/** The integer that an operator or a function returns for its operands. */
export function call(kind: 'minus' | 'abs' | Arithmetic, operands: Term[], offset: number): Integer {
  const [first, ...others] = operands.map(({ type, of, offset }) => {
    if (type === 'integer') return of;
    throw conditionError(`${kind === 'minus' ? '-' : kind} takes integers, not ${TYPES[type]},`, offset);
  });
  if (kind !== 'minus' && kind !== 'abs') {
    return others.reduce((left, right) => {
      const depth = Math.max(left.depth, right.depth);
      return bounded({ kind, left, right }, boundsOf(kind, left, right), depth, offset);
    }, first);
  }
  if (others.length > 0) throw conditionError(`${kind} takes one integer, not ${operands.length},`, offset);
  if (first.kind === 'number') return constant(kind === 'minus' ? -first.value : Math.abs(first.value));
  const { min, max, depth } = first;
  const nearest = min > 0 ? min : max < 0 ? -max : 0; // to 0
  const values = kind === 'minus' ? [-max, -min] : [nearest, Math.max(-min, max)];
  return bounded({ kind, of: first }, values, depth, offset);
}

/** Values that include the least and the greatest result of an operation. */
function boundsOf(kind: Arithmetic, { min, max }: Integer, right: Integer): number[] {
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
  if (right.kind === 'number' && right.value !== 0) return both((a, b) => Math.trunc(a / b));
  return [min, max, -min, -max];
}

function bounded<T extends object>(node: T, values: number[], depth: number, offset: number): T & Bounds {
  const [min, max] = [Math.min(...values), Math.max(...values)];
  if (min < -MAX_VALUE || max > MAX_VALUE) {
    throw conditionError(`values can exceed ${MAX_VALUE}`, offset, '; divide before multiplying');
  }
  if (depth >= MAX_DEPTH) throw tooDeep(offset);
  return { ...node, min, max, depth: depth + 1 };
}

export function tooDeep(offset: number): InputError {
  return conditionError('the condition is nested too deeply', offset, '; use fewer parentheses or terms');
}

/** Joins conditions by AND or OR, the cheapest first: the others are not needed if it decides all deals. */
export function join(kind: 'and' | 'or', conditions: Condition[]): Condition {
  const of = conditions.flatMap((condition) => (condition.kind === kind ? condition.of : [condition]));
  const [first, ...others] = [...of].sort((a, b) => costOf(a) - costOf(b));
  return others.length === 0 ? (first as Condition) : { kind, of: [first as Condition, ...others] };
}

function costOf({ kind }: Condition): number {
  return kind === 'among' ? 0 : kind === 'compare' ? 1 : 2;
}

/** The condition that is true if this one is false, but not if this one is NULL. */
export function negate(condition: Condition): Condition {
  if (condition.kind === 'among') return { ...condition, holds: !condition.holds };
  if (condition.kind === 'compare') return { ...condition, op: NEGATED[condition.op] };
  return join(condition.kind === 'and' ? 'or' : 'and', condition.of.map(negate));
}

/** The comparison of two terms: both integers, or both strings. */
export function compare(op: Comparison, left: Term, right: Term, offset: number): Condition {
  if (left.type === 'string' && right.type === 'string') {
    if (op === '=' || op === '<>') for (const term of [left, right]) checkCard(term.of, term.offset);
    return compareNames(op, left.of, right.of, offset);
  }
  if (left.type === 'integer' && right.type === 'integer') return compareIntegers(op, left.of, right.of);
  const types = `${TYPES[left.type]} with ${TYPES[right.type]}`;
  throw conditionError(`${op} cannot compare ${types}`, offset);
}

/** The condition that a term is NULL. A string never is. */
export function isNull({ type, of }: Term, offset: number): Condition {
  if (type === 'condition') throw conditionError(`IS NULL takes an integer, not ${TYPES[type]},`, offset);
  const tested = type === 'integer' ? of : constant(0);
  const integer = bounded({ kind: 'isNull', of: tested } as const, [0, 1], tested.depth, offset);
  return compareIntegers('=', integer, constant(1));
}

function compareIntegers(op: Comparison, left: Integer, right: Integer): Condition {
  if (left.kind === 'number' && right.kind !== 'number') return compareIntegers(TURNED[op], right, left);
  const [leaf, ...others] = leavesOf([left, right]);
  if (leaf?.kind === 'position' && others.length === 0) {
    const values = PLACES.map((place) => [left, right].map((of) => evaluate(of, () => place)));
    // a NULL would hold in the negation
    if (!values.flat().some(Number.isNaN)) {
      return amongPlaces(
        leaf.card,
        values.map(([a, b]) => holds(op, a, b)),
      );
    }
  }
  return { kind: 'compare', op, left, right };
}

/** Whether a card lies at one of the places that `are` names: by these places or by all others, whichever costs less. */
function amongPlaces(card: number, are: boolean[]): Condition {
  const { length } = are.filter(Boolean);
  const steps = (value: boolean) => Math.ceil((are.lastIndexOf(value) - 3) / 8);
  const [isIn, isOut] = [100 * steps(true) + length, 100 * steps(false) + CARDS - length];
  if (isOut < isIn)
    return negate(
      amongPlaces(
        card,
        are.map((is) => !is),
      ),
    );
  const firsts = PLACES.filter((place) => are[place] && !are[place - 1]);
  if (firsts.length === 0) return among(card, CARDS, CARDS - 1);
  return join(
    'or',
    firsts.map((first) => among(card, first, [...are, false].indexOf(false, first) - 1)),
  );
}

function among(card: number, first: number, last: number): Condition {
  return { kind: 'among', card, first, last, holds: true };
}

/** The columns that integers depend on, each once. */
export function leavesOf(integers: readonly Integer[]): Integer[] {
  const leaves = new Map<string, Integer>();
  const visit = (of: Integer): void => {
    if ('left' in of) {
      visit(of.left);
      visit(of.right);
    } else if ('of' in of) visit(of.of);
    else if (of.kind !== 'number') leaves.set(keyOf(of), of);
  };
  integers.forEach(visit);
  return [...leaves.values()];
}

/** A text that says which column an integer is. */
function keyOf(leaf: Integer): string {
  return `${leaf.kind} ${leaf.kind === 'position' ? leaf.card : leaf.kind === 'name' ? leaf.index : ''}`;
}

/** The value of an integer, by the values of its columns. A NaN stands for NULL. */
export function evaluate(integer: Integer, columns: (leaf: Integer) => number): number {
  if (integer.kind === 'number') return integer.value;
  if (integer.kind === 'minus') return -evaluate(integer.of, columns);
  if (integer.kind === 'abs') return Math.abs(evaluate(integer.of, columns));
  if (integer.kind === 'isNull') return Number(Number.isNaN(evaluate(integer.of, columns)));
  if (!('left' in integer)) return columns(integer);
  const [a, b] = [evaluate(integer.left, columns), evaluate(integer.right, columns)];
  switch (integer.kind) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '//':
      return quotient(a, b);
    case '%':
      return a - quotient(a, b) * b;
    case 'least':
      return unlessNull(Math.min(a, b), a, b);
    case 'greatest':
      return unlessNull(Math.max(a, b), a, b);
  }
}

/** The quotient without its fraction: exact, because values are below 2^53. NULL if the divisor is 0. */
export function quotient(a: number, b: number): number {
  return b === 0 ? Number.NaN : Math.trunc(a / b);
}

/** The chosen one of two values; if one of them is NULL, the other one. */
export function unlessNull(chosen: number, a: number, b: number): number {
  return Number.isNaN(chosen) ? (Number.isNaN(a) ? b : a) : chosen;
}

/** Whether a comparison of two values is true. With a NaN it is not. */
export function holds(op: Comparison, a: number, b: number): boolean {
  if (a === b) return op === '=' || op === '<=' || op === '>=';
  return a < b
    ? op === '<' || op === '<=' || op === '<>'
    : a > b && (op === '>' || op === '>=' || op === '<>');
}

/** The number of cards, from the first one, that decide a condition or a value. */
export function depthOf(node: Condition | Integer): number {
  if (node.kind === 'among') return node.first > node.last ? 0 : node.last + 1;
  if (node.kind === 'position') return CARDS;
  if (node.kind === 'name') return node.index + 1;
  if ('left' in node) return Math.max(depthOf(node.left), depthOf(node.right));
  if ('of' in node) return Math.max(...[node.of].flat().map(depthOf));
  return 0;
}

/** Throws an InputError for a string that is not a card: no card equals it, and all cards differ from it. */
function checkCard(name: Name, offset: number): void {
  if (name.kind === 'card' || parseCard(name.value) !== undefined) return;
  const text = name.value.trim().toUpperCase().replace('10', 'T');
  const meant = [text, [...text].reverse().join('')].find((text) => parseCard(text) !== undefined); // D7 is 7D
  const advice = meant === undefined ? "; expected for example '7D'" : `; did you mean '${meant}'?`;
  throw conditionError(`${quote(name.value)} is not a card`, offset, advice);
}

function compareNames(op: Comparison, left: Name, right: Name, offset: number): Condition {
  if (left.kind === 'string') {
    if (right.kind === 'card') return compareNames(TURNED[op], right, left, offset);
    throw conditionError(
      `${op} compares two strings`,
      offset,
      '; one of them must be a card, such as card_0',
    );
  }
  const name: Integer = { kind: 'name', index: left.index, min: 0, max: CARDS - 1, depth: 0 };
  if (right.kind === 'card')
    return { kind: 'compare', op, left: name, right: { ...name, index: right.index } };
  const card = parseCard(right.value);
  if (card !== undefined && op === '=') return among(card, left.index, left.index);
  if (card !== undefined && op === '<>') return negate(among(card, left.index, left.index));
  return { kind: 'compare', op, left: name, right: constant(orderOf(right.value)) };
}

/** The index of a name among all names; for any other string, a number between the indexes of its neighbours. */
function orderOf(string: string): number {
  const before = NAMES.filter((name) => name < string).length;
  return NAMES[before] === string ? before : before - 0.5;
}
