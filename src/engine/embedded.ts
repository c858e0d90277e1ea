// Loads kernels and data files from modules that hold their bytes in base64. Bundlers follow imports, so they need no
// configuration to find a file.

import { type DataSource, readSource } from '../common/data-source.js';
import { ReadError, toFailure } from '../common/errors.js';
import { once } from '../common/once.js';
import { latin1Bytes } from '../formats/lines.js';
import { ImpossibleDeals } from '../game/impossible-deals.js';
import { KnownCells } from '../game/known-cells.js';
import { newSolver, type Solver } from '../solver/solver.js';
import type { KernelName } from './engine.js';
import { compileKernel, instantiateDealer, type Kernel, type KernelOptions } from './kernel.js';

/** Imports the module of a file, whose default export is the bytes in base64. */
export type LoadModule = () => Promise<Record<'default', string>>;

/** The modules that hold the kernels. */
export type EmbeddedKernels = Record<KernelName, LoadModule>;

/** The remedy on hosts that compile nothing at run time: Cloudflare Workers, pages whose policy forbids it. */
const COMPILE_REMEDY =
  "import 'freecell-deals/kernel-simd.wasm', which is compiled ahead, and pass it as module";

async function bytesOf(name: string, load: LoadModule): Promise<Uint8Array<ArrayBuffer>> {
  const { default: base64 } = await load().catch((error) => {
    throw new ReadError(name, error);
  });
  return latin1Bytes(atob(base64));
}

/**
 * Compiles one of the kernels, or the one in the options.
 * @internal its declaration needs the types of WebAssembly, which a program that uses the package may not have
 */
export async function compileEmbedded(kernels: EmbeddedKernels, options?: KernelOptions) {
  const read = (name: KernelName) => bytesOf(`kernel-${name}.wasm`, kernels[name]);
  try {
    return await compileKernel(read, options);
  } catch (error) {
    const { name, message } = toFailure(error);
    if (name !== 'CompileError') throw error;
    throw new Error(`${message}; ${COMPILE_REMEDY}`, { cause: error });
  }
}

/** Compiles and starts the search. */
export async function startSolver(load: LoadModule): Promise<Solver> {
  return newSolver(await WebAssembly.compile(await bytesOf('kernel-search.wasm', load)));
}

/** Compiles and starts a kernel that only deals. */
export async function startKernel(kernels: EmbeddedKernels, options?: KernelOptions): Promise<Kernel> {
  return instantiateDealer(await compileEmbedded(kernels, options));
}

/** The functions that tell known facts, out of the modules that hold the data files. */
export function factsOf(ofImpossible: LoadModule, ofCells: LoadModule) {
  const read = async (name: string, load: LoadModule, source?: DataSource): Promise<Uint8Array> =>
    source === undefined ? bytesOf(name, load) : readSource(source);
  const loadImpossibleDeals = async (source?: DataSource) =>
    new ImpossibleDeals(await read('impossible-4-freecells.bin', ofImpossible, source));
  const loadKnownCells = async (source?: DataSource, impossible?: DataSource) => {
    const both = [read('known-cells.bin', ofCells, source), loadImpossibleDeals(impossible)] as const;
    return new KnownCells(...(await Promise.all(both)));
  };
  const [impossibleDeals, knownCells] = [once(loadImpossibleDeals), once(loadKnownCells)];
  return {
    /** Loads the list of the impossible deals. */
    loadImpossibleDeals,
    /** Loads the known cells. */
    loadKnownCells,
    /** Whether a deal is in the list. */
    isImpossible: async (n: number) => (await impossibleDeals()).has(n),
    /** Returns the known cells of a deal. */
    cellsNeeded: async (n: number) => (await knownCells()).cellsNeeded(n),
  };
}
