// Text for solvers: the board of each deal in columns.

import { cardName, isCard, isDeck, parseCard } from '../game/cards.js';
import { CARDS, COLUMNS } from '../game/constants.js';
import { countNumbers } from '../game/deal-numbers.js';
import type { Format, RecordType } from './format.js';
import { foreignText, latin1, textStart } from './lines.js';
import { textRecords } from './records.js';

const BOARD_BYTES = CARDS * '7D '.length; // a line feed takes the place of the blank after a column's last card
/** The places in dealing order, column by column. */
export const BY_COLUMN = Array.from({ length: CARDS }, (_, i) => i).sort(
  (a, b) => (a % COLUMNS) - (b % COLUMNS),
);

/** Returns the cards of the board at `offset` in dealing order; undefined if the text is not a board. */
function cardsOf(bytes: Uint8Array, offset: number): Uint8Array | undefined {
  const board = latin1(bytes, offset, BOARD_BYTES);
  const cards = new Uint8Array(CARDS);
  // CARDS is no card
  for (const [at, i] of BY_COLUMN.entries()) cards[i] = parseCard(board.slice(3 * at, 3 * at + 2)) ?? CARDS;
  return cards.every(isCard) && boardInColumns(cards) === board ? cards : undefined;
}

export function boardInColumns(cards: Uint8Array): string {
  return BY_COLUMN.map((i) => cardName(cards[i]) + (i + COLUMNS < CARDS ? ' ' : '\n')).join('');
}

/** The board as solvers read it: a line per column, with the card that was dealt first at its start. */
export const boardRecord: RecordType = {
  encoder: 'text',
  isLine: false,
  maxBytes: BOARD_BYTES,
  bytesOf: (numbers) => countNumbers(numbers) * BOARD_BYTES,
  cards: cardsOf,
  fault(record) {
    const foreign = foreignText(record);
    if (foreign !== undefined) return foreign;
    if (record.length < BOARD_BYTES) return 'it is cut off';
    const cards = cardsOf(record, 0);
    if (cards === undefined) return 'it is not a board in columns';
    return isDeck(cards) ? 'it is another board' : 'it has a card twice';
  },
};

export const text = {
  name: 'text',
  aliases: ['txt'],
  label: 'Text for solvers',
  extension: '.txt',
  ...textRecords(boardRecord),
  isBegunBy: (head) => /^[A2-9TJQK][CDHS]\s/.test(textStart(head)),
} as const satisfies Format;
