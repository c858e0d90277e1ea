// Finds the files in dist/ that the package needs besides its code. `../dist` is right both from this file in src/ and
// from the bundles in dist/, because both folders are equally deep. Only this module uses import.meta.url.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Each URL is written out, because a bundler copies the whole folder if an expression computes the name. */
const FILES = {
  'worker.cjs': () => new URL('../dist/worker.cjs', import.meta.url), // the program that worker threads run
  'kernel-simd.wasm': () => new URL('../dist/kernel-simd.wasm', import.meta.url),
  'kernel-scalar.wasm': () => new URL('../dist/kernel-scalar.wasm', import.meta.url),
  'kernel-search.wasm': () => new URL('../dist/kernel-search.wasm', import.meta.url),
  'impossible-4-freecells.bin': () => new URL('../dist/impossible-4-freecells.bin', import.meta.url),
  'known-cells.bin': () => new URL('../dist/known-cells.bin', import.meta.url),
};

const ADVICE = 'if you bundle a program, keep freecell-deals external (esbuild --external:freecell-deals)';

/** The URL of a file of the package. Throws an Error if the file is missing. */
export function locate(name: keyof typeof FILES): URL {
  const url = FILES[name]();
  if (existsSync(url)) return url;
  throw new Error(`dist/${name} of freecell-deals is not at ${fileURLToPath(url)}; ${ADVICE}`);
}

/** Throws an Error if a kernel or the worker is missing, as beside a bundle. */
export function checkAssets(): void {
  // a bundle in CommonJS has no URL
  if (!import.meta.url) throw new Error(`the kernels of freecell-deals are missing; ${ADVICE}`);
  for (const name of ['kernel-simd.wasm', 'kernel-scalar.wasm', 'kernel-search.wasm', 'worker.cjs'] as const)
    locate(name);
}

/** The bytes of a file of the package. */
export function readAsset(name: keyof typeof FILES): Uint8Array<ArrayBuffer> {
  return readFileSync(locate(name));
}
