// The data that the page loads when it is idle: the fewest free cells of deals, and the deals that cannot be won with four.

import { type DealRange, type KnownCells, loadKnownCells, parseDeals } from 'freecell-deals/browser';
import { asksForCells, FORMATS, joinConditions, provideCells } from 'freecell-deals/internal';
import { messageOf } from './texts.js';

const LAST_KNOWN = 1_000_000; // the last of the first deals, whose cells are all known

let loading: Promise<KnownCells> | undefined;
/** the data when they are loaded */
export let knownCells: KnownCells | undefined;

async function load(): Promise<KnownCells> {
  try {
    const known = await loadKnownCells();
    provideCells(() => known);
    knownCells = known;
    return known;
  } catch (error) {
    loading = undefined; // the next call tries again
    throw new Error(
      navigator.onLine
        ? `${messageOf(error)}; reload the page, it may have a new version`
        : 'the free cells of deals are not stored in this browser yet; connect to the internet once, then try again',
    );
  }
}

/** Loads the data once. Rejects with an Error that says what to do. */
export function loadData(): Promise<KnownCells> {
  loading ??= load();
  return loading;
}

/** Whether a deal cannot be won with the four free cells of the game. */
export function isImpossible(n: number, known: KnownCells): boolean {
  return (known.cellsNeeded(n) ?? 0) > 4;
}

/** Throws an Error that says what is wrong with a condition, without the command's advice about shells. */
export function checkCondition(where: string): void {
  if (where === '') throw new Error('the field is empty; type a condition, such as cells = 0');
  try {
    joinConditions([where]);
  } catch (error) {
    const [message = ''] = messageOf(error).split(/; write it in quotes|, and the condition in double/);
    throw new Error(message.replace(/^where: /, ''));
  }
}

/** Reads deals from a field. Throws an Error that says what is wrong with them. */
export function rangesIn(field: HTMLInputElement): DealRange[] {
  if (field.value.trim() === '') throw new Error('the field is empty; type deals, such as 1..32000');
  return parseDeals(field.value);
}

/** Counts the deals of ranges. */
export function dealsOf(ranges: readonly DealRange[]): number {
  return ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
}

/**
 * The deals among which a condition can be asked: if it asks how many of the four cells a deal needs, those whose cells are all known.
 * Throws an Error if there are none.
 */
export function askable(where: string, ranges: DealRange[]): { ranges: DealRange[]; isCut: boolean } {
  if (!asksForCells(where)) return { ranges, isCut: false };
  const known = ranges.flatMap(({ first, last }) =>
    first <= LAST_KNOWN ? { first, last: Math.min(last, LAST_KNOWN) } : [],
  );
  if (known.length === 0)
    throw new Error('the free cells of these deals are not known; choose deals in 1..1000000');
  return { ranges: known, isCut: dealsOf(known) < dealsOf(ranges) };
}

/** Whether a condition names the fewest free cells. */
export function namesCells(where: string): boolean {
  return /\bcells\b/i.test(where);
}

/** Whether the files of a format have the fewest free cells: their size depends on these. */
export function hasCells(format: string): boolean {
  return FORMATS.some(({ name, hasCells }) => hasCells && name === format);
}

/** Calls a function when the page has nothing else to do. Safari cannot tell, and gets a pause. */
export function whenIdle(call: () => void): void {
  if (window.requestIdleCallback === undefined) setTimeout(call, 500);
  else requestIdleCallback(call, { timeout: 3000 });
}
