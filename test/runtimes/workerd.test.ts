// Runs the entry for browsers in workerd, the runtime of Cloudflare Workers. It cannot compile WebAssembly from bytes, and its
// modules have no URL.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { dealCards, dealFreeCell } from '../../src/game/deal.js';
import { FOLDER, tool } from './setup.js';

const WORKER = `import { dealCards, dealFreeCell, findDeal, loadImpossibleDeals, loadKernel } from './browser.js';
import module from './kernel-simd.wasm';
import list from './impossible-4-freecells.bin';

export default {
  async fetch() {
    const kernel = await loadKernel({ module });
    return Response.json({
      rows: dealFreeCell(617),
      number: findDeal(dealCards(11982)),
      cards: [...kernel.deal(617, 1)],
      impossible: (await loadImpossibleDeals(list)).has(11982),
      fetched: await loadKernel().catch(({ message }) => message),
    });
  },
};
`;

it('in workerd, a kernel that is a module of the worker deals cards, and findDeal finds the deal', async () => {
  const { Miniflare } = await tool('miniflare');
  const file = (name: string) => readFileSync(join(FOLDER, 'node_modules/freecell-deals/dist', name));
  const miniflare = new Miniflare({
    compatibilityDate: '2026-01-01',
    modules: [
      { type: 'ESModule', path: 'worker.js', contents: WORKER },
      { type: 'ESModule', path: 'browser.js', contents: file('browser.js') },
      { type: 'CompiledWasm', path: 'kernel-simd.wasm', contents: file('kernel-simd.wasm') },
      { type: 'Data', path: 'impossible-4-freecells.bin', contents: file('impossible-4-freecells.bin') },
    ],
  });
  onTestFinished(() => miniflare.dispose());
  const response = await miniflare.dispatchFetch('http://localhost/');
  expect(await response.json()).toEqual({
    rows: dealFreeCell(617),
    number: 11982,
    cards: [...dealCards(617)],
    impossible: true,
    fetched: expect.stringMatching(
      /^cannot read kernel-simd\.wasm: Invalid URL string\.; .*pass it as module$/,
    ),
  });
});
