// Draws the board as `show --style svg` does. On a narrow screen, it changes the layout: the eight columns remain, but ranks and
// suits are larger and columns longer, so that cards of 45 pixels can be read.

import { showDeal } from 'freecell-deals/browser';

/** The same query as in page.css, which reserves the space. */
const narrow = matchMedia('(max-width: 40rem)');

/** The narrow layout; a card is 84 wide, columns are 96 apart. */
const NARROW = {
  top: 44, // of the first row
  rowPitch: 58,
  height: 44 + 6 * 58 + 118 + 16,
  rank: { x: 26, y: 41, size: 46, tenWidth: 42 },
  suit: 'translate(63 26)scale(1.6)',
  middle: 'translate(42 80)scale(2.7)',
  number: { y: 31, size: 30 },
};

function set(element: Element | null | undefined, attributes: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(attributes)) element?.setAttribute(name, String(value));
}

function layOutNarrow(svg: SVGSVGElement): void {
  const [, , width] = (svg.getAttribute('viewBox') as string).split(' ');
  const { top, rowPitch, height, rank, suit, middle, number } = NARROW;
  set(svg, { viewBox: `0 0 ${width} ${height}`, height });
  set(svg.querySelector('svg > rect'), { height });
  set(svg.querySelector('svg > text'), { y: number.y, 'font-size': number.size });
  svg.querySelectorAll('g > g').forEach((card, i) => {
    const y = top + Math.floor(i / 8) * rowPitch;
    set(card, { transform: card.getAttribute('transform')?.replace(/\d+\)$/, `${y})`) as string });
    const text = card.querySelector('text');
    set(text, { x: rank.x, y: rank.y, 'font-size': rank.size });
    if (text?.textContent === '10')
      set(text, { textLength: rank.tenWidth, lengthAdjust: 'spacingAndGlyphs' });
    const [, small, large] = card.querySelectorAll('use');
    set(small, { transform: suit });
    set(large, { transform: middle });
  });
}

/** Draws a deal into the figure, replacing the previous one. */
export function drawBoard(figure: HTMLElement, n: number): void {
  const { documentElement } = new DOMParser().parseFromString(showDeal(n, 'svg'), 'image/svg+xml');
  const svg = document.importNode(documentElement, true) as unknown as SVGSVGElement;
  if (narrow.matches) layOutNarrow(svg);
  figure.replaceChildren(svg);
}

/** Calls a function when the screen becomes narrow or wide, which the board does not notice. */
export function whenResized(call: () => void): void {
  narrow.addEventListener('change', call);
}
