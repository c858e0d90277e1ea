// Loads the kernels from the disk, in Node; browser.ts fetches them.

import { readAsset } from '../assets.js';
import { ADDRESS_REMEDY, checkWebAssembly } from '../common/errors.js';
import { newSolver, type Solver } from '../solver/solver.js';
import type { Engine } from './engine.js';
import { compileKernel, instantiate, instantiateDealer, type Kernel, type KernelOptions } from './kernel.js';

/**
 * Compiles a kernel of the package, on the calling thread. That takes half a millisecond, because V8 compiles a
 * function when it is first called; and Node 20 sometimes waits forever for threads that compile.
 * @internal its declaration needs the types of WebAssembly, which a program that uses the package may not have
 */
export function compileFile(options?: KernelOptions): Promise<WebAssembly.Module> {
  const compile = async (bytes: BufferSource) => new WebAssembly.Module(bytes);
  return compileKernel((name) => readAsset(`kernel-${name}.wasm`), options, compile);
}

/**
 * Starts the SIMD kernel. If the system has no addresses for its memory, the Error says what to do.
 * @internal as compileFile
 */
export function newKernel(module: WebAssembly.Module): Kernel & Engine {
  return start(() => instantiate(module));
}

function start<T>(instantiate: () => T): T {
  try {
    return instantiate();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Error(`${error.message}; ${ADDRESS_REMEDY}`);
  }
}

/**
 * Compiles and starts the search, on the calling thread. A search is not interrupted, so a program that has to answer
 * meanwhile loads it in a worker thread.
 */
export async function loadSolver(): Promise<Solver> {
  return startSolver();
}

function startSolver(): Solver {
  checkWebAssembly();
  return start(() => newSolver(new WebAssembly.Module(readAsset('kernel-search.wasm'))));
}

let ownSolver: Solver | undefined;

/** The solver of this thread, which starts at the first call. */
export function sharedSolver(): Solver {
  ownSolver ??= startSolver();
  return ownSolver;
}

/** Compiles and starts a kernel; rejects with an InputError where `module` is not a kernel. */
export async function loadKernel(options?: KernelOptions): Promise<Kernel> {
  const module = await compileFile(options);
  return start(() => instantiateDealer(module));
}
