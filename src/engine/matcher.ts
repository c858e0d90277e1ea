// Evaluates a condition in stages (plan.ts). Each stage deals more cards, of the deals that passed the stages before it.
// Within a stage, each step is a plain loop over a column of up to 1,024 deals. No code is generated, and a column is made only
// if the result depends on it.

import { CARDS } from '../game/constants.js';
import {
  countAllNumbers,
  type DealNumbers,
  listNumbers,
  onlyRange,
  splitNumbers,
} from '../game/deal-numbers.js';
import { boundsOf, cellsIn } from '../game/known-cells.js';
import { type Column, compareAll, evaluate, type Vectors } from '../selection/condition/integers.js';
import { parseCondition } from '../selection/condition/parse.js';
import { COLUMN_DEALS, type Columns } from './columns.js';
import type { Engine } from './engine.js';
import { BY_NUMBER, type Stage, type Step, stagesOf } from './plan.js';

const MASK_WORDS = COLUMN_DEALS / 4;
const ONES = 0x01010101;
/** The share of deals from which on all are dealt, because to deal a deal by its number takes half as long again. */
const MANY = 1 / BY_NUMBER;

const listed = new Float64Array(COLUMN_DEALS); // memory of keepDeals

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
 */
export function matchDeals(
  engine: Engine,
  numbers: readonly DealNumbers[],
  where: string,
  kept: Float64Array = new Float64Array(countAllNumbers(numbers)),
): Float64Array {
  if (ready?.where !== where) ready = { where, matcher: new Matcher(stagesOf(parseCondition(where))) };
  return kept.subarray(0, ready.matcher.match(engine, numbers, kept));
}

/** Deal numbers that are appended in order, and their count. */
interface Passed {
  numbers: Float64Array;
  count: number;
}

/** The stages of a condition, and the memory for evaluating it. */
class Matcher {
  readonly #stages: readonly Stage[];
  /** for each stage, the numbers of the deals that wait for it: fewer than COLUMN_DEALS, and room for as many more */
  readonly #waiting: Passed[];
  readonly #within: Mask[] = []; // for each stage, the deals that are asked
  // one per level of the tree
  readonly #masks: Mask[] = [];
  readonly #vectors: Float64Array[] = [];
  #numbers: readonly DealNumbers[] = []; // of the deals that are evaluated

  constructor(stages: readonly Stage[]) {
    this.#stages = stages;
    this.#waiting = stages.map(() => ({ numbers: new Float64Array(2 * COLUMN_DEALS), count: 0 }));
  }

  /** Writes the numbers of the deals for which the condition holds to `kept`; returns their count. */
  match(engine: Engine, segments: readonly DealNumbers[], kept: Float64Array): number {
    const all = { numbers: kept, count: 0 };
    for (const waiting of this.#waiting) waiting.count = 0; // an error may have ended the last call
    for (const numbers of splitNumbers(segments, COLUMN_DEALS)) this.#ask(0, numbers, engine, all);
    for (const index of this.#stages.keys()) this.#askWaiting(index, engine, all);
    return all.count;
  }

  /**
   * Asks a stage, and then the next ones, of at most COLUMN_DEALS deals. If most deals pass a stage, all of them are dealt on;
   * otherwise the deals that pass wait for the next stage until they fill a column.
   * @param within the deals that have passed the stages before; default: all
   */
  #ask(index: number, numbers: readonly DealNumbers[], engine: Engine, all: Passed, within?: Mask): void {
    const { depth, step } = this.#stages[index];
    this.#numbers = numbers;
    const mask = this.#evaluate(step, engine.columns(numbers, depth), 0);
    if (mask === undefined) return;
    if (within !== undefined) intersect(mask.words, within.words);
    if (isEmpty(mask)) return;
    const next = index + 1;
    const passed = this.#waiting[next] ?? all;
    const before = passed.count;
    keepDeals(mask, numbers, passed);
    if (passed === all) return;
    if (passed.count - before > MANY * countAllNumbers(numbers)) {
      passed.count = before;
      this.#within[next] ??= new Mask();
      this.#within[next].words.set(mask.words);
      this.#askWaiting(next, engine, all);
      this.#ask(next, numbers, engine, all, this.#within[next]);
    } else if (passed.count >= COLUMN_DEALS) this.#askWaiting(next, engine, all);
  }

  /** Asks a stage of the deals that wait for it, at most COLUMN_DEALS. */
  #askWaiting(index: number, engine: Engine, all: Passed): void {
    const waiting = this.#waiting[index];
    const count = Math.min(waiting.count, COLUMN_DEALS);
    if (count === 0) return;
    this.#ask(index, [waiting.numbers.subarray(0, count)], engine, all);
    waiting.numbers.copyWithin(0, count, waiting.count);
    waiting.count -= count;
  }

