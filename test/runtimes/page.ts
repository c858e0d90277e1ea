// A page that uses the library as a game does, and the answer that it must give under each bundler.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dealCards, dealFreeCell } from '../../src/game/deal.js';
import { knownCells } from '../../src/selection/load-known-cells.js';
import { FOLDER } from './setup.js';

const PAGE = `import {
  dealCards, dealFreeCell, findDeal, loadImpossibleDeals, loadKernel, loadKnownCells,
} from 'freecell-deals/browser';

function dealInWorker(count) {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(\`the worker fails: \${message}\`));
    worker.postMessage(count);
  });
}

export async function play() {
  const kernel = await loadKernel();
  const impossible = await loadImpossibleDeals();
  const cells = await loadKnownCells();
  return {
    rows: dealFreeCell(617),
    found: findDeal(dealCards(617)),
    cards: [...kernel.deal(617, 1)],
    impossible: [11982, 617].map((n) => impossible.has(n)),
    cells: cells.cellsNeeded(617),
    worker: await dealInWorker(100_000),
  };
}
`;

const MAIN = `import { play } from './play.js';

play().catch(({ message }) => message).then((answer) => {
  globalThis.answer = answer;
});
`;

/** It has the last of its deals checked, as the bytes of all would take a while to compare. */
const WORKER = `import { loadKernel } from 'freecell-deals/inline';

addEventListener('message', async ({ data: count }) => {
  const kernel = await loadKernel();
  const cards = kernel.deal(1, count);
  postMessage({ deals: cards.length / 52, last: [...cards.slice(-52)] });
});
`;

export const WANTED = {
  rows: dealFreeCell(617),
  found: 617,
  cards: [...dealCards(617)],
  impossible: [true, false],
  cells: knownCells().cellsNeeded(617),
  worker: { deals: 100_000, last: [...dealCards(100_000)] },
};

/** An empty folder in which the package is installed, with some files. */
export function project(name: string, files: Record<string, string>): string {
  const folder = join(FOLDER, 'projects', name);
  rmSync(folder, { recursive: true, force: true });
  for (const [path, text] of Object.entries({ 'package.json': '{ "private": true }', ...files })) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

export const PAGE_FILES = {
  'index.html': '<!doctype html><script type="module" src="./main.js"></script>',
  'main.js': MAIN,
  'play.js': PAGE,
  'worker.js': WORKER,
};
