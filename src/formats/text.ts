// Text for solvers: the board of each deal in columns.

import { cardName, isDeck } from '../game/cards.js';
import { CARDS, COLUMNS, RANKS, SUITS } from '../game/constants.js';
import { countNumbers } from '../game/deal-numbers.js';
import { blocksOfRecords, type Records } from './blocks.js';
import { foreignText, textStart } from './foreign-text.js';
import type { Format, RecordType } from './format.js';
import { LINE_FEED } from './lines.js';
import { layOutRecords } from './records.js';

const encoder = new TextEncoder();
const BOARD_BYTES = CARDS * '7D '.length; // a line feed takes the place of the blank after a column's last card

const BLANK = 0x20;
const ROWS = Math.ceil(CARDS / COLUMNS);
const LONG_COLUMNS = CARDS % COLUMNS; // columns of ROWS cards; the other columns have one card less

/** For each name in the text: the card's index in dealing order, and the byte after the name. */
const NAMES = Array.from({ length: COLUMNS }, (_, column) => {
  const rows = column < LONG_COLUMNS ? ROWS : ROWS - 1;
  return Array.from({ length: rows }, (_, row) => ({
    index: row * COLUMNS + column,
    after: row === rows - 1 ? LINE_FEED : BLANK,
  }));
}).flat();

/** Returns the values of ranks or suits by their characters; -1 for all other characters. */
function valuesOf(characters: string, step: number): Int8Array {
  const values = new Int8Array(256).fill(-1);
  for (const [i, character] of [...characters].entries()) values[character.charCodeAt(0)] = i * step;
  return values;
}
const RANK_VALUES = valuesOf(RANKS, SUITS.length);
const SUIT_VALUES = valuesOf(SUITS, 1);

/** Returns the cards of the board at `offset` in dealing order; undefined if the text is not a board. */
function cardsOf(bytes: Uint8Array, offset: number): Uint8Array | undefined {
  if (bytes.length < offset + BOARD_BYTES) return undefined;
  const cards = new Uint8Array(CARDS);
  for (let i = 0, p = offset; i < CARDS; i++, p += 3) {
    const { index, after } = NAMES[i];
    const rank = RANK_VALUES[bytes[p]];
    const suit = SUIT_VALUES[bytes[p + 1]];
    if ((rank | suit) < 0 || bytes[p + 2] !== after) return undefined;
    cards[index] = rank + suit;
  }
  return cards;
}

/** Returns the board as solvers read it, in columns. */
export function boardInColumns(cards: Uint8Array): string {
  let board = '';
  for (let column = 0; column < COLUMNS; column++) {
    for (let i = column; i < CARDS; i += COLUMNS)
      board += cardName(cards[i]) + (i + COLUMNS < CARDS ? ' ' : '\n');
  }
  return board;
}

/** The board as solvers read it: a line per column, with the card that was dealt first at its start. */
export const boardRecord: RecordType = {
  encoder: 'text',
  maxBytes: BOARD_BYTES,
  bytesOf: (numbers) => countNumbers(numbers) * BOARD_BYTES,
  number: () => undefined,
  cards: cardsOf,
  start: () => 0,
  end: (bytes, offset) => Math.min(bytes.length, offset + BOARD_BYTES),
  fault(record) {
    const foreign = foreignText(record);
    if (foreign !== undefined) return foreign;
    if (record.length < BOARD_BYTES) return 'it is cut off';
    const cards = cardsOf(record, 0);
    if (cards === undefined) return 'it is not a board in columns';
    return isDeck(cards) ? 'it is another board' : 'it has a card twice';
  },
  encode: (_, cards) => encoder.encode(boardInColumns(cards)),
};

const fileRecords: Records = { record: boardRecord, numbers: 'by-board', offset: 0 };

export const text = {
  name: 'text',
  aliases: ['txt'],
  label: 'Text for solvers',
  extension: '.txt',
  records: [boardRecord],
  isBinary: false,
  layout: () => layOutRecords(boardRecord),
  isBegunBy: (head) => /^[A2-9TJQK][CDHS]\s/.test(textStart(head)),
  recordsIn: () => fileRecords,
  blocks: (input) => blocksOfRecords(input, fileRecords),
} as const satisfies Format;
