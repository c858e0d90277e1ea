// CSV: a header with the names of the columns, then a line per deal. Spreadsheets and programs for statistics read it.

import { DamageError } from '../common/errors.js';
import { cardName, parseCard } from '../game/cards.js';
import { type Column, DEAL_COLUMNS } from '../game/columns.js';
import { CARDS } from '../game/constants.js';
import { countNumbers, type DealNumbers } from '../game/deal-numbers.js';
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
import { blocksOfRecords, layOutRecords } from './records.js';

const IS_WRITTEN: Record<Column['kind'], boolean> = { deal: true, cells: true, card: true, position: false };
const WRITTEN = DEAL_COLUMNS.filter(({ kind }) => IS_WRITTEN[kind]).map(({ name }) => name);
const HEADER = latin1Bytes(`${WRITTEN.join()}\n`);
const COMMA = 0x2c;
const CARDS_BYTES = CARDS * ',7D'.length;
const NAMES = latin1Bytes(Array.from({ length: CARDS }, (_, card) => cardName(card)).join(''));

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
  write(n, cards, out, offset) {
    const start = `${n},${providedCells().cellsNeeded(n) ?? ''}`;
    let at = offset;
    for (let i = 0; i < start.length; i++) out[at++] = start.charCodeAt(i);
    for (let i = 0; i < CARDS; i++) {
      out[at++] = COMMA;
      out[at++] = NAMES[2 * cards[i]];
      out[at++] = NAMES[2 * cards[i] + 1];
    }
    out[at++] = LINE_FEED;
    return at;
  },
} satisfies RecordType;

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
