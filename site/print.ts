// Prints several deals, four on a sheet, in place of the page.

import { showDeals } from 'freecell-deals/browser';
import { element } from './dom.js';

export function printDeals(numbers: readonly number[]): void {
  // page.css has the size of the paper; the page allows no style in a drawing
  const drawing = [...showDeals(numbers.join(','), 'svg')].join('').replace(/<style>.*<\/style>/, '');
  const { documentElement } = new DOMParser().parseFromString(drawing, 'image/svg+xml');
  const sheets = element('sheets');
  sheets.replaceChildren(document.importNode(documentElement, true));
  addEventListener('afterprint', () => sheets.replaceChildren(), { once: true });
  print();
}
