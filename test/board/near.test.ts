// Boards with one mistake: each is corrected to the board of its deal, and the change that is named is the one made.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { correctionsOf, findNearDeals } from '../../src/board/near.js';
import { showDeal } from '../../src/board/show.js';
import { InputError } from '../../src/common/errors.js';
import { cardName, parseCard } from '../../src/game/cards.js';
import { CARDS, COLUMNS, LAST_DEAL } from '../../src/game/constants.js';
import { dealCards } from '../../src/game/deal.js';

const NUMBER = 24601;
const AC_FIRST = 36; // a deal whose first card is byte 0
const ROWS = showDeal(NUMBER);

/** The cards in the order of a text. */
function cardsIn(text: string): number[] {
  return (text.match(/\w+/g) ?? []).map((name) => parseCard(name) as number);
}

/** The changes by which a text becomes the board of a deal. */
function changesTo(n: number, text: string): string[] {
  const expected = dealCards(n);
  const corrections = [...correctionsOf(cardsIn(text))];
  return corrections
    .filter(({ cards }) => expected.every((card, i) => card === cards[i]))
    .map(({ change }) => change);
}

/** Names the change that corrects a board of deal n, with a mistake at the places i and j. */
type Change = (typed: { n: number; names: string[]; i: number; j: number; which: string }) => string;

describe('a correction for each mistake', () => {
  const linesOf = (n: number) => showDeal(n, 'text').trimEnd().split('\n'); // a column each
  const number = fc.integer({ min: 1, max: LAST_DEAL });

  it('two columns exchanged, as lines and as columns of rows', () => {
    for (let a = 0; a < COLUMNS; a++) {
      for (let b = a + 1; b < COLUMNS; b++) {
        const [n = 0] = fc.sample(number, 1);
        const exchange = <T>(all: readonly T[]) => all.with(a, all[b] as T).with(b, all[a] as T);
        const lines = exchange(linesOf(n));
        const columns = lines.map((line) => line.replace(': ', '').split(' '));
        const rows = Array.from({ length: 7 }, (_, row) =>
          columns.flatMap((column) => column[row] ?? []).join(' '),
        );
        const text = ((a + b) % 2 ? lines : rows).join('\n'); // a correction enumerates thousands of boards
        expect(changesTo(n, text), text).toContain(`columns ${a + 1} and ${b + 1} exchanged`);
      }
    }
  });

  it('two rows exchanged, also with the last one, which is shorter', () => {
    for (let b = 1; b < 7; b++) {
      for (let a = 0; a < b; a++) {
        const [n = 0] = fc.sample(number, 1);
        const rows = showDeal(n).trimEnd().split('\n');
        const text = rows.with(a, rows[b] as string).with(b, rows[a] as string);
        expect(changesTo(n, text.join('\n'))).toEqual([`rows ${a + 1} and ${b + 1} exchanged`]);
      }
    }
  });

  it('the last card first', () => {
    const [n = 0] = fc.sample(number, 1);
    for (const style of ['ascii', 'text'] as const)
      expect(changesTo(n, showDeal(n, style).trim().split(/\s/).reverse().join(' '))).toEqual(['backwards']);
  });

  // the names of a board, row by row or column by column
  const board = fc.record({ n: number, by: fc.constantFrom('ascii', 'text') }).map(({ n, by }) => ({
    n,
    names: showDeal(n, by).replaceAll(':', '').trim().split(/\s+/),
  }));
  const index = fc.integer({ min: 0, max: CARDS - 1 });

  /** Where a card lies in a deal. */
  function placeOf(name: string, n: number): string {
    const i = showDeal(n).trim().split(/\s+/).indexOf(name);
    return `column ${(i % COLUMNS) + 1}, row ${Math.floor(i / COLUMNS) + 1}`;
  }

  it.each<[what: string, type: (names: string[], i: number, j: number) => string[], change: Change]>([
    [
      'two cards exchanged',
      (names, i, j) => names.with(i, names[j] as string).with(j, names[i] as string),
      ({ names, i, j }) => `${names[Math.min(i, j)]} and ${names[Math.max(i, j)]} exchanged`,
    ],
    [
      'one card typed for another, which is missing',
      (names, i, j) => names.with(i, names[j] as string),
      ({ names, i, j, which }) => `${names[i]} in place of the ${which} ${names[j]}`,
    ],
    [
      'one card typed twice, and none is missing',
      (names, i, j) => names.toSpliced(i, 0, names[j] as string),
      ({ names, j, which }) => `the ${which} ${names[j]} left out`,
    ],
    [
      'one card missing',
      (names, i) => names.toSpliced(i, 1),
      ({ n, names, i }) => `${names[i]} added in ${placeOf(names[i] as string, n)}`,
    ],
  ])('%s', (_, type, change) => {
    fc.assert(
      fc.property(board, index, index, ({ n, names }, i, j) => {
        fc.pre(i !== j);
        const which = i < j ? 'first' : 'second';
        const changes = changesTo(n, type(names, i, j).join(' '));
        // of two equal cards side by side, either may be left out
        expect(changes.slice(i === j + 1 ? -1 : 0)).toEqual([change({ n, names, i, j, which })]);
      }),
      { numRuns: 30, examples: [[{ n: NUMBER, names: ROWS.trim().split(/\s/) }, CARDS - 1, 0]] },
    );
  });

  it.each([
    ['50 cards', (names: string[]) => names.slice(2)],
    ['two cards typed twice, two missing', (names: string[]) => [...names.slice(2), ...names.slice(4, 6)]],
    ['51 cards with one twice', (names: string[]) => [...names.slice(2), names[5]]],
    ['a card three times', (names: string[]) => [...names, names[0], names[0]]],
  ])('none for more than one mistake: %s', (_, change) => {
    const text = change(ROWS.trim().split(/\s/)).join(' ');
    expect([...correctionsOf(cardsIn(text))]).toEqual([]);
  });
});

