// Runs a Cloudflare Worker, bundled as wrangler does, in workerd, its runtime, which cannot compile WebAssembly from bytes.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { dealCards, dealFreeCell } from '../../src/game/deal.js';
import { project } from './page.js';
import { FOLDER, tool } from './setup.js';

const WORKER = `import {
  dealCards, dealFreeCell, findDeal, loadImpossibleDeals, loadKernel,
} from 'freecell-deals/browser';
import module from 'freecell-deals/kernel-simd.wasm';

export default {
  async fetch() {
    const kernel = await loadKernel({ module });
    return Response.json({
      rows: dealFreeCell(617),
      number: findDeal(dealCards(11982)),
      cards: [...kernel.deal(617, 1)],
      impossible: (await loadImpossibleDeals()).has(11982),
      compiled: await loadKernel().catch(({ message }) => message),
    });
  },
};
`;

it('in workerd, a kernel that is a module of the worker deals cards, and findDeal finds the deal', async () => {
  const folder = project('workerd', { 'worker.js': WORKER });
  const { build } = await tool('esbuild');
  const bundled = await build({
    absWorkingDir: folder,
    entryPoints: ['worker.js'],
    bundle: true,
    format: 'esm',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['freecell-deals/kernel-simd.wasm'],
    write: false,
  });
  const { Miniflare } = await tool('miniflare');
  const kernel = join(FOLDER, 'node_modules/freecell-deals/dist/kernel-simd.wasm');
  const miniflare = new Miniflare({
    compatibilityDate: '2026-01-01',
    modules: [
      { type: 'ESModule', path: 'worker.js', contents: bundled.outputFiles[0].text },
      { type: 'CompiledWasm', path: 'freecell-deals/kernel-simd.wasm', contents: readFileSync(kernel) },
    ],
  });
  onTestFinished(() => miniflare.dispose());
  const response = await miniflare.dispatchFetch('http://localhost/');
  expect(await response.json()).toEqual({
    rows: dealFreeCell(617),
    number: 11982,
    cards: [...dealCards(617)],
    impossible: true,
    compiled: expect.stringMatching(
      /; import 'freecell-deals\/kernel-simd\.wasm', which is compiled ahead, and pass it as module$/,
    ),
  });
});
