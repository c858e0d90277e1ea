// A page that uses the library as a game does, and the answer that it must give under each bundler.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { showDeal } from '../../src/board/show.js';
import { dealCards } from '../../src/game/deal.js';
import { FOLDER, ROOT } from './setup.js';

const DOCUMENT = readFileSync(join(ROOT, 'docs/library.md'), 'utf8');

/** The files that a section of docs/library.md shows, by the names in their first lines. */
export function filesIn(heading: string): Record<string, string> {
  const [, section = ''] = new RegExp(`^#+ ${heading}\n(.*?)(?=^#|(?![^]))`, 'ms').exec(DOCUMENT) ?? [];
  const blocks = [...section.matchAll(/^```\w+\n(?:\/\/ (\S+)\n)?(.*?)^```/gms)];
  expect(blocks.length, heading).toBeGreaterThan(0);
  return Object.fromEntries(blocks.map(([, name = 'index.html', text]) => [name, text]));
}

/** Uses the game of docs/library.md, and the last of the deals that its worker deals. */
const PLAY = `import { loadKernel } from 'freecell-deals/browser';
import { dealInWorker } from './bulk.js';
import { boardOf, dealsIn, difficulty, newGame } from './game.js';

export async function play() {
  const kernel = await loadKernel();
  const cards = await dealInWorker(100_000);
  return {
    columns: newGame(617).columns.map((column) => column.map(({ name }) => name)),
    colors: newGame(617).columns[0].map(({ color }) => color),
    found: dealsIn(boardOf(617) + boardOf(newGame().n)).length,
    cards: [...kernel.deal(617, 1)],
    known: [await difficulty(617), await difficulty(11982)],
    worker: { deals: cards.length / 52, last: [...cards.slice(-52)] },
  };
}
`;

const MAIN = `import { play } from './play.js';

play().catch(({ message }) => message).then((answer) => {
  globalThis.answer = answer;
});
`;

export const WANTED = {
  columns: showDeal(617, 'text')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' ')),
  colors: ['red', 'red', 'red', 'red', 'black', 'black', 'red'],
  found: 2,
  cards: [...dealCards(617)],
  known: [
    { cells: 4, impossible: false },
    { cells: 5, impossible: true },
  ],
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

export const PAGE_FILES: Record<string, string> = {
  'index.html': '<!doctype html><script type="module" src="./main.js"></script>',
  'main.js': MAIN,
  'play.js': PLAY,
  ...filesIn('A game in the browser'),
};
