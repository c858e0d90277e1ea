// Boards with decorations at random. Each text has its boards' numbers, or is refused for a reason that is true.

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { findDealsInText } from '../../src/board/parse.js';
import { cardCharacter, SUIT_SYMBOLS } from '../../src/board/show.js';
import { InputError } from '../../src/common/errors.js';
import { cardName } from '../../src/game/cards.js';
import { COLUMNS, LAST_DEAL } from '../../src/game/constants.js';
import { dealCards } from '../../src/game/deal.js';

const RUNS = Number(process.env.RUNS ?? 300);
vi.setConfig({ testTimeout: 60_000 + 50 * RUNS });

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
  (rank, suit) => `${rank}-${suit}`,
  (rank, suit) => `:${rank}${suit}:`,
  (rank, suit) => `{"suit":"${suit}","rank":"${rank}"}`,
];
const decorations: Record<'between' | 'label' | 'end' | 'before' | 'after', string[]> = JSON.parse(
  readFileSync(new URL('../golden/texts/decorations.json', import.meta.url), 'utf8'),
);

const board = fc.record({
  n: fc.integer({ min: 1, max: LAST_DEAL }),
  nameOf: fc.constantFrom(...NAMES),
  inColumns: fc.boolean(),
  between: fc.constantFrom(...decorations.between),
  label: fc.constantFrom(...decorations.label),
  end: fc.constantFrom(...decorations.end),
  before: fc.constantFrom(...decorations.before),
  after: fc.constantFrom(...decorations.after),
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
        return (
          before +
          lines.map((line, i) => label.replaceAll('{i}', `${i + 1}`) + line.join(between) + end).join('') +
          after
        );
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
