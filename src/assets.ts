// Where the files lie that the package carries beside its code. This is the one module that uses import.meta.url: the
// bundles in dist/ and this file in src/ are equally deep, so `../dist` is right from both.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Written out, as bundlers take a folder along where an expression leaves the name open. */
const KERNELS = {
  simd: () => new URL('../dist/kernel-simd.wasm', import.meta.url),
  scalar: () => new URL('../dist/kernel-scalar.wasm', import.meta.url),
};

/** Where a file of the package lies; throws an Error if it is not there. */
function locate(path: string, url: URL): URL {
  if (existsSync(url)) return url;
  throw new Error(
    `${path} of freecell-deals is not at ${fileURLToPath(url)}; if you bundle a program, keep freecell-deals external`,
  );
}

/** The URL of the library as programs import it. */
export function locateLibrary(): string {
  return locate('dist/index.js', new URL('../dist/index.js', import.meta.url)).href;
}

/** The path of the worker thread's program. */
export function locateWorker(): string {
  return fileURLToPath(locate('dist/worker.cjs', new URL('../dist/worker.cjs', import.meta.url)));
}

/** The bytes of dist/kernel-NAME.wasm, a kernel that the build made. */
export function readKernel(name: keyof typeof KERNELS): Uint8Array<ArrayBuffer> {
  return readFileSync(locate(`dist/kernel-${name}.wasm`, KERNELS[name]()));
}

/** The packed list of the deals known to be impossible; its layout is in selection/impossible.ts. */
export function readImpossibleDeals(): Uint8Array {
  const url = new URL('../dist/impossible-4-freecells.bin', import.meta.url);
  return readFileSync(locate('dist/impossible-4-freecells.bin', url));
}
