// npm run build:tools && node build/bench/cells.js: draws the first million deals by the fewest free cells that they need,
// docs/cells.svg. The numbers are those of the package's data.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadKnownCells } from 'freecell-deals';
import { drawBars } from './bars.js';
import { ROOT } from './results.js';

const DEALS = 1_000_000;

/** Returns how many deals of the first million need each number of cells; undefined: not known. */
export async function countCells(): Promise<Map<number | undefined, number>> {
  const known = await loadKnownCells();
  const counts = new Map<number | undefined, number>();
  for (let deal = 1; deal <= DEALS; deal++) {
    const cells = known.cellsNeeded(deal);
    counts.set(cells, (counts.get(cells) ?? 0) + 1);
  }
  return counts;
}

/** Draws the counts, from no cell on. What is not known is the last bar. */
export function drawCells(counts: Map<number | undefined, number>): string {
  const ordered = [...counts].sort(([a = 99], [b = 99]) => a - b);
  const bars = ordered.map(([cells, count]) => {
    const percent = (100 * count) / DEALS;
    return {
      label: cells === undefined ? 'not known yet' : cells === 1 ? '1 free cell' : `${cells} free cells`,
      value: count,
      shown: `${count.toLocaleString('en')} (${percent.toFixed(percent < 0.01 ? 4 : 2)} %)`,
      isOurs: cells !== undefined,
    };
  });
  const title = 'Fewest free cells that a deal needs';
  return drawBars(title, [{ title, note: 'Deals 1 to 1,000,000', bars }]);
}

if (process.argv[1]?.endsWith('cells.js')) {
  writeFileSync(join(ROOT, 'docs/cells.svg'), drawCells(await countCells()));
}
