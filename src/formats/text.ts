import { cardName, cardNamed } from '../game/cards.js';
import { CARDS, COLUMNS } from '../game/constants.js';
import { countNumbers } from '../game/deal-numbers.js';
import type { Format, RecordType } from './format.js';
import { layOutRecords } from './records.js';

const BOARD_BYTES = CARDS * '7D '.length; // the blank after a column's last card is its line feed

function cardsOf(board: Uint8Array): number[] {
  const columns = String.fromCharCode(...board)
    .split('\n', COLUMNS)
    .map((line) => line.split(' '));
  return Array.from({ length: CARDS }, (_, i) =>
    cardNamed(columns[i % COLUMNS]?.[Math.floor(i / COLUMNS)] ?? ''),
  );
}

/** The board as solvers read it: eight lines, one a column, the column's first-dealt card first. */
export const boardRecord: RecordType = {
  encoder: 'text',
  maxBytes: BOARD_BYTES,
  bytesOf: (numbers) => countNumbers(numbers) * BOARD_BYTES,
  number: () => undefined,
  cards: (bytes, offset) => cardsOf(bytes.subarray(offset, offset + BOARD_BYTES)),
  start: () => 0,
  end: (bytes, offset) => Math.min(bytes.length, offset + BOARD_BYTES),
  fault(record) {
    if (record.length < BOARD_BYTES) return 'it is cut off';
    return cardsOf(record).includes(-1) ? 'it is not a board' : 'it is another board';
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
  extension: '.txt',
  isBinary: false,
  layout: () => layOutRecords(boardRecord),
} satisfies Format;
