/// <reference lib="esnext.disposable" preserve="true" />
/**
 * The library for Node, Bun and Deno.
 * @module freecell-deals
 */

export { findNearDeals, type NearDeal } from './board/near.js';
export { parseBoard, parseBoards, parseCards, type Reading } from './board/parse.js';
export { type ShowOptions, showDeal, showDeals } from './board/show.js';
export type { StyleName } from './board/styles.js';
export type { BadRecord } from './check/block-report.js';
export { DamageError, FilterError, InputError, OutputError, ReadError } from './common/errors.js';
export type { KernelOptions } from './engine/compile.js';
export type { Kernel } from './engine/kernel.js';
export { loadKernel } from './engine/load.js';
export type { RecordLayout } from './formats/binary.js';
export type { FormatName } from './formats/registry.js';
export type { Board, Cards } from './game/board-cards.js';
export { cardName, cardNamed } from './game/cards.js';
export { FIRST_DEAL, LAST_DEAL } from './game/constants.js';
export { dealCards, dealFreeCell } from './game/deal.js';
export type { DealBatch } from './game/deal-batch.js';
export { type DealRange, type Deals, parseDeals } from './game/deal-numbers.js';
export { type DealView, viewCards, viewDeal } from './game/deal-view.js';
export { findDeal, findDealsByFirstCards } from './game/find.js';
export type { CellsBounds, KnownCells } from './game/known-cells.js';
export { type DealFile, openDeals } from './reader/deal-file.js';
export type { Filter } from './selection/filter.js';
export { isImpossible, loadImpossibleDeals } from './selection/impossible.js';
export type { ImpossibleDeals } from './selection/impossible-deals.js';
export type { List } from './selection/list/list.js';
export { cellsNeeded, loadKnownCells } from './selection/load-known-cells.js';
export type { Sample } from './selection/sample.js';
export type { Selection } from './selection/selection.js';
export type { Shard } from './selection/shard.js';
export { type CountOptions, type CountProgress, countDeals } from './verbs/count.js';
export { type DealsOptions, deals } from './verbs/deals.js';
export { type Generated, type GenerateOptions, generate } from './verbs/generate.js';
export { type Merged, type MergeOptions, merge } from './verbs/merge.js';
export type { Progress } from './verbs/run.js';
export { type Verified, type VerifyOptions, type VerifyProgress, verify } from './verbs/verify.js';
