// The exports of every entry: what needs neither files nor kernels.

export { findNearDeals, type NearDeal } from '../board/near.js';
export { findDealsInText, type ParseOptions, parseBoard, parseBoards, parseCards } from '../board/parse.js';
export { type ShowOptions, type StyleName, showDeal, showDeals } from '../board/show.js';
export type { DataSource } from '../common/data-source.js';
export { DamageError, InputError, ReadError } from '../common/errors.js';
export type { Kernel, KernelOptions } from '../engine/kernel.js';
export { type Board, type Cards, cardName, isRed, parseCard } from '../game/cards.js';
export { FIRST_DEAL, LAST_DEAL } from '../game/constants.js';
export { dealCards, dealFreeCell } from '../game/deal.js';
export { type DealRange, type Deals, parseDeals } from '../game/deal-numbers.js';
export { type DealView, viewCards, viewDeal } from '../game/deal-view.js';
export { findDeal, findDealsByFirstCards } from '../game/find.js';
export type { ImpossibleDeals } from '../game/impossible-deals.js';
export type { KnownCells } from '../game/known-cells.js';
export { type RandomDealOptions, randomWinnableDeal } from '../game/random.js';
export type { RecordFormat, Tally } from '../solver/records.js';
export type { Solution } from '../solver/solution.js';
export type { CellsVerdict, Search, SearchOptions, Solver, WinVerdict } from '../solver/solver.js';
