// Evaluates a condition in stages (plan.ts). Each stage deals more cards, of the deals that passed the stages before.
// Within a stage, each step is a plain loop over a column of up to 2,048 deals. No code is generated, and a column is
// made only if the result depends on it.

import { CARDS } from '../game/constants.js';
import {
  countAll,
  type DealNumbers,
  type DealRange,
  listNumbers,
  onlyRange,
  splitNumbers,
} from '../game/deal-numbers.js';
import { providedCells } from '../game/known-cells.js';
import { type Column, compareAll, evaluate, type Vectors } from '../selection/condition/integers.js';
import { mayHold } from '../selection/condition/may-hold.js';
import { parseCondition } from '../selection/condition/parse.js';
import { cells, POSITIONS } from '../selection/condition/tree.js';
import { COLUMN_DEALS, type Columns, type Engine } from './engine.js';
import { type Plan, planOf, type Stage, type Step } from './plan.js';

const MASK_WORDS = COLUMN_DEALS / 4;
const BY_NUMBER = 1.5; // cost of dealing by number, relative to consecutive deals

/** Whether a condition holds, for each deal: bit 0 of a byte, four bytes per word. A byte of a deal that fails is 0. */
class Mask {
  readonly words = new Int32Array(MASK_WORDS);
  readonly bytes = new Uint8Array(this.words.buffer);
}

/** The deals that are evaluated. */
interface Batch {
  numbers: readonly DealNumbers[];
  columns: Columns;
}

// memory of all evaluations; masks and vectors are one per level of the tree
const listed = new Float64Array(COLUMN_DEALS);
const masks: Mask[] = [];
const vectors: Float64Array[] = [];

let ready: { where: string; plan: Plan } | undefined; // of the last call

/**
 * The numbers of the deals for which a condition holds, in order. Throws an InputError if the condition is not valid.
 * A stage that costs more than it saves, as the first deals tell, is asked together with the next one.
 * @param where as in a Selection
 * @param kept memory for the result, with room for all numbers; default: new memory
 */
export function matchDeals(
  engine: Engine,
  numbers: readonly DealNumbers[],
  where: string,
  kept: Float64Array = new Float64Array(countAll(numbers)),
): Float64Array {
  if (ready?.where !== where) ready = { where, plan: planOf(parseCondition(where)) };
  const { stages, needsCells } = ready.plan;
  let asked = needsCells ? [providedCells().only(numbers)] : numbers;
  let passed = kept;
  let together: Stage[] = [];
  for (const [i, stage] of stages.entries()) {
    together.push(stage);
    const next = stages[i + 1];
    const [sample = []] = splitNumbers(asked, COLUMN_DEALS);
    if (next !== undefined) {
      const found = ask(engine, sample, together, new Float64Array(COLUMN_DEALS));
      const share = found.length / countAll(sample);
      // to deal d cards takes about d^2 times as long as to deal one
      const paysAlone = (stage.depth / next.depth) ** 2 + BY_NUMBER * share <= 1;
      if (!paysAlone) continue;
    }
    passed = ask(engine, asked, together, kept);
    [asked, together] = [[passed], []];
  }
  return passed;
}

/** Writes the numbers of the deals that pass all of some stages to `kept`, which may be the memory of the numbers. */
function ask(
  engine: Engine,
  numbers: readonly DealNumbers[],
  stages: readonly Stage[],
  kept: Float64Array,
): Float64Array {
  const { depth } = stages[stages.length - 1];
  const steps = stages.map(({ step }) => step);
  let count = 0;
  for (const batch of splitNumbers(numbers, COLUMN_DEALS)) {
    const range = onlyRange(batch);
    if (range !== undefined && !stages.every((stage) => canHold(stage, range))) continue;
    const mask = evaluateAll(steps, { numbers: batch, columns: engine.columns(batch, depth) }, 0);
    if (mask !== undefined) count = keepDeals(mask, batch, kept, count);
  }
  return kept.subarray(0, count);
}

