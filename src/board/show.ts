// Shows deals as text or as a drawing.

import { InputError } from '../common/errors.js';
import { type Check, checkOptions, FLAG } from '../common/options.js';
import { dealCards } from '../game/deal.js';
import { countAllNumbers, type Deals, parseDeals } from '../game/deal-numbers.js';
import type { KnownCells } from '../game/known-cells.js';
import { type ShowOptions, type StyleName, styleNamed } from './styles.js';

export type { ShowOptions };

/** Not instanceof: both entries of the package have the class. */
const KNOWN_CELLS: Check = {
  expected: 'what loadKnownCells returns',
  isValid: (value) => typeof (value as KnownCells | null)?.cellsBounds === 'function',
};
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
 * "Game #617", and an empty line between them.
 * Throws an InputError for wrong deals, an unknown style, and several deals in one drawing.
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
  if (count > 1 && several === 'never') {
    throw new InputError(`style '${style}' shows one deal, not ${count}; name one deal`);
  }
  const isHeaded = count > 1 && several === 'headed';
  function* boards(): Generator<string, void, void> {
    let before = '';
    for (const { first, last } of ranges) {
      for (let n = first; n <= last; n++) {
        const board = show(n, dealCards(n), options);
        yield isHeaded ? `${before}Game #${n}\n${board}` : board;
        before = '\n';
      }
    }
  }
  return boards();
}
