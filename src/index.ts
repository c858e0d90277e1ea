export { cardName, dealCards, dealFreeCell } from './deal.js';
export { type DealBatch, type DealsOptions, deals } from './deals.js';
export { InputError, OutputError } from './errors.js';
export type { FormatName } from './formats/table.js';
export { type Generated, type GenerateOptions, generate, type Progress } from './generate.js';
export { type Kernel, loadKernel } from './kernel.js';
export type { DealRange, Deals } from './range.js';
