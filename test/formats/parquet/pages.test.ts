// Encoder, footer and verify take the sizes of pages from the same functions, so they agree where all are wrong. Here the bytes
// are read by a decoder that knows none of them.

import { expect, it } from 'vitest';
import { footer, MAGIC } from '../../../src/formats/parquet/footer.js';
import { ROW_GROUP_DEALS, rowGroupOf } from '../../../src/formats/parquet/row-group.js';
import { cardName } from '../../../src/game/cards.js';
import { CARDS } from '../../../src/game/constants.js';
import { dealCards } from '../../../src/game/deal.js';
import type { DealNumbers } from '../../../src/game/deal-numbers.js';
import { knownCells } from '../../../src/selection/facts.js';
import { engines } from '../../support/engines.js';
import { listOf, range } from '../../support/numbers.js';
import { decodeParquet } from '../../support/parquet-pages.js';

const OPEN = 32_963; // its cells are not known

/** By encoding: DELTA_BINARY_PACKED or PLAIN, with levels as one run of 1 or of 0, or packed. */
const kinds: [string, (rows: number) => DealNumbers][] = [
  ['consecutive deals whose cells are known', (rows) => ({ first: 617, last: 616 + rows })],
  ['consecutive deals whose cells are not known', (rows) => ({ first: 5e9, last: 5e9 + rows - 1 })],
  ['consecutive deals of both kinds', (rows) => ({ first: OPEN, last: OPEN + rows - 1 })],
  ['a list of both kinds', (rows) => Float64Array.from({ length: rows }, (_, i) => 1e6 + ((i * 7) % 11) - 5)],
];

const SIZES = [1, 2, 127, 128, 129, 130, 255, 256, 257, 258];
const small = kinds.flatMap(([kind, numbersOf]) => SIZES.map((rows) => ({ rows, kind, numbersOf })));
const full = kinds.slice(2).map(([kind, numbersOf]) => ({ rows: ROW_GROUP_DEALS, kind, numbersOf }));

it.each([...small, ...full])(
  'every page of $rows rows of $kind ends after its last value',
  ({ rows, numbersOf }) => {
    const numbers = [numbersOf(rows)];
    const some = rows === ROW_GROUP_DEALS ? engines.slice(-1) : engines; // the reference takes seconds for so many
    for (const { engine } of some) {
      const origin = { version: '1.2.3', selection: 'x' };
      const rowGroup = Buffer.from(engine.encode('parquet', numbers));
      const file = Buffer.concat([MAGIC, rowGroup, ...footer([rowGroupOf(numbers)], origin)]);
      const [columns] = decodeParquet(file);
      for (const [row, n] of listOf(numbers).entries()) {
        if (row > 130 && row < rows - 130) continue;
        const cards = Array.from(dealCards(n), (card) => cardName(card));
        const written = Array.from(columns, ([name, values]) => [name, values[row]]);
        const positions = range(0, CARDS).map((card) => [
          `pos_${cardName(card)}`,
          cards.indexOf(cardName(card)),
        ]);
        const names = cards.map((name, i) => [`card_${i}`, name]);
        const wanted = [['deal', n], ['cells', knownCells().cellsNeeded(n)], ...names, ...positions];
        expect(written.join(), `deal ${n}`).toBe(wanted.join());
      }
    }
  },
);
