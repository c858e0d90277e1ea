// What the page does with texts, and the figures of its pictures.

import { expect, test } from 'vitest';
import { dealCards, loadKnownCells } from '../../dist/index.js';
import { say } from '../../site/dom.js';
import { ACES } from '../../site/facts.js';
import { secondsOf } from '../../site/texts.js';

test('a time has two digits, or is in whole seconds or minutes', () => {
  const times = [0, 5, 314, 9949, 10_000, 12_499, 99_999, 100_000, 149_999, 150_000];
  const texts = '0.0 s, 0.0050 s, 0.31 s, 9.9 s, 10 s, 12 s, 100 s, 2 min, 2 min, 3 min';
  expect(times.map(secondsOf).join(', ')).toBe(texts);
});

test('a text is set only if it differs', () => {
  const set: string[] = []; // each of which a screen reader reads
  const where = {
    get textContent() {
      return set.at(-1) ?? '';
    },
    set textContent(text: string) {
      set.push(text);
    },
  };
  for (const text of ['', 'one', 'one', 'two', 'one']) say(where as Element, text);
  expect(set).toEqual(['one', 'two', 'one']);
});

test('the figures of the pictures are those of the deals', async () => {
  const known = await loadKnownCells();
  const counts = ACES.map(() => Array(6).fill(0));
  for (let n = 1; n <= 1_000_000; n++) {
    const above = dealCards(n).reduce((sum, card, place) => sum + (card < 4 ? (51 - place) >> 3 : 0), 0);
    (counts[ACES.findIndex(({ to }) => above <= to)] as number[])[known.cellsNeeded(n) as number]++;
  }
  expect(ACES.map(({ deals }) => deals)).toEqual(counts);
});
