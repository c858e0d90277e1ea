/// <reference lib="esnext.disposable" preserve="true" />
/**
 * The library for Node, Bun and Deno.
 * @module freecell-deals
 */

export { findDealsInText } from './board/find.js';
export { findNearDeals, type NearDeal } from './board/near.js';
export { type ParseOptions, parseBoard, parseBoards, parseCards } from './board/parse.js';
export { type ShowOptions, showDeal, showDeals } from './board/show.js';
export type { StyleName } from './board/styles.js';
export type { BadRecord } from './check/block-report.js';
export type { DataSource } from './common/data-source.js';
export { DamageError, FilterError, InputError, OutputError, ReadError } from './common/errors.js';
export type { Kernel, KernelOptions } from './engine/kernel.js';
export { loadKernel } from './engine/load.js';
export type { RecordLayout } from './formats/binary.js';
export type { FormatName } from './formats/registry.js';
export type { Board, Cards } from './game/board-cards.js';
export { cardName, isRed, parseCard } from './game/cards.js';
export { FIRST_DEAL, LAST_DEAL } from './game/constants.js';
export { dealCards, dealFreeCell } from './game/deal.js';
export type { DealBatch } from './game/deal-batch.js';
export { type DealRange, type Deals, parseDeals } from './game/deal-numbers.js';
export { type DealView, viewCards, viewDeal } from './game/deal-view.js';
export { findDeal, findDealsByFirstCards } from './game/find.js';
export type { CellsBounds, KnownCells } from './game/known-cells.js';
export { type DealFile, openDeals } from './reader/deal-file.js';
export type { DealFilter } from './selection/filter.js';
export { isImpossible, loadImpossibleDeals } from './selection/impossible.js';
export type { ImpossibleDeals } from './selection/impossible-deals.js';
export type { DealList } from './selection/list/list.js';
export { cellsNeeded, loadKnownCells } from './selection/load-known-cells.js';
export type { SampleOptions } from './selection/sample.js';
export type { Selection } from './selection/selection.js';
export type { ShardOptions } from './selection/shard.js';
export { type CountOptions, type CountProgress, countDeals } from './verbs/count.js';
export { type DealsOptions, deals } from './verbs/deals.js';
export { type GenerateOptions, type GenerateResult, generate } from './verbs/generate.js';
export { type MergeOptions, type MergeProgress, type MergeResult, merge } from './verbs/merge.js';
export type { GenerateProgress } from './verbs/run.js';
export { type VerifyOptions, type VerifyProgress, type VerifyResult, verify } from './verbs/verify.js';
