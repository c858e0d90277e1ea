// Bars with numbers: a table of names, lengths and texts.

import { make } from './dom.js';

interface Bar {
  name: string;
  className?: string;
  length: number;
  text: string;
  /** asks for the deals of the bar */
  pick?: (() => void) | undefined;
}

/** A heading, which asks for its deals if it can. */
export function headOf(scope: string, name: string, pick?: () => void): HTMLElement {
  const head = pick && make('button', { type: 'button', className: 'pick', onclick: pick }, name);
  return make('th', { scope }, head ?? name);
}

/** Fills the body of a table with bars, of which the longest one fills the width. */
export function drawBars(body: HTMLElement, bars: readonly Bar[]): void {
  const longest = Math.max(1, ...bars.map(({ length }) => length));
  const rows = bars.map(({ name, className = '', length, text, pick }) => {
    const bar = make('div', { className: 'bar' });
    bar.style.transform = `scaleX(${length / longest})`;
    const cells = [
      make('td', { className: `bar-cell ${className}`.trim() }, bar),
      make('td', { className: 'figure' }, text),
    ];
    return make('tr', {}, headOf('row', name, pick), ...cells);
  });
  body.replaceChildren(...rows);
}
