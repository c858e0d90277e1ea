// Compiles a kernel: one of the package, or one that a program passes.

import { InputError, toFailure } from '../common/errors.js';
import { FLAG } from '../common/options.js';

/** The kernel with SIMD instructions, and the one for machines without SIMD. */
export type KernelName = 'simd' | 'scalar';

/** Which kernel to load. */
export interface KernelOptions {
  /** false for the scalar kernel, which is slower. Default: true, the SIMD kernel if the machine has SIMD */
  simd?: boolean | undefined;
  /** the kernel itself, where it cannot be fetched: a WebAssembly.Module, or the bytes of the package's kernel-*.wasm */
  module?: object | undefined;
}

/** For checkOptions; compileKernel checks the module. */
export const KERNEL_OPTIONS = { simd: FLAG, module: { expected: 'a kernel', isValid: () => true } };

/**
 * Compiles a kernel: the scalar one if `simd` is false or the machine has no SIMD, otherwise the SIMD one.
 * Other threads can use the module without compiling it again.
 * @param read reads dist/kernel-NAME.wasm, from the disk in Node, by fetch in browsers
 * @internal
 */
export async function compileKernel(
  read: (name: KernelName) => BufferSource | Promise<BufferSource>,
  { simd = true, module }: KernelOptions = {},
  compile: (bytes: BufferSource) => Promise<WebAssembly.Module> = WebAssembly.compile,
): Promise<WebAssembly.Module> {
  if (module !== undefined) return compileGiven(module);
  try {
    return await compile(await read(simd ? 'simd' : 'scalar'));
  } catch (error) {
    if (simd && error instanceof WebAssembly.CompileError)
      return compileKernel(read, { simd: false }, compile);
    throw error;
  }
}

/** The module that a program passes; throws an InputError where it is not a kernel. */
async function compileGiven(given: object): Promise<WebAssembly.Module> {
  let why = 'it does not deal';
  try {
    const module =
      given instanceof WebAssembly.Module ? given : await WebAssembly.compile(given as BufferSource);
    if (WebAssembly.Module.exports(module).some(({ name }) => name === 'cards')) return module;
  } catch (error) {
    why = toFailure(error).message;
  }
  throw new InputError(`module is not a kernel of freecell-deals, nor its bytes: ${why}`);
}
