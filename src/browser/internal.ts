/**
 * The parts that the entries for browsers share, and what only this project's page uses. Changes without notice.
 * @module freecell-deals/internal
 */

import { compileEmbedded, type EmbeddedKernels } from '../engine/embedded.js';
import type { Engine } from '../engine/engine.js';
import { instantiate, type Kernel } from '../engine/kernel.js';
import { type FormatName, formats } from '../formats/registry.js';
import type { DealRange } from '../game/deal-numbers.js';
import type { KnownCells } from '../game/known-cells.js';
import { randomWinnableDeal, WINNABLE_IN_MILLION } from '../game/random.js';
import { asksForCells as asks } from '../selection/condition/may-hold.js';
import { parseCondition } from '../selection/condition/parse.js';
import { orderOf, permute } from '../selection/sample.js';

export { FilterError, OutputError } from '../common/errors.js';
export {
  type EmbeddedKernels,
  factsOf,
  type LoadModule,
  startKernel,
  startSolver,
} from '../engine/embedded.js';
export type { Engine, KernelName } from '../engine/engine.js';
export { matchDeals } from '../engine/matcher.js';
export type { EncoderName } from '../formats/format.js';
export type { FormatName } from '../formats/registry.js';
export { type DealNumbers, formatRanges } from '../game/deal-numbers.js';
export { KnownCells, provideCells } from '../game/known-cells.js';
export {
  type EncodeChunk,
  type OutputPart,
  type PlannedDeals,
  type PlannedOutput,
  planOutput,
} from '../pipeline/planned-output.js';
export { joinConditions } from '../selection/condition/parse.js';
export { isWon, type Played, type Position, playMove, startGame } from '../solver/game.js';
export * from './shared.js';

/** Whether a condition keeps deals by cells that are not known for most deals; throws an InputError for a wrong one. */
export function asksForCells(where: string): boolean {
  return asks(parseCondition(where));
}

/**
 * Adds those of the deals that a condition keeps of a range to counts by their cells, where these are known.
 * It takes no time for other deals beyond the first million.
 */
export function countCells(known: KnownCells, counts: number[], kept: Float64Array, range: DealRange): void {
  const isBeyond = range.first > known.last;
  known.visit([isBeyond ? range : kept], (_index, cells, n) => {
    if (!isBeyond || kept.includes(n)) counts[cells] = (counts[cells] ?? 0) + 1;
  });
}

/** The formats there are, for a list to choose from: what planOutput takes, and a name for people. */
export const FORMATS: readonly {
  /** as planOutput takes it */
  name: FormatName;
  /** for people */
  label: string;
  /** of file names, with its dot */
  extension: string;
  /** whether its files have the fewest free cells, which are then given to provideCells first */
  hasCells?: boolean;
}[] = formats;

/** The kernels of the package, each in a module that is imported when it is needed. */
export const KERNELS: EmbeddedKernels = {
  simd: () => import('../../dist/kernel-simd.js'),
  scalar: () => import('../../dist/kernel-scalar.js'),
};

/** Compiles and starts a kernel that also encodes. Rejects with a ReadError where its module cannot be loaded. */
export async function loadEngine(): Promise<Kernel & Engine> {
  return instantiate(await compileEmbedded(KERNELS));
}

/** The deal of the day of `show today`: the first of 1..1000000 that can be won, in the order of the day's seed. */
export function winnableDealOfDay(seed: number): number {
  const index = new Float64Array(1);
  permute(orderOf(WINNABLE_IN_MILLION, seed), 0, index);
  return randomWinnableDeal({ random: () => (index[0] + 0.5) / WINNABLE_IN_MILLION });
}
