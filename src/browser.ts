/**
 * The library for browsers and other hosts without Node: nothing behind it needs Node, which the build proves.
 * @module freecell-deals/browser
 */

import { ReadError, toFailure } from './common/errors.js';
import { checkOptions } from './common/options.js';
import type { Engine } from './engine/engine.js';
import {
  compileKernel,
  instantiate,
  KERNEL_OPTIONS,
  type Kernel,
  type KernelName,
  type KernelOptions,
} from './engine/kernel.js';
import { type FormatName, formats } from './formats/registry.js';
import { KnownCells } from './game/known-cells.js';
import { ImpossibleDeals } from './selection/impossible-deals.js';

export { findNearDeals, type NearDeal } from './board/near.js';
export { parseBoard, parseBoards, parseRow, type Reading } from './board/parse.js';
export { type ShowOptions, showDeal, showDeals } from './board/show.js';
export type { StyleName } from './board/styles.js';
export { DamageError, InputError, ReadError } from './common/errors.js';
export type { Engine } from './engine/engine.js';
export type { Kernel, KernelOptions } from './engine/kernel.js';
export { matchDeals } from './engine/matcher.js';
export type { EncoderName } from './formats/format.js';
export type { FormatName } from './formats/registry.js';
export { cardName, cardNamed, isRed } from './game/cards.js';
export { FIRST_DEAL, LAST_DEAL } from './game/constants.js';
export { dealCards, dealFreeCell } from './game/deal.js';
export { type DealNumbers, type DealRange, type Deals, parseDeals } from './game/deal-numbers.js';
export { type DealView, viewCards, viewDeal } from './game/deal-view.js';
export { findDeal, findDealsStarting } from './game/find.js';
export type { CellsBounds, KnownCells } from './game/known-cells.js';
export {
  type EncodeChunk,
  type OutputPart,
  type PlannedDeals,
  type PlannedOutput,
  planOutput,
} from './pipeline/planned-output.js';
export type { ImpossibleDeals } from './selection/impossible-deals.js';

/** The formats there are, for a list to choose from: what planOutput takes, and a name for people. */
export const FORMATS: readonly {
  /** as planOutput takes it */
  name: FormatName;
  /** for people */
  label: string;
  /** of file names, with its dot */
  extension: string;
}[] = formats;

/**
 * Each written out, as bundlers look for this very expression to take the file along. A URL is made when its file is
 * loaded: import.meta.url need not be one (Cloudflare Workers, bundles that are not ES modules).
 */
const KERNELS: Record<KernelName, () => URL> = {
  simd: () => new URL('./kernel-simd.wasm', import.meta.url),
  scalar: () => new URL('./kernel-scalar.wasm', import.meta.url),
};

/** As above. */
const impossibleDealsUrl = () => new URL('./impossible-4-freecells.bin', import.meta.url);
const knownCellsUrl = () => new URL('./known-cells.bin', import.meta.url);

/** The bytes of a file of the package; a ReadError names the URL that was tried, and says what to do. */
async function fetchBytes(
  name: string,
  locate: () => string | URL,
  alternative: string,
): Promise<Uint8Array<ArrayBuffer>> {
  let tried = name;
  try {
    const url = locate();
    tried = String(url);
    const response = await fetch(url);
    if (!response.ok) throw new Error(`the server answers ${response.status}`);
    // a host of single-page applications answers so where it has no such file
    if (response.headers.get('content-type')?.startsWith('text/html'))
      throw new Error('the server sends a page');
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    const { message } = toFailure(error);
    const remedy = `serve dist/${name} of the package beside the code, ${alternative}`;
    throw new ReadError(tried, new Error(`${message}; ${remedy}`, { cause: error }));
  }
}

/**
 * Fetches, compiles and starts a kernel, which also encodes; rejects with a ReadError where it cannot be fetched.
 * @param options as Node's; with `module`, nothing is fetched
 */
export async function loadKernel(options: KernelOptions = {}): Promise<Kernel & Engine> {
  checkOptions(options, KERNEL_OPTIONS);
  const read = (name: KernelName) => fetchBytes(`kernel-${name}.wasm`, KERNELS[name], 'or pass it as module');
  return instantiate(await compileKernel(read, options));
}

/** The bytes of a data file of the package that the caller passes, or that lie at a URL. */
async function readBytes(
  name: string,
  source: string | URL | ArrayBuffer | Uint8Array | undefined,
  defaultUrl: () => URL,
): Promise<Uint8Array> {
  if (source instanceof ArrayBuffer || source instanceof Uint8Array) return new Uint8Array(source);
  return await fetchBytes(name, () => source ?? defaultUrl(), 'or pass its bytes');
}

/**
 * Loads the list of the deals known to be impossible with four cells, 233 KB: its `has(n)` is the isImpossible of
 * Node. Rejects with a ReadError where it cannot be fetched, with a DamageError where it is cut off.
 * @param source the bytes of dist/impossible-4-freecells.bin of the package, or their URL; default: beside this file
 */
export async function loadImpossibleDeals(
  source?: string | URL | ArrayBuffer | Uint8Array,
): Promise<ImpossibleDeals> {
  return new ImpossibleDeals(await readBytes('impossible-4-freecells.bin', source, impossibleDealsUrl));
}

/**
 * Loads the fewest free cells with which deals can be won, 226 KB.
 * Rejects with a ReadError where the file cannot be fetched, with a DamageError where it is damaged.
 * @param source the bytes of dist/known-cells.bin of the package, or their URL; default: beside this file
 */
export async function loadKnownCells(source?: string | URL | ArrayBuffer | Uint8Array): Promise<KnownCells> {
  return new KnownCells(await readBytes('known-cells.bin', source, knownCellsUrl));
}
