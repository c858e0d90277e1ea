export { cardName, dealCards, dealFreeCell } from './deal.js';
export { type DealBatch, type DealsOptions, deals } from './deals.js';
export { DamageError, InputError, OutputError, ReadError } from './errors.js';
export { findDeal, findDealsStarting } from './find.js';
export type { FormatName } from './formats/format.js';
export { type Generated, type GenerateOptions, generate, type Progress } from './generate.js';
export { type Kernel, loadKernel } from './kernel.js';
export type { DealRange, Deals } from './range.js';
export { type Verified, type VerifyOptions, verify } from './verify.js';
