// The kernels from the disk, for Node; browser.ts fetches them.

import { readKernel } from '../assets.js';
import { checkOptions } from '../common/options.js';
import { compileKernel, KERNEL_OPTIONS, type Kernel, type KernelOptions, WasmKernel } from './kernel.js';

/**
 * Compiles a kernel that the build made.
 * @internal its declaration needs the types of WebAssembly, which a program that uses the package may not have
 */
export function compileFile(options?: KernelOptions): Promise<WebAssembly.Module> {
  return compileKernel(readKernel, options);
}

/** A kernel as what it is within the package: it also encodes. */
export async function startKernel(options?: KernelOptions): Promise<WasmKernel> {
  return new WasmKernel(await compileFile(options));
}

/** Compiles and starts a kernel; rejects with an InputError where `module` is none. */
export async function loadKernel(options: KernelOptions = {}): Promise<Kernel> {
  checkOptions(options, KERNEL_OPTIONS);
  return startKernel(options);
}
