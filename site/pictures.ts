// Two pictures of the million: how many deals need how many free cells, and how that depends on the cards above the aces.
// A click on a bar or on a column asks for its deals.

import { askFor } from './ask.js';
import { drawBars, headOf } from './bars.js';
import { element, make } from './dom.js';
import { ACES, conditionOf, freeCells, MILLION } from './facts.js';
import { grouped, percentOf } from './texts.js';

const MOST = 5; // free cells

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

function drawCells(): void {
  const bars = Array.from({ length: MOST + 1 }, (_, cells) => {
    const length = sum(ACES.map(({ deals }) => deals[cells] as number));
    const pick = () => askFor(`cells ${cells < MOST ? '=' : '>='} ${cells}`, MILLION);
    return { name: cells < MOST ? freeCells(cells) : '5 or more', length, text: grouped(length), pick };
  });
  drawBars(element('cells-bars'), bars);
}

function drawMap(): void {
  const heads = ACES.map((column) =>
    headOf('col', `${column.from}–${column.to}`, () => askFor(conditionOf(column), MILLION)),
  );
  element('aces-head').append(make('td'), ...heads);
  const shares = ACES.map(({ deals }) => deals.map((count) => count / sum(deals)));
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
