// Finds the files in dist/ that the package needs besides its code. `../dist` is right both from this file in src/ and from
// the bundles in dist/, because both folders are equally deep. Only this module and browser.ts use import.meta.url.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Each URL is written out, because a bundler copies the whole folder if an expression computes the name. */
const KERNELS = {
  simd: () => new URL('../dist/kernel-simd.wasm', import.meta.url),
  scalar: () => new URL('../dist/kernel-scalar.wasm', import.meta.url),
};

const ADVICE = 'if you bundle a program, keep freecell-deals external (esbuild --external:freecell-deals)';

/** The URL of a file of the package. Throws an Error if the file is missing. */
function locate(path: string, url: URL): URL {
  if (existsSync(url)) return url;
  throw new Error(`${path} of freecell-deals is not at ${fileURLToPath(url)}; ${ADVICE}`);
}

/** Throws an Error if a kernel or the worker is missing, as beside a bundle. */
export function checkAssets(): void {
  // a bundle in CommonJS has no URL
  if (!import.meta.url) throw new Error(`the kernels of freecell-deals are missing; ${ADVICE}`);
  for (const [name, urlOf] of Object.entries(KERNELS)) locate(`dist/kernel-${name}.wasm`, urlOf());
  locateWorker();
}

/** The URL of the library as programs import it. */
export function locateLibrary(): string {
  return locate('dist/index.js', new URL('../dist/index.js', import.meta.url)).href;
}

/** The path of the program that worker threads run. */
export function locateWorker(): string {
  return fileURLToPath(locate('dist/worker.cjs', new URL('../dist/worker.cjs', import.meta.url)));
}

/** The bytes of dist/kernel-NAME.wasm. */
export function readKernel(name: keyof typeof KERNELS): Uint8Array<ArrayBuffer> {
  return readFileSync(locate(`dist/kernel-${name}.wasm`, KERNELS[name]()));
}

/** The packed list of the deals known to be impossible. selection/impossible-deals.ts describes its layout. */
export function readImpossibleDeals(): Uint8Array {
  const url = new URL('../dist/impossible-4-freecells.bin', import.meta.url);
  return readFileSync(locate('dist/impossible-4-freecells.bin', url));
}

/** The packed file of the fewest free cells; its layout is in game/known-cells.ts. */
export function readKnownCells(): Uint8Array {
  return readFileSync(locate('dist/known-cells.bin', new URL('../dist/known-cells.bin', import.meta.url)));
}
