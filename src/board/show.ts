// Shows deals as text or as a drawing.

import { type Check, checkOptions, FLAG } from '../common/options.js';
import { dealCards } from '../game/deal.js';
import { countAllNumbers, type Deals, parseDeals } from '../game/deal-numbers.js';
import { KNOWN_CELLS } from '../game/known-cells.js';
import { boardInRows, type ShowOptions, type StyleName, styleNamed } from './styles.js';
import { boardOnPage, pageOf } from './svg.js';

export type { ShowOptions };

const SHOW_OPTIONS: Record<keyof ShowOptions, Check> = { color: FLAG, knownCells: KNOWN_CELLS };

/**
 * Shows a deal in a style, ended by a line feed.
 * @param n deal number, 1..8589934591; an InputError names any other value, and an unknown style
 * @param style default ascii
 */
export function showDeal(n: number, style: StyleName = 'ascii', options: ShowOptions = {}): string {
  checkOptions(options, SHOW_OPTIONS);
  return styleNamed(style).show(n, dealCards(n), options);
}

/**
 * Shows deals in a style, each when the caller asks for it. Several deals in a style without numbers have a heading each,
 * "Game #617", and an empty line between them. Several drawings are the parts of one page.
 * Throws an InputError for wrong deals and an unknown style.
 */
export function showDeals(
  deals: Deals,
  style: StyleName = 'ascii',
  options: ShowOptions = {},
): Generator<string, void, void> {
  checkOptions(options, SHOW_OPTIONS);
  const { several, show } = styleNamed(style);
  const ranges = parseDeals(deals);
  const count = countAllNumbers(ranges);
  const isPage = count > 1 && several === 'page';
  const isHeaded = count > 1 && several === 'headed';
  function* boards(): Generator<string, void, void> {
    let i = 0;
    if (isPage) yield pageOf(count);
    for (const { first, last } of ranges) {
      for (let n = first; n <= last; n++, i++) {
        const cards = dealCards(n);
        const board = isPage ? boardOnPage(n, cards, boardInRows(cards), i) : show(n, cards, options);
        yield isHeaded ? `${i > 0 ? '\n' : ''}Game #${n}\n${board}` : board;
      }
    }
    if (isPage) yield '</svg>\n';
  }
  return boards();
}
