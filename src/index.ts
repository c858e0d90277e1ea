/// <reference lib="esnext.disposable" preserve="true" />
/**
 * The library for Node, Bun and Deno.
 * @module freecell-deals
 */

export * from './browser/shared.js';
export { FilterError, OutputError } from './common/errors.js';
export { loadKernel, loadSolver } from './engine/load.js';
export type { FormatName } from './formats/registry.js';
export type { OutputOptions } from './output/writer.js';
export { cellsNeeded, isImpossible, loadImpossibleDeals, loadKnownCells } from './selection/facts.js';
export type { DealFilter } from './selection/filter.js';
export type { DealList } from './selection/list/list.js';
export type { SampleOptions } from './selection/sample.js';
export type { Selection } from './selection/selection.js';
export type { ShardOptions } from './selection/shard.js';
export type { BadRecord } from './tasks/verify-result.js';
export { type CountOptions, type CountProgress, countDeals } from './verbs/count.js';
export { type DealBatch, type DealsOptions, deals } from './verbs/deals.js';
export * from './verbs/generate.js';
export type { RunOptions } from './verbs/options.js';
export {
  type DealVerdict,
  type SolveOptions,
  type SolveProgress,
  type SolveResult,
  solve,
  type VerdictsOptions,
  verdicts,
} from './verbs/solve.js';
export { type VerifyOptions, type VerifyProgress, type VerifyResult, verify } from './verbs/verify.js';
