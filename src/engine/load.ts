// The kernels from the disk, for Node; browser.ts fetches them.

import { readKernel } from '../assets.js';
import { checkOptions, FLAG } from '../common/options.js';
import { compileKernel, type Kernel, WasmKernel } from './kernel.js';

/**
 * Compiles a kernel that the build made.
 * @internal its declaration needs the types of WebAssembly, which a program that uses the package may not have
 */
export function compileFile(simd = true): Promise<WebAssembly.Module> {
  return compileKernel(readKernel, simd);
}

/** A kernel as what it is within the package: it also encodes. */
export async function startKernel(simd = true): Promise<WasmKernel> {
  return new WasmKernel(await compileFile(simd));
}

/**
 * Compiles and starts a kernel.
 * @param options.simd false for the scalar kernel, which is slower; the SIMD one is used only where there is SIMD
 */
export async function loadKernel(options: { simd?: boolean } = {}): Promise<Kernel> {
  checkOptions(options, { simd: FLAG });
  return startKernel(options.simd);
}