/** Whether a stage can hold for deals of a range. The ends of the range tell nothing about cards and remainders. */
function canHold({ depth, step, condition }: Stage, { first, last }: DealRange): boolean {
  if (depth > 0 || step.kind === 'periodic') return true;
  return mayHold(condition, { deal: { min: first, max: last }, cells });
}

/** Evaluates a step to the mask of a level; undefined if it holds for no deal. Overwrites masks of deeper levels. */
function evaluateStep(step: Step, batch: Batch, level: number): Mask | undefined {
  masks[level] ??= new Mask();
  const mask = masks[level];
  switch (step.kind) {
    case 'all': {
      const found = batch.columns.findAll(step.of);
      if (found === undefined && !step.isNot) return undefined;
      if (found === undefined) mask.words.fill(0);
      else mask.bytes.set(found);
      for (let i = 0; step.isNot && i < MASK_WORDS; i++) mask.words[i] = ~mask.words[i];
      return mask;
    }
    case 'table': {
      const [a, b] = step.cards.map((card) => batch.columns.position(card));
      for (let i = 0; i < COLUMN_DEALS; i++) mask.bytes[i] = step.bytes[CARDS * a[i] + b[i]];
      return mask;
    }
    case 'periodic': {
      const { period, bytes } = step;
      const range = onlyRange(batch.numbers);
      const start = range && range.first % period;
      if (start !== undefined) mask.bytes.set(bytes.subarray(start, start + COLUMN_DEALS));
      else for (const [i, n] of listNumbers(batch.numbers).entries()) mask.bytes[i] = bytes[n % period];
      return mask;
    }
    case 'compare': {
      const memory: Vectors = {
        read: (column, out) => readColumn(column, batch, out),
        memory: (level) => (vectors[level] ??= new Float64Array(COLUMN_DEALS)),
      };
      compareAll(step.op, evaluate(step.left, memory, 0), evaluate(step.right, memory, 1), mask.bytes);
      return mask;
    }
    case 'and':
      return evaluateAll(step.of, batch, level);
    case 'or': {
      mask.words.fill(0);
      for (const one of step.of) {
        const found = evaluateStep(one, batch, level + 1);
        for (let i = 0; found !== undefined && i < MASK_WORDS; i++) mask.words[i] |= found.words[i];
      }
      return mask;
    }
  }
}

/** Evaluates whether all of some steps hold, as evaluateStep does. */
function evaluateAll([first, ...others]: readonly Step[], batch: Batch, level: number): Mask | undefined {
  const mask = evaluateStep(first, batch, level);
  for (const other of others) {
    if (mask === undefined || mask.words.every((word) => word === 0)) return undefined;
    const also = evaluateStep(other, batch, level + 1);
    if (also === undefined) return undefined;
    for (let i = 0; i < MASK_WORDS; i++) mask.words[i] &= also.words[i];
  }
  return mask;
}

function readColumn(column: Column, { numbers, columns }: Batch, out: Float64Array): void {
  switch (column.kind) {
    case 'lookup': {
      const { card, values } = column;
      const positions = columns.position(card);
      if (values === POSITIONS) out.set(positions);
      else for (let i = 0; i < COLUMN_DEALS; i++) out[i] = values[positions[i]];
      return;
    }
    case 'deal':
      listNumbers(numbers, out);
      return;
    case 'cells':
      out.fill(Number.NaN);
      providedCells().visit(numbers, (i, cells) => {
        out[i] = cells;
      });
      return;
    default:
      column satisfies never;
  }
}

/** Writes the deals of a mask after the `count` first numbers of `kept`; returns the new count. */
function keepDeals(mask: Mask, numbers: readonly DealNumbers[], kept: Float64Array, count: number): number {
  const { words, bytes } = mask;
  const { first } = onlyRange(numbers) ?? { first: 0 }; // 0 for a list
  if (first === 0) listNumbers(numbers, listed);
  bytes.fill(0, countAll(numbers));
  for (let word = 0; word < MASK_WORDS; word++) {
    if (words[word] === 0) continue;
    // without a branch per deal, which the processor could not predict
    for (let i = 4 * word; i < 4 * word + 4; i++) {
      kept[count] = first > 0 ? first + i : listed[i];
      count += bytes[i] & 1;
    }
  }
  return count;
}
