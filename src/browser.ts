// The package's entry for browsers: nothing behind it needs Node, which the build proves.

import { ReadError } from './common/errors.js';
import { checkOptions, FLAG } from './common/options.js';
import type { Engine } from './engine/engine.js';
import { compileKernel, type Kernel, type KernelName, WasmKernel } from './engine/kernel.js';
import { formats } from './formats/registry.js';
import { ImpossibleDeals } from './selection/impossible-deals.js';

export { parseBoard, parseBoards, parseRow, type Reading } from './board/parse.js';
export { type ShowOptions, showDeal, showDeals } from './board/show.js';
export type { StyleName } from './board/styles.js';
export { DamageError, InputError, ReadError } from './common/errors.js';
export type { Engine } from './engine/engine.js';
export type { Kernel } from './engine/kernel.js';
export { matchDeals } from './engine/matcher.js';
export type { EncoderName } from './formats/format.js';
export type { FormatName } from './formats/registry.js';
export { cardName, cardNamed, isRed } from './game/cards.js';
export { FIRST_DEAL, LAST_DEAL } from './game/constants.js';
export { dealCards, dealFreeCell } from './game/deal.js';
export { type DealNumbers, type DealRange, type Deals, parseDeals } from './game/deal-numbers.js';
export { type DealView, viewCards, viewDeal } from './game/deal-view.js';
export { findDeal, findDealsStarting } from './game/find.js';
export {
  type EncodeChunk,
  type OutputPart,
  type PlannedOutput,
  planOutput,
} from './pipeline/planned-output.js';
export type { ImpossibleDeals } from './selection/impossible-deals.js';

/** The formats there are, for a list to choose from: what planOutput takes, and a name for people. */
export const FORMATS: readonly { name: string; label: string; extension: string }[] = formats;

/** Each written out, as bundlers look for this very expression to take the file along. */
const KERNELS: Record<KernelName, URL> = {
  simd: new URL('./kernel-simd.wasm', import.meta.url),
  scalar: new URL('./kernel-scalar.wasm', import.meta.url),
};

/** As above; the same place from src/ and from dist/. */
const IMPOSSIBLE_DEALS = new URL('../data/impossible-4-freecells.bin', import.meta.url);

/** The bytes behind a URL; a ReadError names it where the server has none. */
async function fetchBytes(url: string | URL, where: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`the server answers ${response.status}; ${where}`);
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    throw new ReadError(String(url), error);
  }
}

/**
 * Fetches, compiles and starts a kernel, which also encodes; rejects with a ReadError where it cannot be fetched.
 * @param options.simd false for the scalar kernel, which is slower; the SIMD one is used only where there is SIMD
 */
export async function loadKernel(options: { simd?: boolean } = {}): Promise<Kernel & Engine> {
  checkOptions(options, { simd: FLAG });
  const read = (name: KernelName) => fetchBytes(KERNELS[name], 'serve it beside browser.js');
  return new WasmKernel(await compileKernel(read, options.simd ?? true));
}

/**
 * Fetches the list of the deals known to be impossible with four cells, 233 KB: its `has(n)` is the isImpossible of
 * Node. Rejects with a ReadError where it cannot be fetched, with a DamageError where it is cut off.
 * @param url of data/impossible-4-freecells.bin; default: where it lies in the package
 */
export async function loadImpossibleDeals(url: string | URL = IMPOSSIBLE_DEALS): Promise<ImpossibleDeals> {
  return new ImpossibleDeals(await fetchBytes(url, 'serve data/impossible-4-freecells.bin of the package'));
}
