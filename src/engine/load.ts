// Loads the kernels from the disk, in Node; browser.ts fetches them.

import { readAsset } from '../assets.js';
import { ADDRESS_REMEDY } from '../common/errors.js';
import { checkOptions } from '../common/options.js';
import { compileKernel, KERNEL_OPTIONS, type KernelOptions } from './compile.js';
import { type EncodingKernel, instantiate, type Kernel } from './kernel.js';

/**
 * Compiles a kernel of the package.
 * @internal its declaration needs the types of WebAssembly, which a program that uses the package may not have
 */
export async function compileFile(options?: KernelOptions): Promise<WebAssembly.Module> {
  // V8 may ask this thread to collect garbage, and Node 20 would wait forever if it ran no JavaScript
  const awake = setInterval(() => {}, 100);
  try {
    return await compileKernel((name) => readAsset(`kernel-${name}.wasm`), options);
  } finally {
    clearInterval(awake);
  }
}

/**
 * Starts a kernel of a compiled module. If the system has no addresses for its memory, the Error says what to do.
 * @internal as compileFile
 */
export function newKernel(module: WebAssembly.Module): EncodingKernel {
  try {
    return instantiate(module);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Error(`${error.message}; ${ADDRESS_REMEDY}`);
  }
}

/** Compiles and starts a kernel that also encodes. */
export async function startKernel(options?: KernelOptions): Promise<EncodingKernel> {
  return newKernel(await compileFile(options));
}

/** Compiles and starts a kernel; rejects with an InputError where `module` is not a kernel. */
export async function loadKernel(options: KernelOptions = {}): Promise<Kernel> {
  checkOptions(options, KERNEL_OPTIONS);
  return startKernel(options);
}
