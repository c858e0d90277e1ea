// The package's entry for browsers: nothing behind it needs Node, which the build proves.

import { ReadError } from './common/errors.js';
import { compileKernel, type Kernel, type KernelName, WasmKernel } from './engine/kernel.js';

export { parseBoard, parseBoards, parseRow, type Reading } from './board/parse.js';
export { type ShowOptions, showDeal, showDeals } from './board/show.js';
export type { StyleName } from './board/styles.js';
export { InputError, ReadError } from './common/errors.js';
export type { Kernel } from './engine/kernel.js';
export { cardName, cardNamed } from './game/cards.js';
export { FIRST_DEAL, LAST_DEAL } from './game/constants.js';
export { dealCards, dealFreeCell } from './game/deal.js';
export { type DealRange, type Deals, parseDeals } from './game/deal-numbers.js';
export { type DealView, viewCards, viewDeal } from './game/deal-view.js';
export { findDeal, findDealsStarting } from './game/find.js';

/** Each written out, as bundlers look for this very expression to take the file along. */
const KERNELS: Record<KernelName, URL> = {
  simd: new URL('./kernel-simd.wasm', import.meta.url),
  scalar: new URL('./kernel-scalar.wasm', import.meta.url),
};

async function fetchKernel(name: KernelName): Promise<ArrayBuffer> {
  const url = KERNELS[name];
  try {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`the server answers ${response.status}; serve it beside browser.js`);
    return await response.arrayBuffer();
  } catch (error) {
    throw new ReadError(url.href, error);
  }
}

/**
 * Fetches, compiles and starts a kernel; rejects with a ReadError where it cannot be fetched.
 * @param options.simd false for the scalar kernel, which is slower; the SIMD one is used only where there is SIMD
 */
export async function loadKernel({ simd = true }: { simd?: boolean } = {}): Promise<Kernel> {
  return new WasmKernel(await compileKernel(fetchKernel, simd));
}
