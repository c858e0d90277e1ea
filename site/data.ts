// The data that the page loads when it is idle: the fewest free cells of deals, and the deals that cannot be won with four.

import { type KnownCells, loadKnownCells } from 'freecell-deals/browser';
import { FORMATS, joinConditions, provideCells } from 'freecell-deals/internal';
import { messageOf } from './dom.js';

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
