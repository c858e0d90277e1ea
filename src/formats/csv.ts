// CSV: a header with the names of the columns, then a line per deal. Spreadsheets and programs for statistics read it.

import { DamageError } from '../common/errors.js';
import { NAMES as CARD_NAMES, parseCard } from '../game/cards.js';
import { DEAL_COLUMNS } from '../game/columns.js';
import { CARDS } from '../game/constants.js';
import { countNumbers, type DealNumbers, listNumbers } from '../game/deal-numbers.js';
import { providedCells } from '../game/known-cells.js';
import type { Input } from '../io/input.js';
import type { Format, RecordType } from './format.js';
import {
  decimalDigits,
  faultOfLine,
  foreignText,
  LINE_FEED,
  latin1,
  latin1Bytes,
  MAX_DIGITS,
  numberAtOffset,
  textStart,
} from './lines.js';
import { blocksOfRecords, layOutRecords, recordBytes } from './records.js';

const WRITTEN = DEAL_COLUMNS.filter(({ kind }) => kind !== 'position').map(({ name }) => name);
const HEADER = latin1Bytes(`${WRITTEN.join()}\n`);
const COMMA = 0x2c;
const CARDS_BYTES = CARDS * ',7D'.length;
const NAMES = latin1Bytes(CARD_NAMES.join(''));

function countKnown(numbers: DealNumbers): number {
  let known = 0;
  providedCells().visit([numbers], () => known++);
  return known;
}

/** The deal number, the fewest free cells if they are known, and 52 names in dealing order. */
export const rowRecord = {
  encoder: 'csv',
  isLine: true,
  maxBytes: MAX_DIGITS + ',4'.length + CARDS_BYTES + 1,
  bytesOf: (numbers) =>
    decimalDigits(numbers) + countKnown(numbers) + countNumbers(numbers) * (','.length + CARDS_BYTES + 1),
  number: (bytes, offset) => numberAtOffset(bytes, offset, COMMA),
  cards(bytes, offset) {
    const [, , ...names] = latin1(bytes, offset, this.maxBytes).split('\n', 1).join().split(',');
    return names.map((name) => parseCard(name) ?? -1);
  },
  fault: (record) => faultOfLine(record, 'it is another line, or has other known cells'),
} satisfies RecordType;

/** Encodes rows from 52 cards per deal, without a kernel. */
export function encodeCsv(numbers: readonly DealNumbers[], cards: Uint8Array): Uint8Array {
  const out = new Uint8Array(recordBytes(rowRecord, numbers));
  const cells = providedCells();
  let at = 0;
  listNumbers(numbers).forEach((n, index) => {
    const start = `${n},${cells.cellsNeeded(n) ?? ''}`;
    for (let i = 0; i < start.length; i++) out[at++] = start.charCodeAt(i);
    for (let i = index * CARDS; i < (index + 1) * CARDS; i++) {
      out[at++] = COMMA;
      out[at++] = NAMES[2 * cards[i]];
      out[at++] = NAMES[2 * cards[i] + 1];
    }
    out[at++] = LINE_FEED;
  });
  return out;
}

async function* blocks(input: Input) {
  const head = await input.read(0, HEADER.length);
  const isHeader = HEADER.every((byte, i) => byte === head[i]);
  const expected = 'expected deal,cells,card_0,..,card_51';
  if (!isHeader) throw new DamageError(`its header is wrong: ${foreignText(head) ?? expected}`);
  yield* blocksOfRecords(input, { record: rowRecord, offset: HEADER.length });
}

export const csv = {
  name: 'csv',
  label: 'CSV',
  extension: '.csv',
  records: [rowRecord],
  isBinary: false,
  hasCells: true,
  layout: () => layOutRecords(rowRecord, { head: () => HEADER }),
  isBegunBy: (head) => textStart(head).startsWith('deal,'),
  blocks,
} as const satisfies Format;
