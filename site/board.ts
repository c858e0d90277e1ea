// Draws a board: the drawing of `show --style svg`, with each card where a position has it. Larger ranks and suits can be
// read on a phone, whose cards have 45 pixels. During a game, cells and foundations lie above the columns.

import { cardName, dealCards, showDeal } from 'freecell-deals/browser';
import type { Position } from 'freecell-deals/internal';
import { element } from './dom.js';

const isStill = matchMedia('(prefers-reduced-motion: reduce)');
const WIDTH = 800;
const MARGIN = 22;
const PITCH = 96; // from column to column
const CARD = { width: 84, height: 118 };
const TOP = 44; // of the columns of a board
const STEP = 58; // from row to row, or less in a long column
const CELLS_TOP = 14; // of cells and foundations
const GAME_TOP = 148; // of the columns below these
const HEIGHT = 526; // of a board
const GAME_HEIGHT = 800; // ranks can be read in a column of 16 cards
const CELLS = 4; // more of them lie closer together
const GLIDE = 160; // ms

function set(element: Element | null | undefined, attributes: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(attributes)) element?.setAttribute(name, String(value));
}

function makeSvg(name: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  set(made, attributes);
  return made;
}

/** Makes the drawing: its cards by their bytes, and the group of empty cells and foundations. Any deal has all cards. */
function makeDrawing() {
  const { documentElement } = new DOMParser().parseFromString(showDeal(1, 'svg'), 'image/svg+xml');
  const svg = document.importNode(documentElement, true) as unknown as SVGSVGElement;
  const cards: SVGElement[] = [];
  svg.querySelectorAll<SVGElement>('g > g').forEach((card, i) => {
    cards[dealCards(1)[i] as number] = card;
    const [, suit, middle = card.appendChild(suit?.cloneNode() as Element)] = card.querySelectorAll('use');
    const rank = card.querySelector('text');
    const narrower = rank?.textContent === '10' && { textLength: 42, lengthAdjust: 'spacingAndGlyphs' };
    set(rank, { x: 26, y: 38, 'font-size': 46, ...narrower });
    set(suit, { transform: 'translate(63 23)scale(1.6)' });
    set(middle, { transform: 'translate(42 80)scale(2.7)' });
  });
  set(svg.querySelector('svg > text'), { y: 31, 'font-size': 30 });
  const slots = makeSvg('g', { fill: 'none', stroke: '#dcefe2', opacity: 0.5 });
  svg.querySelector('svg > g')?.before(slots);
  return { svg, cards, slots };
}

/** The text of a position for screen readers: the rows of a board, or the places of a game. */
function textOf({ columns, cells, foundations }: Position, isGame: boolean): string {
  const names = (cards: readonly (number | undefined)[]) =>
    cards.flatMap((card) => (card === undefined ? [] : cardName(card))).join(' ');
  const rows = (columns[0] ?? []).map((_, row) => names(columns.map((cards) => cards[row])));
  if (!isGame) return rows.join('\n');
  const founded = foundations.map((count, suit) => (count === 0 ? undefined : 4 * (count - 1) + suit));
  const inColumns = columns.map((cards, i) => `Column ${i + 1}: ${names(cards)}`);
  return [`Free cells: ${names(cells)}`, `Foundations: ${names(founded)}`, ...inColumns].join('\n');
}

/** Where cells, and after them the foundations, begin. */
function topX(place: number, cells: number): number {
  const step = Math.min(PITCH, (WIDTH - 2 * MARGIN - CARD.width) / (cells + 3));
  return MARGIN + Math.round(place * step);
}

