// Prints deals, four on a sheet or one alone, in place of the page. Each has its free cells beside its number.

import { showDeals } from 'freecell-deals/browser';
import { knownCells } from './data.js';
import { element } from './dom.js';
import { cellsText } from './facts.js';

export function printDeals(numbers: readonly number[]): void {
  // page.css has the size of the paper; the page allows no style in a drawing
  const drawing = [...showDeals(numbers.join(','), 'svg')].join('').replace(/<style>.*<\/style>/, '');
  const { documentElement } = new DOMParser().parseFromString(drawing, 'image/svg+xml');
  for (const [i, number] of documentElement.querySelectorAll('svg > text').entries())
    if (knownCells !== undefined)
      number.append(`. ${cellsText(knownCells.cellsNeeded(numbers[i] as number))}`);
  const sheets = element('sheets');
  sheets.replaceChildren(document.importNode(documentElement, true));
  addEventListener('afterprint', () => sheets.replaceChildren(), { once: true });
  print();
}
