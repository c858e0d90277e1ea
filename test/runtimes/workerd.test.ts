// Runs a Cloudflare Worker, bundled as wrangler does, in workerd, its runtime, which cannot compile WebAssembly from bytes.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { showDeal } from '../../src/board/show.js';
import { dealCards, dealFreeCell } from '../../src/game/deal.js';
import { filesIn, project } from './page.js';
import { FOLDER, tool } from './setup.js';

/** Adds to the answer of the worker what a kernel that is not compiled ahead gives. */
const ENTRY = `import { loadKernel } from 'freecell-deals/browser';
import worker from './worker.js';

export default {
  async fetch(request) {
    const answer = await (await worker.fetch(request)).json();
    return Response.json({ ...answer, compiled: await loadKernel().catch(({ message }) => message) });
  },
};
`;

it('in workerd, a kernel that is a module of the worker deals cards, and findDeal finds the deal', async () => {
  const folder = project('workerd', { ...filesIn('Cloudflare Workers'), 'entry.js': ENTRY });
  const { build } = await tool('esbuild');
  const bundled = await build({
    absWorkingDir: folder,
    entryPoints: ['entry.js'],
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
      { type: 'ESModule', path: 'entry.js', contents: bundled.outputFiles[0].text },
      { type: 'CompiledWasm', path: 'freecell-deals/kernel-simd.wasm', contents: readFileSync(kernel) },
    ],
  });
  onTestFinished(() => miniflare.dispose());
  const posted = { method: 'POST', body: showDeal(11982) };
  const response = await miniflare.dispatchFetch('http://localhost/', posted);
  expect(await response.json()).toEqual({
    row: dealFreeCell(617)[0],
    numbers: [11982],
    cards: [...dealCards(617)],
    impossible: true,
    compiled: expect.stringMatching(
      /; import 'freecell-deals\/kernel-simd\.wasm', which is compiled ahead, and pass it as module$/,
    ),
  });
});
