// The built library: its worker threads load files of dist/.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  cellsNeeded,
  dealCards,
  InputError,
  type Kernel,
  loadKernel,
  randomWinnableDeal,
} from '../dist/index.js';
import { expected, records } from './support/engines.js';
import { checkFailure } from './support/failure.js';
import { rowsIn } from './support/golden.js';

const SCALAR = readFileSync(new URL('../dist/kernel-scalar.wasm', import.meta.url));
const CARDS = expected(records.cards, 617, 2);

function cardsOf(kernel: Kernel): Buffer {
  return Buffer.from(kernel.deal(617, 2));
}

it('a list that stalls keeps no process alive', () => {
  const code = `import { countDeals, deals } from '${new URL('../dist/index.js', import.meta.url)}';
    async function* list() { yield 5; await new Promise(() => {}); }
    for await (const _ of deals({ dealsFrom: list(), threads: 1 })) break;
    await countDeals({ exclude: list(), signal: AbortSignal.timeout(100) }).catch(() => {});`;
  execFileSync(process.execPath, ['--input-type=module', '-e', code], { timeout: 20_000 });
});

describe('loadKernel', () => {
  // test/documents.test.ts deals the million in one call
  it('deals as many deals in one call as it takes at most, and then fewer', async () => {
    const kernel = await loadKernel();
    const cards = kernel.deal(8589934591 - 16_777_215, 16_777_216);
    expect([cards.length, cards.slice(-52)]).toEqual([16_777_216 * 52, dealCards(8589934591)]);
    expect(cardsOf(kernel)).toEqual(CARDS);
  });

  it('does not take a kernel that does not compile for a machine without SIMD', async () => {
    const compile = vi.spyOn(WebAssembly, 'Module').mockImplementationOnce(function fail() {
      throw new WebAssembly.CompileError('broken');
    });
    onTestFinished(() => compile.mockRestore());
    await expect(loadKernel()).rejects.toThrow('broken');
  });

  it('accepts a kernel as a module or as bytes, and refuses anything else', async () => {
    for (const module of [SCALAR, await WebAssembly.compile(SCALAR)])
      expect(cardsOf(await loadKernel({ module }))).toEqual(CARDS);
    // its memory, as `a`, is all that it exports
    const foreign = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 5, 3, 1, 0, 1, 7, 5, 1, 1, 0x61, 2, 0);
    const message = /^module is not a kernel of freecell-deals, nor its bytes: \S/;
    for (const module of [{}, new Uint8Array(9), foreign])
      await checkFailure(loadKernel({ module }), InputError, message);
    await checkFailure(loadKernel({ module: foreign }), InputError, 'nor its bytes: it does not deal');
  });

  const wrong = rowsIn<[first: number, count: number, message: string]>('wrong-calls-of-deal.txt');

  it.each(wrong)('refuses deal(%d, %d)', async (first, count, message) => {
    const kernel = await loadKernel();
    await checkFailure(() => kernel.deal(first, count), InputError, message);
  });
});

it('randomWinnableDeal takes the known cells of the package in Node, and asks for them in browsers', async () => {
  expect(await cellsNeeded(randomWinnableDeal({ cells: 4 }))).toBe(4);
  const browser = await import(new URL('../dist/browser.js', import.meta.url).href);
  const message = 'knownCells is missing; expected the result of await loadKnownCells()';
  await checkFailure(() => browser.randomWinnableDeal({ cells: 4 }), browser.InputError, message);
});
