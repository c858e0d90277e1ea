// Where the files lie that the package carries beside its code. This is the one module that uses import.meta.url: the
// bundles in dist/ and this file in src/ are equally deep, so `../dist` and `../data` are right from both.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where a file of the package lies; throws an Error if it is not there. */
function locate(path: string, url: URL): URL {
  if (existsSync(url)) return url;
  throw new Error(
    `${path} of freecell-deals is not at ${fileURLToPath(url)}; if you bundle a program, keep freecell-deals external`,
  );
}

/** The path of the worker thread's program. */
export function locateWorker(): string {
  if ('deno' in process.versions) {
    throw new Error('Deno cannot share files with worker threads; use one thread (-t 1), or Node or Bun');
  }
  return fileURLToPath(locate('dist/worker.cjs', new URL('../dist/worker.cjs', import.meta.url)));
}

/** The bytes of dist/kernel-NAME.wasm, a kernel that the build made. */
export function readKernel(name: 'simd' | 'scalar'): Uint8Array<ArrayBuffer> {
  const path = `dist/kernel-${name}.wasm`;
  return readFileSync(locate(path, new URL(`../${path}`, import.meta.url)));
}

/** The packed list of the deals known to be impossible; its layout is in selection/impossible.ts. */
export function readImpossibleDeals(): Uint8Array {
  const path = 'data/impossible-4-freecells.bin';
  return readFileSync(locate(path, new URL(`../${path}`, import.meta.url)));
}