/** Where each card of a position lies, in the order of painting, which is that of dealing. */
function placesOf({ columns, cells, foundations }: Position, isGame: boolean) {
  const room = GAME_HEIGHT - GAME_TOP - CELLS_TOP - CARD.height;
  const home = Math.max(CELLS, cells.length);
  const founded = foundations.flatMap((count, suit) =>
    Array.from({ length: count }, (_, rank) => {
      const x = topX(home + suit, home);
      return { card: 4 * rank + suit, row: rank - 13, x, y: CELLS_TOP, isCovered: rank < count - 1 };
    }),
  );
  const inCells = cells.flatMap((card, i) =>
    card === undefined ? [] : { card, row: -1, x: topX(i, home), y: CELLS_TOP, isCovered: false },
  );
  const inColumns = columns.flatMap((cards, column) => {
    const step = isGame ? Math.min(STEP, room / (cards.length - 1)) : STEP;
    return cards.map((card, row) => {
      const y = (isGame ? GAME_TOP : TOP) + Math.round(row * step);
      return { card, row, x: MARGIN + column * PITCH, y, isCovered: row < cards.length - 1 };
    });
  });
  return [...founded, ...inCells, ...inColumns].sort((a, b) => a.row - b.row);
}

let drawing: ReturnType<typeof makeDrawing> | undefined;

/**
 * Draws a position.
 * @param number of the deal, shown above the board; undefined during a game
 * @param moved cards that glide to their places, above all others
 */
export function drawBoard(position: Position, number?: string, moved: number[] = []): void {
  const figure = element('board');
  drawing ??= makeDrawing();
  const { svg, cards, slots } = drawing;
  const isGame = number === undefined;
  const height = isGame ? GAME_HEIGHT : HEIGHT;
  figure.classList.toggle('game', isGame);
  set(svg, { viewBox: `0 0 ${WIDTH} ${height}`, height });
  set(svg.querySelector('svg > rect'), { height });
  const texts = { title: document.title, desc: `\n${textOf(position, isGame)}\n`, text: number ?? '' };
  for (const [name, text] of Object.entries(texts))
    (svg.querySelector(`svg > ${name}`) as Element).textContent = text;
  const home = Math.max(CELLS, position.cells.length);
  const xs = [...position.cells.keys(), home, home + 1, home + 2, home + 3].map((place) => topX(place, home));
  const empty = xs.map((x) => makeSvg('rect', { x, y: CELLS_TOP, ...CARD, rx: 8 }));
  const marks = Array.from('CDHS', (suit, i) => {
    const transform = `translate(${(xs.at(i - 4) as number) + 42} ${CELLS_TOP + 59})scale(2.5)`;
    return makeSvg('use', { href: `#fc-${suit}`, transform, fill: '#dcefe2', opacity: 0.5, stroke: 'none' });
  });
  slots.replaceChildren(...(isGame ? [...empty, ...marks] : []));
  const places = placesOf(position, isGame);
  // the moved cards last, unless cells overlap
  if (home === CELLS) places.sort((a, b) => moved.indexOf(a.card) - moved.indexOf(b.card));
  for (const { card, x, y, isCovered } of places) {
    const drawn = cards[card] as SVGElement;
    const [fromX, fromY] = drawn.getAttribute('transform')?.match(/\d+/g) ?? [];
    set(drawn, { transform: `translate(${x} ${y})` });
    const middle = drawn.lastElementChild as SVGElement;
    const before = middle.getAttribute('visibility') ?? '';
    const visibility = isCovered ? 'hidden' : 'visible';
    set(middle, { visibility });
    if (moved.length === 0 || isStill.matches) continue;
    // until the moved card covers it
    if (before !== visibility) middle.animate({ visibility: [before, visibility] }, GLIDE);
    if (!moved.includes(card)) continue;
    const transform = [`translate(${fromX}px, ${fromY}px)`, `translate(${x}px, ${y}px)`];
    drawn.animate({ transform }, { duration: GLIDE, easing: 'ease-out' });
  }
  svg.querySelector('svg > g:last-of-type')?.append(...places.map(({ card }) => cards[card] as SVGElement));
  if (svg.parentElement !== figure) figure.replaceChildren(svg);
}
