// The kernels from the disk, for Node; browser.ts fetches them.

import { readKernel } from '../assets.js';
import { ADDRESS_REMEDY } from '../common/errors.js';
import { checkOptions } from '../common/options.js';
import { compileKernel, KERNEL_OPTIONS, type Kernel, type KernelOptions, WasmKernel } from './kernel.js';

/**
 * Compiles a kernel that the build made.
 * @internal its declaration needs the types of WebAssembly, which a program that uses the package may not have
 */
export function compileFile(options?: KernelOptions): Promise<WebAssembly.Module> {
  return compileKernel(readKernel, options);
}

/**
 * A kernel of a compiled module; an Error says what to do where the system has no addresses for its memory.
 * @internal as compileFile
 */
export function newKernel(module: WebAssembly.Module): WasmKernel {
  try {
    return new WasmKernel(module);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Error(`${error.message}; ${ADDRESS_REMEDY}`);
  }
}

/** A kernel as what it is within the package: it also encodes. */
export async function startKernel(options?: KernelOptions): Promise<WasmKernel> {
  return newKernel(await compileFile(options));
}

/** Compiles and starts a kernel; rejects with an InputError where `module` is none. */
export async function loadKernel(options: KernelOptions = {}): Promise<Kernel> {
  checkOptions(options, KERNEL_OPTIONS);
  return startKernel(options);
}
