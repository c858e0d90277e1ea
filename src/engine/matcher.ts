// Evaluates a condition, a node of its tree at a time: each is a plain loop over a column of up to 1,024 deals. No code is
// generated, and of columns only those are made that an answer depends on.

import { countAllNumbers, type DealNumbers, splitNumbers } from '../game/deal-numbers.js';
import { parseCondition } from '../selection/condition/parse.js';
import {
  type Arithmetic,
  type Comparison,
  type Condition,
  type Integer,
  NAME_ORDER,
} from '../selection/condition/tree.js';
import { COLUMN_DEALS, type Columns } from './columns.js';
import type { Engine } from './engine.js';

const MASK_WORDS = COLUMN_DEALS / 4;
const ONES = 0x01010101;

/** Whether a condition holds for each deal: a byte, 1 or 0, four of them a word. */
class Mask {
  readonly words = new Int32Array(MASK_WORDS);
  readonly bytes = new Uint8Array(this.words.buffer);
}

let ready: { where: string; matcher: Matcher } | undefined; // the condition that was asked last

/**
 * The numbers of the deals for which a condition holds, in order. Throws an InputError where the condition is wrong.
 * @param where as in a Selection
 * @param kept memory for them, with room for all; default: new memory
 */
export function matchDeals(
  engine: Engine,
  numbers: readonly DealNumbers[],
  where: string,
  kept: Float64Array = new Float64Array(countAllNumbers(numbers)),
): Float64Array {
  if (ready?.where !== where) ready = { where, matcher: new Matcher(parseCondition(where)) };
  return kept.subarray(0, ready.matcher.match(engine, numbers, kept));
}

/** A condition with the memory that evaluating it takes. */
class Matcher {
  readonly #condition: Condition;
  // as many as the tree is deep
  readonly #masks: Mask[] = [];
  readonly #vectors: Float64Array[] = [];
  readonly #deals = new Float64Array(COLUMN_DEALS);
  #numbers: readonly DealNumbers[] = []; // of these deals

  constructor(condition: Condition) {
    this.#condition = condition;
  }

