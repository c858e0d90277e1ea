// Where the files lie that the package carries beside its code. This is the one module that uses import.meta.url: the
// bundles in dist/ and this file in src/ are equally deep, so `../dist` and `../data` are right from both.

import { readFileSync } from 'node:fs';

/** The worker thread's program. */
export const WORKER_URL = new URL('../dist/worker.cjs', import.meta.url);

/** The bytes of dist/kernel-NAME.wasm, a kernel that the build made. */
export function readKernel(name: 'simd' | 'scalar'): Uint8Array<ArrayBuffer> {
  return readFileSync(new URL(`../dist/kernel-${name}.wasm`, import.meta.url));
}

/** The packed list of the deals known to be impossible; its layout is in selection/impossible.ts. */
export function readImpossibleDeals(): Uint8Array {
  return readFileSync(new URL('../data/impossible-4-freecells.bin', import.meta.url));
}

/** The version in package.json. */
export function packageVersion(): string {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;
}
