// Two pictures of the million, made from the package's data when they come into view: how many deals need how many free cells, and
// how that depends on the cards above the aces. A click on a bar or on a column asks for its deals.

import { askFor } from './ask.js';
import { drawBars, headOf, percentOf } from './bars.js';
import { loadData } from './data.js';
import { element, grouped, make, messageOf, say } from './dom.js';
import { inPortions } from './encoders.js';
import { occupy } from './run.js';

const MILLION = '1..1000000';
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

/** Makes the map without figures, which come later. Returns its cells by row. */
function makeMap(): HTMLElement[][] {
  const heads = ABOVE.map((range) =>
    headOf('col', range.join('–'), () => askFor(conditionOf(range), MILLION)),
  );
  element('aces-head').append(make('td', {}), ...heads);
  return MAP_ROWS.map((cells) => {
    const row = ABOVE.map(() => make('td', {}, '–'));
    const head = make('th', { scope: 'row' }, `${cells} cell${cells === 1 ? '' : 's'}`);
    element('aces-map').append(make('tr', {}, head, ...row));
    return row;
  });
}

function drawCells(deals: (cells: number) => number | undefined): void {
  const bars = BARS.map((name, cells) => {
    const where = `cells ${cells < MOST ? '=' : '>='} ${cells}`;
    const length = deals(cells);
    const isCounted = length !== undefined;
    const pick = isCounted ? () => askFor(where, MILLION) : undefined;
    return { name, length: length ?? 0, text: isCounted ? grouped(length) : '–', pick };
  });
  drawBars(element('cells-bars'), bars);
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

/** Counts the deals of each column of the map by the free cells that they need. */
async function count(): Promise<number[][]> {
  const { last } = await loadData();
  const counts = ABOVE.map(() => BARS.map(() => 0));
  let done = 0;
  for await (const { dealt, kept } of inPortions({ isTally: true }, [{ first: 1, last }])) {
    for (const [i, deals] of kept.entries()) {
      const column = ABOVE.findIndex(([, to]) => i >> 3 <= to);
      (counts[column] as number[])[Math.min(MOST, i & 7)] += deals;
    }
    done += dealt;
    say(answer, `Counting … ${Math.round((100 * done) / last)} %`);
  }
  return counts;
}

/** @param counts by the column of the map, then by the free cells */
function draw(counts: number[][], map: HTMLElement[][]): void {
  drawCells((cells) => sum(counts.map((of) => of[cells] as number)));
  const shares = MAP_ROWS.map((cells) => counts.map((of) => (of[cells] as number) / sum(of)));
  const most = Math.max(...shares.flat()); // one scale for the whole map
  for (const [row, ofRow] of shares.entries()) {
    for (const [column, share] of ofRow.entries()) {
      const cell = map[row]?.[column] as HTMLElement;
      cell.style.setProperty('--share', `${((100 * share) / most).toFixed(1)}%`);
      say(cell, percentOf(share));
    }
  }
}

export function startPictures(): void {
  const map = makeMap();
  drawCells(() => undefined);
  // tries again when it comes into view again
  const observer = new IntersectionObserver(async (entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    try {
      const leave = occupy('Pictures');
      say(answer, 'Counting …');
      draw(await count().finally(leave), map);
      observer.disconnect();
      say(answer, '');
    } catch (error) {
      say(answer, messageOf(error));
    }
  });
  observer.observe(element('pictures'));
}
