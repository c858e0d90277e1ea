// Draws a board as an SVG that needs no other file. The suits are paths, because fonts may lack their symbols.

import { isRed } from '../game/cards.js';
import { CARDS, COLUMNS, RANKS, SUITS } from '../game/constants.js';

const WIDTH = 800;
const MARGIN = 22;
const PITCH = { x: 96, y: 40 }; // from card to card; y is the visible height of a covered card
const TOP = 50; // of the first row, below the number
const HEIGHT = TOP + 358 + MARGIN; // of six covered cards and an exposed one

/** Shared by all boards: a card, and the outline of each suit, within -10..10 in x and y. */
const SHARED = `<rect id="fc-card" width="84" height="118" rx="8" fill="#fdfdfa" stroke="#0b2a1a" \
stroke-opacity=".45"/>
<path id="fc-C" d="M-4.7-5.1a4.7 4.7 0 1 1 9.4 0a4.7 4.7 0 1 1-9.4 0zM-9.8 2.9a4.7 4.7 0 1 1 9.4 0a4.7 4.7 0 1 1-9.4 0z\
M.4 2.9a4.7 4.7 0 1 1 9.4 0a4.7 4.7 0 1 1-9.4 0zM-1.6-2h3.2L2.4 3h-4.8zM.9 1C.9 6 1.8 8.8 3.6 10\
h-7.2C-1.8 8.8-.9 6-.9 1z"/>
<path id="fc-D" d="M0-10.5C1.9-7 4.9-3 8 0 4.9 3 1.9 7 0 10.5-1.9 7-4.9 3-8 0-4.9-3-1.9-7 0-10.5z"/>
<path id="fc-H" d="M0 9.6C-2.6 5.2-9.8 1-9.8-4.6-9.8-7.9-7.5-9.8-5-9.8-2.7-9.8-.9-8.5 0-6.2.9-8.5 2.7-9.8 5-9.8\
c2.5 0 4.8 1.9 4.8 5.2C9.8 1 2.6 5.2 0 9.6z"/>
<path id="fc-S" d="M0-10C2.6-5.6 9.6-1.6 9.6 3.2c0 2.7-1.9 4.5-4.3 4.5C3.4 7.7 1.8 6.6.9 4.8 1 7.2 1.9 9.2 3.6 10h-7.2\
C-1.9 9.2-1 7.2-.9 4.8c-.9 1.8-2.5 2.9-4.4 2.9-2.4 0-4.3-1.8-4.3-4.5C-9.6-1.6-2.6-5.6 0-10z"/>
</defs>
`;

const RED = '#c8102e';
const BLACK = '#1b1b1e';
const FONT = 'font-family="Georgia,DejaVu Serif,Times New Roman,serif" font-weight="bold"';

function cardAt(card: number, i: number): string {
  const x = MARGIN + (i % COLUMNS) * PITCH.x;
  const y = TOP + Math.floor(i / COLUMNS) * PITCH.y;
  const rank = RANKS[card >> 2].replace('T', '10');
  const suit = `<use href="#fc-${SUITS[card & 3]}" transform=`;
  const corner = `<text x="22" y="28">${rank}</text>${suit}"translate(53 20)"/>`;
  const isUncovered = i + COLUMNS >= CARDS;
  const middle = isUncovered ? `${suit}"translate(42 75)scale(2.5)"/>` : '';
  const fill = isRed(card) ? RED : BLACK;
  return `<g fill="${fill}" transform="translate(${x} ${y})"><use href="#fc-card"/>${corner}${middle}</g>`;
}

/** The contents of a drawing, up to its end. */
function boardOf(n: number, cards: Uint8Array, rows: string, color: string, background = ''): string {
  return `<title>FreeCell deal ${n}</title>
<desc>
${rows}</desc>
${background}<text x="${MARGIN}" y="33" ${FONT} font-size="19" fill="${color}">#${n}</text>
<g ${FONT} font-size="24" text-anchor="middle">
${Array.from(cards, cardAt).join('\n')}
</g>
</svg>
`;
}

/**
 * Draws a board in eight columns, the exposed card of each on top. The drawing is 800 wide. It has no style sheet, and
 * its ids begin with "fc-", so that it can be put into a page as it is.
 * @param rows the board as text, the description of the drawing for screen readers
 */
export function svgOf(n: number, cards: Uint8Array, rows: string): string {
  const felt = `<defs>
<radialGradient id="fc-felt" cx=".5" cy=".35" r=".8"><stop stop-color="#2e7d4f"/>\
<stop offset="1" stop-color="#1c5a38"/></radialGradient>
${SHARED}<rect width="${WIDTH}" height="${HEIGHT}" rx="12" fill="url(#fc-felt)"/>
`;
  const size = `viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img">
${boardOf(n, cards, rows, '#dcefe2', felt)}`;
}

/** Four boards fill a sheet of paper, A4 or Letter across, with room for notes below each. */
const SHEET = { boards: 4, width: 2 * WIDTH + 40, height: 1125, millimetres: [277, 190] };

/**
 * The start of white sheets of `count` boards, one below another, which boardOnPage draws; `</svg>` ends them.
 * Without the style, browsers print upright, and cut boards where the paper ends.
 */
export function pageOf(count: number): string {
  const sheets = Math.ceil(count / SHEET.boards);
  const [width, height] = SHEET.millimetres;
  const size = `width="${width}mm" height="${sheets * height}mm"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SHEET.width} ${sheets * SHEET.height}" ${size}>
<style>@page{size:A4 landscape;margin:10mm}</style>
<defs>
${SHARED}<rect width="100%" height="100%" fill="#fff"/>
`;
}

/** Draws the i-th board of a page, from 0, without felt, which would cost ink. */
export function boardOnPage(n: number, cards: Uint8Array, rows: string, i: number): string {
  const x = (i % 2) * (SHEET.width - WIDTH);
  const y = Math.floor(((i >> 1) * SHEET.height) / 2);
  return `<svg x="${x}" y="${y}" width="${WIDTH}" height="${HEIGHT}" role="img">
${boardOf(n, cards, rows, BLACK)}`;
}