  /**
   * Evaluates a step to the mask of a level; undefined if it holds for no deal. May overwrite the masks of deeper levels.
   */
  #evaluate(step: Step, columns: Columns, level: number): Mask | undefined {
    this.#masks[level] ??= new Mask();
    const mask = this.#masks[level];
    switch (step.kind) {
      case 'all': {
        const found = columns.findAll(step.of);
        if (found === undefined && !step.isNot) return undefined;
        if (found === undefined) mask.words.fill(ONES);
        else maskOf(found, step.isNot ? ONES : 0, mask.words);
        return mask;
      }
      case 'table': {
        const [a, b] = step.cards;
        lookUp(step.bytes, columns.position(a), columns.position(b), mask.bytes);
        return mask;
      }
      case 'compare': {
        const vectors: Vectors = {
          read: (column, out) => this.#readColumn(column, columns, out),
          memory: (level) => (this.#vectors[level] ??= new Float64Array(COLUMN_DEALS)),
        };
        compareAll(step.op, evaluate(step.left, vectors, 0), evaluate(step.right, vectors, 1), mask.bytes);
        return mask;
      }
      case 'and': {
        const [first, ...others] = step.of;
        if (this.#evaluate(first, columns, level) === undefined) return undefined;
        for (const other of others) {
          if (isEmpty(mask)) return undefined;
          const also = this.#evaluate(other, columns, level + 1);
          if (also === undefined) return undefined;
          intersect(mask.words, also.words);
        }
        return mask;
      }
      case 'or': {
        mask.words.fill(0);
        for (const one of step.of) {
          const found = this.#evaluate(one, columns, level + 1);
          if (found !== undefined) unite(mask.words, found.words);
        }
        return mask;
      }
    }
  }

  #readColumn(column: Column, columns: Columns, out: Float64Array): void {
    switch (column.kind) {
      case 'position':
        out.set(columns.position(column.card));
        return;
      case 'lookup':
        translate(columns.position(column.card), column.values, out);
        return;
      case 'deal':
        listNumbers(this.#numbers, out);
        return;
      case 'cells':
        boundsToCells(boundsOf(this.#numbers), out);
        return;
      default:
        column satisfies never;
    }
  }
}

/** Writes the cells that packed bounds leave; NaN stands for NULL. */
function boundsToCells(bounds: Uint8Array, out: Float64Array): void {
  for (let i = 0; i < bounds.length; i++) out[i] = cellsIn(bounds[i]) ?? Number.NaN;
}

/** Appends the deals of a mask to `passed`. */
function keepDeals({ words, bytes }: Mask, segments: readonly DealNumbers[], passed: Passed): void {
  const { first } = onlyRange(segments) ?? { first: 0 }; // 0 for a list
  if (first === 0) listNumbers(segments, listed);
  bytes.fill(0, countAllNumbers(segments));
  const { numbers } = passed;
  let count = passed.count;
  for (let word = 0; word < MASK_WORDS; word++) {
    if (words[word] === 0) continue;
    // without a branch per deal, which the processor could not predict
    for (let i = 4 * word; i < 4 * word + 4; i++) {
      numbers[count] = first > 0 ? first + i : listed[i];
      count += bytes[i];
    }
  }
  passed.count = count;
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

function translate(column: Uint8Array, values: Float64Array, out: Float64Array): void {
  for (let i = 0; i < COLUMN_DEALS; i++) out[i] = values[column[i]];
}

function lookUp(table: Uint8Array, a: Uint8Array, b: Uint8Array, out: Uint8Array): void {
  for (let i = 0; i < COLUMN_DEALS; i++) out[i] = table[CARDS * a[i] + b[i]];
}
