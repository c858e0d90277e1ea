import { cardName } from '../deal.js';
import { CARDS, COLUMNS } from '../ms.js';
import { countOf } from '../range.js';
import type { Format, RecordFormat } from './format.js';

const BOARD_BYTES = CARDS * '7D '.length; // the blank after a column's last card is its line feed

/** The board as solvers read it: eight lines, one a column, the column's first-dealt card first. */
const record: RecordFormat = {
  encoder: 'text',
  maxBytes: BOARD_BYTES,
  bytesOf: (range) => countOf(range) * BOARD_BYTES,
  encode(_, cards) {
    const columns = Array.from({ length: COLUMNS }, (_, column) =>
      Array.from(
        cards.filter((_, i) => i % COLUMNS === column),
        cardName,
      ).join(' '),
    );
    return new TextEncoder().encode(`${columns.join('\n')}\n`);
  },
};

export const text = {
  name: 'text',
  ending: '.txt',
  isBinary: false,
  header: () => new Uint8Array(0),
  record: () => record,
} as const satisfies Format;
