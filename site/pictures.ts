// Two pictures of the million, made from the package's data when they come into view: how many deals need how many free cells, and
// how that depends on the cards above the aces. A click on a bar or on a column asks for its deals.

import { askFor, matches } from './ask.js';
import { loadData } from './data.js';
import { element, grouped, make, messageOf, say } from './dom.js';
import { occupy } from './run.js';

/** The bars, by the cells that deals need; the last one is for all deals that need more. */
const BARS = ['no free cell', '1 free cell', '2 free cells', '3 free cells', '4 free cells', '5 or more'];
const MOST = BARS.length - 1;
/** The columns of the map: how many cards lie above the four aces together. */
const ABOVE = [0, 4, 7, 10, 13, 16, 19].map((from, i, all) => [from, (all[i + 1] ?? 25) - 1] as const);
const MAP_ROWS = [4, 3, 2, 1, 0]; // free cells, from above

const answer = element('pictures-answer');

/** Says that so many cards lie above the aces. */
function conditionOf([from, to]: readonly [number, number]): string {
  const above = ['AC', 'AD', 'AH', 'AS'].map((ace) => `(51 - pos_${ace}) // 8`);
  return `${above.join(' + ')} BETWEEN ${from} AND ${to}`;
}

/** A heading that asks for its deals. */
function headOf(scope: string, name: string, where: string): HTMLElement {
  const onclick = () => askFor(where);
  return make('th', { scope }, make('button', { type: 'button', className: 'pick', onclick }, name));
}

/** Makes both tables, without figures, which come later. */
function makeTables(): { bars: HTMLElement[][]; map: HTMLElement[][] } {
  const bars = BARS.map((name, cells) => {
    const where = `cells ${cells < MOST ? '=' : '>='} ${cells}`;
    const bar = make('div', { className: 'bar' });
    const count = make('td', { className: 'figure' }, '–');
    const cell = make('td', { className: 'bar-cell' }, bar);
    element('cells-bars').append(make('tr', {}, headOf('row', name, where), cell, count));
    return [bar, count];
  });
  const heads = ABOVE.map((range) => headOf('col', range.join('–'), conditionOf(range)));
  element('aces-head').append(make('td', {}), ...heads);
  const map = MAP_ROWS.map((cells) => {
    const row = ABOVE.map(() => make('td', {}, '–'));
    const head = make('th', { scope: 'row' }, `${cells} cell${cells === 1 ? '' : 's'}`);
    element('aces-map').append(make('tr', {}, head, ...row));
    return row;
  });
  return { bars, map };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

/** Counts the deals of each column of the map by the free cells that they need. */
async function count(): Promise<number[][]> {
  const known = await loadData();
  const counts = ABOVE.map(() => BARS.map(() => 0));
  for (const [column, range] of ABOVE.entries()) {
    for await (const { kept } of matches(conditionOf(range), [{ first: 1, last: known.last }]))
      for (const n of kept) (counts[column] as number[])[Math.min(MOST, known.cellsNeeded(n) as number)]++;
  }
  return counts;
}

/** @param counts by the column of the map, then by the free cells */
function draw(counts: number[][], { bars, map }: ReturnType<typeof makeTables>): void {
  const ofCells = BARS.map((_, cells) => sum(counts.map((of) => of[cells] as number)));
  const longest = Math.max(...ofCells);
  for (const [i, deals] of ofCells.entries()) {
    const [bar, figure] = bars[i] as [HTMLElement, HTMLElement];
    bar.style.transform = `scaleX(${deals / longest})`;
    say(figure, grouped(deals));
  }
  for (const [i, cells] of MAP_ROWS.entries()) {
    const percents = counts.map((of) => (100 * (of[cells] as number)) / sum(of));
    for (const [column, percent] of percents.entries()) {
      const cell = map[i]?.[column] as HTMLElement;
      cell.style.setProperty('--share', `${(100 * percent) / Math.max(...percents)}%`);
      say(cell, `${percent < 10 ? percent.toFixed(1) : Math.round(percent)} %`);
    }
  }
}

export function startPictures(): void {
  const tables = makeTables();
  // tries again when it comes into view again
  const observer = new IntersectionObserver(async (entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    try {
      const leave = occupy('Pictures');
      draw(await count().finally(leave), tables);
      observer.disconnect();
      say(answer, '');
    } catch (error) {
      say(answer, messageOf(error));
    }
  });
  observer.observe(element('pictures'));
}
