// Evaluates a condition, one node of its tree after another. Each node is a plain loop over a column of up to 1,024 deals. No
// code is generated, and a column is made only if the result depends on it.

import { countAllNumbers, type DealNumbers, splitNumbers } from '../game/deal-numbers.js';
import type { KnownCells } from '../game/known-cells.js';
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

/** Whether a condition holds, for each deal: a byte, 1 or 0, four bytes per word. */
class Mask {
  readonly words = new Int32Array(MASK_WORDS);
  readonly bytes = new Uint8Array(this.words.buffer);
}

let ready: { where: string; matcher: Matcher } | undefined; // of the last call

/**
 * The numbers of the deals for which a condition holds, in order. Throws an InputError if the condition is not valid.
 * @param where as in a Selection
 * @param kept memory for the result, with room for all numbers; default: new memory
 * @param knownCells called for a condition that names `cells`; needed for such a condition
 */
export function matchDeals(
  engine: Engine,
  numbers: readonly DealNumbers[],
  where: string,
  kept: Float64Array = new Float64Array(countAllNumbers(numbers)),
  knownCells?: () => KnownCells,
): Float64Array {
  if (ready?.where !== where) ready = { where, matcher: new Matcher(parseCondition(where)) };
  ready.matcher.knownCells = knownCells;
  return kept.subarray(0, ready.matcher.match(engine, numbers, kept));
}

/** A condition, and the memory for evaluating it. */
class Matcher {
  knownCells: (() => KnownCells) | undefined;
  readonly #condition: Condition;
  // one per level of the tree
  readonly #masks: Mask[] = [];
  readonly #vectors: Float64Array[] = [];
  readonly #deals = new Float64Array(COLUMN_DEALS);
  #numbers: readonly DealNumbers[] = []; // of the deals that are evaluated

  constructor(condition: Condition) {
    this.#condition = condition;
  }

  /** Writes the numbers of the deals for which the condition holds to `kept`; returns their count. */
  match(engine: Engine, segments: readonly DealNumbers[], kept: Float64Array): number {
    let count = 0;
    for (const numbers of splitNumbers(segments, COLUMN_DEALS)) {
      this.#numbers = numbers;
      const mask = this.#evaluate(this.#condition, engine.columns(numbers), 0);
      if (isEmpty(mask)) continue;
      listDeals(numbers, this.#deals);
      count = keepDeals(mask, this.#deals, countAllNumbers(numbers), kept, count);
    }
    return count;
  }

  /** Evaluates a condition to the mask of a level; may overwrite the masks of deeper levels. */
  #evaluate(condition: Condition, columns: Columns, level: number): Mask {
    this.#masks[level] ??= new Mask();
    const mask = this.#masks[level];
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
    this.#evaluate(first, columns, level);
    for (const other of others) {
      if (condition.kind === 'and' && isEmpty(mask)) break;
      const { words } = this.#evaluate(other, columns, level + 1);
      if (condition.kind === 'and') intersect(mask.words, words);
      else unite(mask.words, words);
    }
    return mask;
  }

  /** Evaluates an integer to the vector of a level; may overwrite the vectors of deeper levels. NaN stands for NULL. */
  #valuesOf(integer: Integer, columns: Columns, level: number): Float64Array {
    this.#vectors[level] ??= new Float64Array(COLUMN_DEALS);
    const out = this.#vectors[level];
    switch (integer.kind) {
      case 'deal':
        listDeals(this.#numbers, out);
        return out;
      case 'cells':
        if (this.knownCells === undefined) throw new Error('a condition on cells needs knownCells');
        listDeals(this.#numbers, out);
        dealsToCells(this.knownCells(), out, countAllNumbers(this.#numbers));
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
        negate(this.#valuesOf(integer.of, columns, level), out);
        return out;
      case 'abs':
        absolute(this.#valuesOf(integer.of, columns, level), out);
        return out;
      case 'isNull':
        findNull(this.#valuesOf(integer.of, columns, level), out);
        return out;
      default: {
        const left = this.#valuesOf(integer.left, columns, level);
        const right = this.#valuesOf(integer.right, columns, level + 1);
        calculate(integer.kind, left, right, out);
        return out;
      }
    }
  }
}

function listDeals(segments: readonly DealNumbers[], deals: Float64Array): void {
  let count = 0;
  for (const numbers of segments) {
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

/** Replaces the first `count` deal numbers by the cells that the deals need; NaN stands for NULL. */
function dealsToCells(known: KnownCells, deals: Float64Array, count: number): void {
  const { last } = known;
  for (let i = 0; i < count; i++) {
    deals[i] = deals[i] > last ? Number.NaN : (known.cellsNeeded(deals[i]) ?? Number.NaN);
  }
}

/** Appends the deals of a mask to the first `before` numbers in `kept`; returns their new count. */
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
    // without a branch per deal, which the processor could not predict
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

/** Compares two vectors. A NaN neither equals a number nor differs from one. */
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
      // exact, as the quotient is; the % of JavaScript calls a function of the C library
      for (let i = 0; i < COLUMN_DEALS; i++) out[i] = a[i] - quotient(a[i], b[i]) * b[i];
      return;
    // Math.min and Math.max branch, which the processor cannot predict: half as fast
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

/** The chosen one of two values; if one of them is NULL, the other one. */
function unlessNull(chosen: number, a: number, b: number): number {
  return Number.isNaN(chosen) ? (Number.isNaN(a) ? b : a) : chosen;
}

/** The quotient without its fraction: exact, because values are below 2^53. NULL if the divisor is 0. */
function quotient(a: number, b: number): number {
  return b === 0 ? Number.NaN : Math.trunc(a / b);
}

function negate(a: Float64Array, out: Float64Array): void {
  for (let i = 0; i < COLUMN_DEALS; i++) out[i] = -a[i];
}

function absolute(a: Float64Array, out: Float64Array): void {
  for (let i = 0; i < COLUMN_DEALS; i++) out[i] = Math.abs(a[i]);
}

function findNull(a: Float64Array, out: Float64Array): void {
  for (let i = 0; i < COLUMN_DEALS; i++) out[i] = Number(Number.isNaN(a[i]));
}

function nameOrder(cards: Uint8Array, out: Float64Array): void {
  for (let i = 0; i < COLUMN_DEALS; i++) out[i] = NAME_ORDER[cards[i]];
}
