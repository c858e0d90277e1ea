import { cardName } from '../deal.js';
import { findDeal } from '../find.js';
import { CARDS, COLUMNS } from '../ms.js';
import { countOf } from '../range.js';
import type { Format, RecordFormat } from './format.js';

const ALL_NAMES = Array.from({ length: CARDS }, (_, card) => cardName(card));
const BOARD_BYTES = CARDS * '7D '.length; // the blank after a column's last card is its line feed

/** The 52 cards of a board in dealing order; undefined where the bytes are not those of a board. */
function cardsOf(board: Uint8Array): number[] | undefined {
  const columns = Buffer.from(board)
    .toString('latin1')
    .split('\n', COLUMNS)
    .map((line) => line.split(' '));
  const names = Array.from(
    { length: CARDS },
    (_, i) => columns[i % COLUMNS]?.[Math.floor(i / COLUMNS)] ?? '',
  );
  const cards = names.map((name) => ALL_NAMES.indexOf(name));
  return new Set(cards).size === CARDS && !cards.includes(-1) ? cards : undefined;
}

/** The board as solvers read it: eight lines, one a column, the column's first-dealt card first. */
export const boardRecord: RecordFormat = {
  encoder: 'text',
  maxBytes: BOARD_BYTES,
  bytesOf: (range) => countOf(range) * BOARD_BYTES,
  read(bytes, at) {
    const cards = cardsOf(bytes.subarray(at, at + BOARD_BYTES));
    return cards === undefined ? undefined : findDeal(cards);
  },
  start: () => 0,
  end: (bytes, at) => Math.min(bytes.length, at + BOARD_BYTES),
  fault(record) {
    if (record.length < BOARD_BYTES) return 'it is cut off';
    return cardsOf(record) === undefined ? 'it is no board' : 'it is another board';
  },
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
  record: () => boardRecord,
} satisfies Format;
