// Two pictures of the million: how many deals need how many free cells, and how that depends on the cards above the aces. A click on
// a bar or on a column asks for its deals.

import { askFor } from './ask.js';
import { drawBars, headOf, percentOf } from './bars.js';
import { element, grouped, make } from './dom.js';
import { freeCells } from './facts.js';

/** Deals by the cards that lie above their four aces together, and by the free cells that they need: 0 to 4, 5. A test counts them. */
export const COLUMNS = [
  { from: 0, to: 3, deals: [187, 6212, 8822, 1182, 7, 0] },
  { from: 4, to: 6, deals: [498, 27618, 54017, 10301, 121, 0] },
  { from: 7, to: 9, deals: [718, 54753, 140154, 34859, 698, 0] },
  { from: 10, to: 12, deals: [497, 56781, 188167, 60133, 1706, 1] },
  { from: 13, to: 15, deals: [214, 33308, 141695, 56948, 2084, 2] },
  { from: 16, to: 18, deals: [55, 10951, 57265, 28452, 1387, 2] },
  { from: 19, to: 24, deals: [5, 1798, 11218, 6793, 388, 3] },
];
const MOST = 5; // free cells
const MILLION = '1..1000000';

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

/** Says how many cards lie above the aces. */
export function conditionOf({ from, to }: { from: number; to: number }): string {
  const above = ['AC', 'AD', 'AH', 'AS'].map((ace) => `(51 - pos_${ace}) // 8`);
  return `${above.join(' + ')} BETWEEN ${from} AND ${to}`;
}

function drawCells(): void {
  const bars = Array.from({ length: MOST + 1 }, (_, cells) => {
    const length = sum(COLUMNS.map(({ deals }) => deals[cells] as number));
    const pick = () => askFor(`cells ${cells < MOST ? '=' : '>='} ${cells}`, MILLION);
    return { name: cells < MOST ? freeCells(cells) : '5 or more', length, text: grouped(length), pick };
  });
  drawBars(element('cells-bars'), bars);
}

function drawMap(): void {
  const heads = COLUMNS.map((column) =>
    headOf('col', `${column.from}–${column.to}`, () => askFor(conditionOf(column), MILLION)),
  );
  element('aces-head').append(make('td'), ...heads);
  const shares = COLUMNS.map(({ deals }) => deals.map((count) => count / sum(deals)));
  const most = Math.max(...shares.flat()); // one scale for the whole map
  for (const cells of [4, 3, 2, 1, 0]) {
    const row = shares.map((column) => {
      const share = column[cells] as number;
      const cell = make('td', {}, percentOf(share));
      cell.style.setProperty('--share', `${((100 * share) / most).toFixed(1)}%`);
      return cell;
    });
    const head = make('th', { scope: 'row' }, `${cells} cell${cells === 1 ? '' : 's'}`);
    element('aces-map').append(make('tr', {}, head, ...row));
  }
}

export function startPictures(): void {
  drawCells();
  drawMap();
}
