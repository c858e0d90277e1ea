// Kernels and lists out of modules that hold their bytes in base64: a bundler follows an import, and has no file to find.

import { ReadError } from '../common/errors.js';
import { checkOptions } from '../common/options.js';
import { ImpossibleDeals } from '../selection/impossible-deals.js';
import { compileKernel, KERNEL_OPTIONS, type KernelName, type KernelOptions, WasmKernel } from './kernel.js';

/** Imports the module of a file. */
type Load = () => Promise<{ default: string }>;

/** What to do where a host compiles nothing at run time: Cloudflare Workers, pages whose policy forbids it. */
const COMPILE_REMEDY =
  "import 'freecell-deals/kernel-simd.wasm', which is compiled ahead, and pass it as module";

async function bytesOf(name: string, load: Load): Promise<Uint8Array<ArrayBuffer>> {
  const { default: base64 } = await load().catch((error) => {
    throw new ReadError(name, error);
  });
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** Compiles and starts one of the kernels, or the one in the options. */
export async function startKernel(
  kernels: Record<KernelName, Load>,
  options: KernelOptions = {},
): Promise<WasmKernel> {
  checkOptions(options, KERNEL_OPTIONS);
  const read = (name: KernelName) => bytesOf(`kernel-${name}.wasm`, kernels[name]);
  try {
    return new WasmKernel(await compileKernel(read, options));
  } catch (error) {
    if (!(error instanceof WebAssembly.CompileError)) throw error;
    throw new Error(`${error.message}; ${COMPILE_REMEDY}`, { cause: error });
  }
}

/** The impossible deals of a module, or of the bytes or the URL that a program gives. */
export async function readImpossibleDeals(
  load: Load,
  source?: string | URL | ArrayBuffer | Uint8Array,
): Promise<ImpossibleDeals> {
  if (source instanceof Uint8Array) return new ImpossibleDeals(source);
  if (source instanceof ArrayBuffer) return new ImpossibleDeals(new Uint8Array(source));
  const bytes = source === undefined ? bytesOf('impossible-4-freecells.bin', load) : fetchBytes(source);
  return new ImpossibleDeals(await bytes);
}

/** The bytes at a URL; a ReadError names it. */
async function fetchBytes(url: string | URL): Promise<Uint8Array> {
  try {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`the server answers ${response.status}`);
    // a host of single-page applications answers so where it has no such file
    if (response.headers.get('content-type')?.startsWith('text/html'))
      throw new Error('the server sends a page');
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    throw new ReadError(String(url), error);
  }
}