  /** Writes the numbers of the deals for which the condition holds to `kept`; returns how many these are. */
  match(engine: Engine, parts: readonly DealNumbers[], kept: Float64Array): number {
    let count = 0;
    for (const numbers of splitNumbers(parts, COLUMN_DEALS)) {
      this.#numbers = numbers;
      const mask = this.#evaluate(this.#condition, engine.columns(numbers), 0);
      if (isEmpty(mask)) continue;
      listDeals(numbers, this.#deals);
      count = keepDeals(mask, this.#deals, countAllNumbers(numbers), kept, count);
    }
    return count;
  }

  /** Evaluates a condition to the mask number `at`, those after it are lost. */
  #evaluate(condition: Condition, columns: Columns, at: number): Mask {
    this.#masks[at] ??= new Mask();
    const mask = this.#masks[at];
    switch (condition.kind) {
      case 'among': {
        const { card, first, last, holds } = condition;
        const turned = holds ? 0 : ONES;
        if (first > last) mask.words.fill(turned);
        else maskOf(columns.findAmong(card, first, last), turned, mask.words);
        return mask;
      }
      case 'compare': {
        const left = this.#valuesOf(condition.left, columns, 0);
        const right = this.#valuesOf(condition.right, columns, 1);
        compare(condition.op, left, right, mask.bytes);
        return mask;
      }
    }
    const [first, ...others] = condition.of;
    this.#evaluate(first, columns, at);
    for (const other of others) {
      if (condition.kind === 'and' && isEmpty(mask)) break;
      const { words } = this.#evaluate(other, columns, at + 1);
      if (condition.kind === 'and') intersect(mask.words, words);
      else unite(mask.words, words);
    }
    return mask;
  }

  /** Evaluates an integer to the vector number `at`, those after it are lost; NaN stands for NULL. */
  #valuesOf(integer: Integer, columns: Columns, at: number): Float64Array {
    this.#vectors[at] ??= new Float64Array(COLUMN_DEALS);
    const out = this.#vectors[at];
    switch (integer.kind) {
      case 'deal':
        listDeals(this.#numbers, out);
        return out;
      case 'number':
        return out.fill(integer.value);
      case 'position':
        out.set(columns.position(integer.card));
        return out;
      case 'name':
        nameOrder(columns.card(integer.index), out);
        return out;
      case 'minus':
        negate(this.#valuesOf(integer.of, columns, at), out);
        return out;
      case 'abs':
        absolute(this.#valuesOf(integer.of, columns, at), out);
        return out;
      default: {
        const left = this.#valuesOf(integer.left, columns, at);
        const right = this.#valuesOf(integer.right, columns, at + 1);
        calculate(integer.kind, left, right, out);
        return out;
      }
    }
  }
}

function listDeals(parts: readonly DealNumbers[], deals: Float64Array): void {
  let count = 0;
  for (const numbers of parts) {
    if (numbers instanceof Float64Array) {
      deals.set(numbers, count);
      count += numbers.length;
    } else {
      const { first, last } = numbers;
      for (let i = 0; i <= last - first; i++) deals[count + i] = first + i;
      count += last - first + 1;
    }
  }
}

/** Appends the deals of a mask to the `before` in `kept`; returns how many these are now. */
function keepDeals(
  { words, bytes }: Mask,
  deals: Float64Array,
  count: number,
  kept: Float64Array,
  before: number,
): number {
  bytes.fill(0, count);
  let keptCount = before;
  for (let word = 0; word < MASK_WORDS; word++) {
    if (words[word] === 0) continue;
    // no branch for each deal, which nobody could predict
    for (let i = 4 * word; i < 4 * word + 4; i++) {
      kept[keptCount] = deals[i];
      keptCount += bytes[i];
    }
  }
  return keptCount;
}

function isEmpty({ words }: Mask): boolean {
  let any = 0;
  for (let i = 0; i < MASK_WORDS; i++) any |= words[i];
  return any === 0;
}

function intersect(words: Int32Array, others: Int32Array): void {
  for (let i = 0; i < MASK_WORDS; i++) words[i] &= others[i];
}

function unite(words: Int32Array, others: Int32Array): void {
  for (let i = 0; i < MASK_WORDS; i++) words[i] |= others[i];
}

function maskOf(found: Uint8Array, turned: number, out: Int32Array): void {
  const words = new Int32Array(found.buffer, found.byteOffset, MASK_WORDS);
  for (let i = 0; i < MASK_WORDS; i++) out[i] = (words[i] & ONES) ^ turned;
}

/** A NaN neither equals a number nor differs from one. */
function compare(op: Comparison, a: Float64Array, b: Float64Array, out: Uint8Array): void {
  switch (op) {
    case '=':
      for (let i = 0; i < COLUMN_DEALS; i++) out[i] = Number(a[i] === b[i]);
      return;
    case '<>':
      for (let i = 0; i < COLUMN_DEALS; i++) out[i] = Number(a[i] < b[i]) | Number(a[i] > b[i]);
      return;
    case '<':
      for (let i = 0; i < COLUMN_DEALS; i++) out[i] = Number(a[i] < b[i]);
      return;
    case '<=':
      for (let i = 0; i < COLUMN_DEALS; i++) out[i] = Number(a[i] <= b[i]);
      return;
    case '>':
      for (let i = 0; i < COLUMN_DEALS; i++) out[i] = Number(a[i] > b[i]);
      return;
    case '>=':
      for (let i = 0; i < COLUMN_DEALS; i++) out[i] = Number(a[i] >= b[i]);
      return;
  }
}

function calculate(kind: Arithmetic, a: Float64Array, b: Float64Array, out: Float64Array): void {
  switch (kind) {
    case '+':
      for (let i = 0; i < COLUMN_DEALS; i++) out[i] = a[i] + b[i];
      return;
    case '-':
      for (let i = 0; i < COLUMN_DEALS; i++) out[i] = a[i] - b[i];
      return;
    case '*':
      for (let i = 0; i < COLUMN_DEALS; i++) out[i] = a[i] * b[i];
      return;
    case '//':
      for (let i = 0; i < COLUMN_DEALS; i++) out[i] = quotient(a[i], b[i]);
      return;
    case '%':
      // like the quotient exact; the % of JavaScript calls a function of the C library
      for (let i = 0; i < COLUMN_DEALS; i++) out[i] = a[i] - quotient(a[i], b[i]) * b[i];
      return;
    // Math.min and Math.max branch, and nobody can predict where: half as fast
    case 'least':
      for (let i = 0; i < COLUMN_DEALS; i++) {
        out[i] = unlessNull((a[i] + b[i] - Math.abs(a[i] - b[i])) / 2, a[i], b[i]);
      }
      return;
    case 'greatest':
      for (let i = 0; i < COLUMN_DEALS; i++) {
        out[i] = unlessNull((a[i] + b[i] + Math.abs(a[i] - b[i])) / 2, a[i], b[i]);
      }
      return;
  }
}

/** One of two values; the other one where one is NULL. */
function unlessNull(chosen: number, a: number, b: number): number {
  return Number.isNaN(chosen) ? (Number.isNaN(a) ? b : a) : chosen;
}

/** The quotient without its fraction, which is exact as values are below 2^53; NULL where the divisor is 0. */
function quotient(a: number, b: number): number {
  return b === 0 ? Number.NaN : Math.trunc(a / b);
}

function negate(a: Float64Array, out: Float64Array): void {
  for (let i = 0; i < COLUMN_DEALS; i++) out[i] = -a[i];
}

function absolute(a: Float64Array, out: Float64Array): void {
  for (let i = 0; i < COLUMN_DEALS; i++) out[i] = Math.abs(a[i]);
}

function nameOrder(cards: Uint8Array, out: Float64Array): void {
  for (let i = 0; i < COLUMN_DEALS; i++) out[i] = NAME_ORDER[cards[i]];
}
