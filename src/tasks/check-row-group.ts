// Checks whether a row group of a Parquet file is its deals': makes all of its bytes again and compares them. If some bytes
// differ, it compares each column value by value, so that it can name the deal and the column.

import type { Engine } from '../engine/engine.js';
import type { RowGroupBlock } from '../formats/blocks.js';
import { indexAt, indexOffset, NUMBER_BYTES } from '../formats/parquet/pages.js';
import { layOutRowGroup, readPlainNumbers, rowGroupOf } from '../formats/parquet/row-group.js';
import { isDeck } from '../game/cards.js';
import { type Column, DEAL_COLUMNS } from '../game/columns.js';
import { CARDS, FIRST_DEAL } from '../game/constants.js';
import { type DealNumbers, isDealNumber, numberAt } from '../game/deal-numbers.js';
import { findDeal } from '../game/find.js';
import { appendRange, type BadRecord, type BlockReport } from './block-report.js';

/** Makes a row group again from its deal numbers and compares every byte. */
export function checkRowGroup(engine: Engine, block: RowGroupBlock, bytes: Buffer): BlockReport {
  const { group } = block;
  const { deal } = layOutRowGroup(group);
  // the numbers of the rows: from the footer if they are consecutive, otherwise from the first column
  const numbers = group.isConsecutive
    ? { first: group.min, last: group.max }
    : readPlainNumbers(bytes.subarray(deal.head.length, deal.bytes));
  const areDeals = !(numbers instanceof Float64Array) || numbers.every(isDealNumber);
  // a row with another number than a deal's is wrong, whatever cards it has
  const dealt = areDeals ? numbers : numbers.map((n) => (isDealNumber(n) ? n : FIRST_DEAL));
  const found = rowGroupOf([dealt]);
  const right = engine.encode('parquet', [dealt]);
  const isRight = areDeals && found.min === group.min && found.max === group.max && bytes.equals(right);
  if (!isRight)
    return compareValues(block, bytes, numbers, right, layOutRowGroup(found).deal.bytes - deal.bytes);
  const report: BlockReport = { records: group.deals, bad: 0, ranges: [], next: undefined };
  appendRange(report.ranges, numbers);
  return report;
}

/**
 * Compares each value of a row group with the right value.
 * @param numbers of the rows, as the file has them
 * @param right the right row group
 * @param shift offset of a column of cards or positions in `right`, minus its offset in `bytes`
 */
function compareValues(
  { group, offset: start }: RowGroupBlock,
  bytes: Buffer,
  numbers: DealNumbers,
  right: Uint8Array,
  shift: number,
): BlockReport {
  const { deals } = group;
  const layout = layOutRowGroup(group);
  const { deal, card } = layout;
  const isBad = new Uint8Array(deals); // 1 for a row with a wrong value, else 0
  let firstBad: BadRecord | undefined;

  /** Names the number as wrong if a list's row has the cards of another deal. */
  const otherDealIn = (row: number): BadRecord | undefined => {
    if (!(numbers instanceof Float64Array)) return undefined;
    const cards = Uint8Array.from({ length: CARDS }, (_, i) => {
      return indexAt(bytes.subarray(deal.bytes + i * card.bytes + card.head.length), row);
    });
    const found = isDeck(cards) ? findDeal(cards) : undefined;
    if (found === undefined || found === numbers[row]) return undefined;
    const offset = start + deal.head.length + row * NUMBER_BYTES;
    return { deal: found, offset, problem: 'its column deal is wrong' };
  };

  /** Counts a row as wrong, because of a column's value at `offset` of the row group. */
  const reject = (row: number, { name }: Column, offset: number): void => {
    isBad[row] = 1;
    firstBad ??= otherDealIn(row) ?? {
      deal: numberAt(numbers, row),
      offset: start + offset,
      problem: `its column ${name} is wrong`,
    };
  };

  /** Compares bytes that are no row's alone; the first row stands for all rows. */
  const compareBytes = (column: Column, expected: Uint8Array, offset: number): void => {
    const wrong = expected.findIndex((byte, i) => byte !== bytes[offset + i]);
    if (wrong >= 0) reject(0, column, offset + wrong);
  };

  let offset = 0;
  for (const column of DEAL_COLUMNS) {
    const { head, bytes: size } = layout[column.kind];
    compareBytes(column, head, offset);
    const from = offset + head.length;
    offset += size;
    if (column.kind === 'deal') {
      if (!(numbers instanceof Float64Array)) compareBytes(column, right.subarray(from, size), from);
      for (let row = 0; row < deals; row++) {
        if (!isDealNumber(numberAt(numbers, row))) reject(row, column, from + row * NUMBER_BYTES);
      }
      continue;
    }
    const found = bytes.subarray(from, offset);
    const packed = right.subarray(from + shift, offset + shift);
    if (found.equals(packed)) continue;
    // also the bits after the last value
    for (let row = 0; indexOffset(row) < packed.length; row++) {
      if (indexAt(found, row) === indexAt(packed, row)) continue;
      reject(Math.min(row, deals - 1), column, from + indexOffset(row));
    }
  }

  const report: BlockReport = { records: deals, bad: 0, ranges: [], next: undefined };
  for (let row = 0; row < deals; row++) {
    const n = numberAt(numbers, row);
    if (isBad[row] === 1) report.bad++;
    else appendRange(report.ranges, { first: n, last: n });
  }
  if (firstBad !== undefined) return { ...report, firstBad };
  const problem = 'the footer says another least or greatest deal number than its row group has';
  return { ...report, bad: 1, firstBad: { deal: undefined, offset: start, problem } };
}
