// Prints several deals, four on a sheet, in place of the page.

import { showDeals } from 'freecell-deals/browser';
import { element } from './dom.js';

export function printDeals(numbers: readonly number[]): void {
  const drawing = [...showDeals(numbers.join(','), 'svg')].join('');
  const { documentElement } = new DOMParser().parseFromString(drawing, 'image/svg+xml');
  documentElement.querySelector('style')?.remove(); // page.css has the size of the paper
  const sheets = element('sheets');
  sheets.replaceChildren(document.importNode(documentElement, true));
  addEventListener('afterprint', () => sheets.replaceChildren(), { once: true });
  print();
}
