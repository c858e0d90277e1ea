// Boards with decorations at random. Each text has its boards' numbers, or is refused for a reason that is true.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findDealsInText } from '../../src/board/parse.js';
import { cardCharacter, SUIT_SYMBOLS } from '../../src/board/show.js';
import { InputError } from '../../src/common/errors.js';
import { cardName } from '../../src/game/cards.js';
import { COLUMNS, LAST_DEAL } from '../../src/game/constants.js';
import { dealCards } from '../../src/game/deal.js';

const RUNS = Number(process.env.RUNS ?? 300);

/** How a card is written. */
const NAMES: ((rank: string, suit: string, card: number) => string)[] = [
  (rank, suit) => rank + suit,
  (rank, suit) => suit + rank,
  (rank, suit) => (rank + suit).toLowerCase(),
  (rank, suit) => suit + rank.replace('T', '10'),
  (rank, suit) => rank + suit.toLowerCase(),
  (rank, _, card) => rank.replace('T', '10') + SUIT_SYMBOLS.charAt(card & 3),
  (rank, _, card) => rank.replace('T', '🔟') + SUIT_SYMBOLS.charAt(card & 3),
  (rank, _, card) => `${rank}&${['clubs', 'diams', 'hearts', 'spades'][card & 3]};`,
  (rank, suit) => `${suit}${{ A: 1, T: 10, J: 11, Q: 12, K: 13 }[rank] ?? rank}`,
  (_, __, card) => cardCharacter(card),
];
const BETWEEN = [' ', '  ', ', ', '\t', ' | ', '","', ';', ' / ', '-', '_'];
const LABELS: ((i: number) => string)[] = [
  () => '',
  (i) => `${i + 1} `,
  (i) => `${i + 1}. `,
  (i) => `Cascade ${i + 1}: `,
  (i) => `Pile ${i + 1}: `,
  (i) => `C${i + 1}: `,
  (i) => `R${i + 1}: `,
  (i) => `Spalte ${i + 1} - `,
  (i) => `第${i + 1}列: `,
  () => '> > ',
  () => '// ',
  () => '["',
  (i) => `<p id="${i}">`,
  () => '│ ',
];
const ENDS = ['\n', '\r\n', '\\n"\n', '"],\n', ' │\n', '<br>\n', ' \n\n', ' -- --\n', ' .. []\n', ' null\n'];
const BEFORE = [
  '',
  'Game #617\n',
  '```js\n',
  'JS\n',
  'C1 C2 C3 C4 C5 C6 C7 C8\n',
  'Foundations: A-H\nFreecells:\n',
  '{"id": 5, "cells": null, "board": [\n',
  'Hi Ann,\nas I said, can you win this with AC in the last row?\n\n',
  'Voici la donne n° 12, à jouer ce soir :\n',
  '┌──┬──┐\n',
  'a b c d  C D H S\n',
  'deal,cells,card_0\n',
];
const AFTER = [
  '',
  '```\n',
  'As ever,\nBob\n',
  '-- \n+49 30 12345\n',
  ']}\n',
  '\n\n',
  'I was stuck when the KC came.\n',
];

const board = fc.record({
  n: fc.integer({ min: 1, max: LAST_DEAL }),
  nameOf: fc.constantFrom(...NAMES),
  inColumns: fc.boolean(),
  between: fc.constantFrom(...BETWEEN),
  label: fc.constantFrom(...LABELS),
  end: fc.constantFrom(...ENDS),
  before: fc.constantFrom(...BEFORE),
  after: fc.constantFrom(...AFTER),
});

it('boards with decorations at random are found, in the order of the text', () => {
  fc.assert(
    fc.property(fc.array(board, { minLength: 1, maxLength: 3 }), (boards) => {
      const texts = boards.map(({ n, nameOf, inColumns, between, label, end, before, after }) => {
        const names = Array.from(dealCards(n), (card) =>
          nameOf(cardName(card).charAt(0), cardName(card).charAt(1), card),
        );
        const lines = Array.from({ length: inColumns ? 8 : 7 }, (_, line) =>
          names.filter((_, i) => line === (inColumns ? i % COLUMNS : Math.floor(i / COLUMNS))),
        );
        return before + lines.map((line, i) => label(i) + line.join(between) + end).join('') + after;
      });
      try {
        expect(findDealsInText(texts.join(''))).toEqual(boards.map(({ n }) => n));
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        throw new Error(`${JSON.stringify(texts.join(''))}: ${error.message}`);
      }
    }),
    { numRuns: RUNS },
  );
});
