// freecell-deals info NUMBER: what is known of a deal.

import { existsSync } from 'node:fs';
import { grouped, InputError } from '../common/errors.js';
import { quote } from '../common/quote.js';
import { cardName } from '../game/cards.js';
import { COLUMNS, RANKS, REGIME_ADDENDS, REGIME_BITS, REGIME_FIRST_DEALS, SUITS } from '../game/constants.js';
import { parseDeals } from '../game/deal-numbers.js';
import { viewDeal } from '../game/deal-view.js';
import type { CellsBounds } from '../game/known-cells.js';
import { impossibleDeals, knownCells } from '../selection/facts.js';

/** All that is known of a file or a deal: for people, a name and its value a line; for programs. */
export interface Info {
  lines: [name: string, value: string][];
  json: Record<string, unknown>;
}

/** The deal number that an argument names, such as 617, #617, ms617 or Game #617, unless a file has that name. */
export function dealNumberIn(argument: string): number | undefined {
  if (existsSync(argument) || !/^(?:game ?)?(?:#|ms ?)?\d[^./\\]*$/i.test(argument)) return undefined;
  const [{ first, last }, ...others] = parseDeals(argument);
  if (first === last && others.length === 0) return first;
  throw new InputError(`info takes one deal, not ${quote(argument)}; show takes several`);
}

/** The deals of Microsoft FreeCell: of its first version, and since Windows XP. */
const FIRST_VERSION = 32_000;
const MILLION = 1_000_000; // of which all impossible deals are known
const CELLS = 4; // of the game

/** The game that has a deal, and the rule by which it is dealt. */
function gameOf(n: number): string {
  if (n <= FIRST_VERSION) return 'Microsoft FreeCell, one of the 32,000 deals of its first version';
  if (n <= MILLION) return 'Microsoft FreeCell, one of the million deals since Windows XP';
  const regime = REGIME_FIRST_DEALS.findLastIndex((first) => first <= n);
  if (regime === 0) return "beyond the million, dealt by Microsoft's rule: draws of 15 bits";
  const rule = `draws of ${REGIME_BITS[regime]} bits plus ${grouped(REGIME_ADDENDS[regime])}`;
  return `FreeCell Pro range, from 2^${Math.log2(REGIME_FIRST_DEALS[regime])}: ${rule}`;
}

/** Whether a deal can be won with four cells; undefined where that is not known. */
function isWinnable(n: number, cells: number | undefined): boolean | undefined {
  if (cells !== undefined) return cells <= CELLS;
  if (impossibleDeals().has(n)) return false;
  return n <= MILLION ? true : undefined;
}

function fewestCells({ atLeast, atMost }: Partial<CellsBounds>): string {
  if (atLeast === undefined) return 'not known';
  if (atMost === undefined) return `at least ${atLeast} cells`;
  if (atLeast < atMost) return `${atLeast} to ${atMost} cells`;
  return atLeast === 1 ? '1 cell' : `${atLeast} cells`;
}

function verdictOf(winnable: boolean | undefined): string {
  if (winnable === undefined) return 'not known; it is not among the deals known to be impossible';
  return winnable ? 'winnable' : 'known to be impossible';
}

/** Returns the known facts of a deal: its game, whether it can be won, its fewest cells, its aces and kings. */
export function dealInfo(n: number): Info {
  const cells = knownCells().cellsNeeded(n);
  const winnable = isWinnable(n, cells);
  const bounds = knownCells().cellsBounds(n) ?? (winnable === false ? { atLeast: CELLS + 1 } : {});
  const deal = viewDeal(n);
  const positionsOf = (rank: string) =>
    Array.from(SUITS, (_, suit) => {
      const card = RANKS.indexOf(rank) * SUITS.length + suit;
      return [cardName(card), deal.position(card)] as const;
    });
  const placesOf = (rank: string) =>
    positionsOf(rank)
      .map(([name, i]) => `${name} column ${(i % COLUMNS) + 1}, row ${Math.floor(i / COLUMNS) + 1}`)
      .join('; ');
  const game = gameOf(n);
  return {
    json: {
      deal: n,
      game,
      winnable: winnable ?? null,
      cells: cells ?? null,
      ...(cells === undefined && bounds),
      aces: Object.fromEntries(positionsOf('A')),
      kings: Object.fromEntries(positionsOf('K')),
    },
    lines: [
      ['deal:', String(n)],
      ['game:', game],
      ['4 cells:', verdictOf(winnable)],
      ['fewest:', fewestCells(bounds)],
      ['aces:', placesOf('A')],
      ['kings:', placesOf('K')],
      ['places:', 'columns and rows count from 1; in --json and --where, places count from 0'],
    ],
  };
}
