// Runs the entry for browsers in Chromium, in a page that sets globalThis.answer to what it finds.

import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'vitest';
import { parseCard } from '../src/game/cards.js';
import { dealCards } from '../src/game/deal.js';
import { serve, visit } from './runtimes/visit.js';
import { temporaryFolder } from './support/command.js';
import { range } from './support/numbers.js';
import { peer } from './support/peer.js';

const PAGE = `<!doctype html><script type="module">
const errorOf = (work) => Promise.resolve().then(work).catch(({ name, message }) => ({ name, message }));
const found = await errorOf(async () => {
  const { loadImpossibleDeals, loadKernel } = await import('/browser.js');
  const alone = await import('/alone/browser.js'); // there are no kernels in its folder
  const { loadEngine, matchDeals } = await import('/internal.js');
  const inline = await import('/inline.js');
  const impossible = await loadImpossibleDeals();
  const bytes = await (await fetch('/kernel-scalar.wasm')).arrayBuffer();
  const given = [bytes, await WebAssembly.compile(bytes)].map((module) => loadKernel({ module }));
  const list = await (await fetch('/impossible-4-freecells.bin')).arrayBuffer();
  const [simd, scalar] = [await loadKernel(), await loadKernel({ simd: false })];
  const engine = await loadEngine();
  return {
    simd: [...simd.deal(617, 2)],
    scalar: [...scalar.deal(617, 2)],
    matched: [...matchDeals(engine, [{ first: 1, last: 900 }], "card_0 = '7D' AND pos_AC < 30")],
    given: (await Promise.all(given)).map((kernel) => [...kernel.deal(617, 2)]),
    impossible: [617, 11982, 8589934591].map((n) => impossible.has(n)),
    bytes: (await loadImpossibleDeals(list)).has(11982),
    page: await errorOf(() => loadImpossibleDeals('/page/')),
    unlisted: await errorOf(() => loadImpossibleDeals('/none/list.bin')),
    missing: await errorOf(() => alone.loadKernel()),
    inline: [...(await inline.loadKernel()).deal(617, 2)],
  };
});
globalThis.answer = found;
</script>`;

/** A folder with the page, and dist/. browser.js and internal.js are also in alone/, and a page is in page/. */
function folderToServe(): string {
  const folder = temporaryFolder();
  for (const name of ['alone', 'page']) mkdirSync(join(folder, name));
  for (const path of ['index.html', 'page/index.html']) writeFileSync(join(folder, path), PAGE);
  const link = (name: string, path = name) => symlinkSync(resolve('dist', name), join(folder, path));
  for (const name of readdirSync('dist').filter((name) => /\.(js|wasm|bin)$/.test(name))) link(name);
  for (const name of ['browser.js', 'internal.js']) link(name, `alone/${name}`);
  return folder;
}

peer('chromium')(
  'the kernels and the data of the entry load in Chromium, and errors say what could not be loaded',
  async () => {
    const address = await serve(folderToServe());
    const { answer } = await visit(address);
    const two = [...dealCards(617), ...dealCards(618)];
    expect(answer).toEqual({
      simd: two,
      scalar: two,
      matched: range(1, 900).filter((n) => {
        const cards = dealCards(n);
        return cards[0] === parseCard('7D') && cards.indexOf(0) < 30;
      }),
      given: [two, two],
      impossible: [false, true, false],
      bytes: true,
      inline: two,
      page: {
        name: 'ReadError',
        message: 'cannot read /page/: the server sends a page',
      },
      unlisted: {
        name: 'ReadError',
        message: 'cannot read /none/list.bin: the server answers 404',
      },
      missing: {
        name: 'ReadError',
        message: `cannot read kernel-simd.wasm: Failed to fetch dynamically imported module: ${address}alone/kernel-simd.js`,
      },
    });
  },
);