describe('findNearDeals', () => {
  it('finds a deal whose first card is typed once more later on: the 52 names after it are a board that no deal has', () => {
    for (const [i, deal] of [NUMBER, AC_FIRST, NUMBER, NUMBER].entries()) {
      const names = showDeal(deal).trim().split(/\s/);
      const [first = ''] = names;
      const found = findNearDeals(names.toSpliced([2, 30, 51, 52][i] as number, 0, first).join(' '));
      expect(found).toContainEqual({ deal, change: `the second ${first} left out` });
    }
  });

  it('finds a deal, two of whose cards are exchanged, after a card that a text names before the board', () => {
    const names = ROWS.trim().split(/\s/) as [string, ...string[]];
    const text = [names[20], ...names.with(0, names[9] as string).with(9, names[0])].join(' ');
    expect(findNearDeals(text)).toEqual([{ deal: NUMBER, change: `${names[0]} and ${names[9]} exchanged` }]);
  });

  it('takes a board as findDeal does', () => {
    const cards = dealCards(NUMBER);
    const change = `${cardName(cards[5])} and ${cardName(cards[40])} exchanged`;
    const exchanged = cards.with(5, cards[40]).with(40, cards[5]);
    for (const board of [exchanged, Array.from(exchanged, cardName)])
      expect(findNearDeals(board)).toEqual([{ deal: NUMBER, change }]);
    expect(findNearDeals(cards.subarray(1))).toMatchObject([{ deal: NUMBER }]);
    expect(() => findNearDeals(cards.subarray(9))).toThrow('the board has 43 cards; expected 52');
    expect(() => findNearDeals([99])).toThrow('99 is not a valid card');
  });

  it('finds none where two mistakes were made, and throws where the text is not a board either', () => {
    const two = ROWS.trim().split(/\s/);
    const text = two.with(0, two[9]).with(9, two[0]).with(20, two[31]).with(31, two[20]).join(' ');
    expect(findNearDeals(text)).toEqual([]);
    for (const wrong of [two.slice(2).join(' '), ROWS + ROWS, 'hello', 5 as never])
      expect(() => findNearDeals(wrong)).toThrow(InputError);
  });
});
