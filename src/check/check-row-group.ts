// Checks whether a row group of a Parquet file is its deals': makes all of its bytes again and compares them. If some bytes
// differ, it compares each column value by value, so that it can name the deal and the column.

import type { Engine } from '../engine/engine.js';
import type { RowGroupBlock } from '../formats/blocks.js';
import {
  type IndexChunk,
  indexAt,
  indexOffset,
  NUMBER_BYTES,
  packIndices,
} from '../formats/parquet/pages.js';
import {
  layOutRowGroup,
  type RowGroup,
  type RowGroupLayout,
  readPlainNumbers,
  rowGroupOf,
  writeDealNumbers,
} from '../formats/parquet/row-group.js';
import { isDeck } from '../game/cards.js';
import { type Column, DEAL_COLUMNS } from '../game/columns.js';
import { CARDS, FIRST_DEAL } from '../game/constants.js';
import { type DealNumbers, isDealNumber, numberAt } from '../game/deal-numbers.js';
import { findDeal } from '../game/find.js';
import { appendRange, type BadRecord, type BlockReport } from './block-report.js';

/** Makes a row group again from its deal numbers and compares every byte. */
export function checkRowGroup(engine: Engine, block: RowGroupBlock, bytes: Buffer): BlockReport {
  const numbers = dealNumbersOf(block.group, bytes);
  if (!isNumbersOf(block.group, numbers) || !bytes.equals(engine.encode('parquet', [numbers]))) {
    return new RowGroupComparison(engine, block, bytes, numbers).report();
  }
  const report: BlockReport = { records: block.group.deals, bad: 0, ranges: [], next: undefined };
  appendRange(report.ranges, numbers);
  return report;
}

/** Returns the deals of a row group: from the footer if they are consecutive, otherwise from its first column. */
function dealNumbersOf(group: RowGroup, bytes: Buffer): DealNumbers {
  if (group.isConsecutive) return { first: group.min, last: group.max };
  const { deal } = layOutRowGroup(group);
  return readPlainNumbers(bytes.subarray(deal.head.length, deal.bytes));
}

/** Whether all are deal numbers, and have the least, the greatest and the order that the footer says. */
function isNumbersOf(group: RowGroup, numbers: DealNumbers): boolean {
  if (numbers instanceof Float64Array && !numbers.every(isDealNumber)) return false;
  const { min, max, isConsecutive } = rowGroupOf([numbers]);
  return min === group.min && max === group.max && isConsecutive === group.isConsecutive;
}

/** Compares each value of a row group with the right value. */
class RowGroupComparison {
  readonly #block: RowGroupBlock;
  readonly #layout: RowGroupLayout;
  readonly #bytes: Buffer;
  readonly #numbers: DealNumbers; // of the rows, as the file has them
  readonly #cards: Uint8Array; // of these deals, 52 a row in dealing order
  readonly #isBad: Uint8Array; // 1 for a row with a wrong value, else 0
  #firstBad: BadRecord | undefined;

  constructor(engine: Engine, block: RowGroupBlock, bytes: Buffer, numbers: DealNumbers) {
    this.#block = block;
    this.#layout = layOutRowGroup(block.group);
    this.#bytes = bytes;
    this.#numbers = numbers;
    // a row with another number than a deal's is wrong, whatever cards it has
    const dealt =
      numbers instanceof Float64Array ? numbers.map((n) => (isDealNumber(n) ? n : FIRST_DEAL)) : numbers;
    this.#cards = engine.encode('cards', [dealt]).slice();
    this.#isBad = new Uint8Array(block.group.deals);
  }

  report(): BlockReport {
    const { deals } = this.#block.group;
    this.#compareColumns();
    const report: BlockReport = { records: deals, bad: 0, ranges: [], next: undefined };
    for (let row = 0; row < deals; row++) {
      const n = numberAt(this.#numbers, row);
      if (this.#isBad[row] === 1) report.bad++;
      else appendRange(report.ranges, { first: n, last: n });
    }
    if (this.#firstBad !== undefined) return { ...report, firstBad: this.#firstBad };
    const problem = 'the footer says another least or greatest deal number than its row group has';
    return { ...report, bad: 1, firstBad: { deal: undefined, offset: this.#block.offset, problem } };
  }

  #compareDealColumn(column: Column): void {
    const { head, bytes } = this.#layout.deal;
    this.#compareHead(column, head, 0);
    if (this.#numbers instanceof Float64Array) {
      this.#numbers.forEach((n, row) => {
        if (!isDealNumber(n)) this.#reject(row, column, head.length + row * NUMBER_BYTES);
      });
      return;
    }
    const rest = new Uint8Array(bytes - head.length);
    writeDealNumbers(this.#block.group, [this.#numbers], rest);
    this.#compareHead(column, rest, head.length);
  }

  #compareColumns(): void {
    const values = { card: this.#cards, position: positionsOf(this.#cards) };
    let offset = 0;
    for (const column of DEAL_COLUMNS) {
      const { kind } = column;
      if (kind === 'deal') this.#compareDealColumn(column);
      else this.#compareIndexColumn(column, this.#layout[kind], offset, values[kind]);
      offset += this.#layout[kind].bytes;
    }
  }

  /** Compares a column chunk at `offset` with the column's value of the 52 values of each row. */
  #compareIndexColumn(column: Column, chunk: IndexChunk, offset: number, values: Uint8Array): void {
    const { length } = this.#isBad;
    const packed = packIndices(Uint8Array.from({ length }, (_, row) => values[row * CARDS + column.index]));
    const from = offset + chunk.head.length;
    const found = this.#bytes.subarray(from, from + packed.length);
    this.#compareHead(column, chunk.head, offset);
    if (found.equals(packed)) return;
    // also the bits after the last value
    for (let row = 0; indexOffset(row) < packed.length; row++) {
      if (indexAt(found, row) === indexAt(packed, row)) continue;
      this.#reject(Math.min(row, length - 1), column, from + indexOffset(row));
    }
  }

  /** Compares the bytes before the values of a column; the first row stands for all rows. */
  #compareHead(column: Column, head: Uint8Array, offset: number): void {
    const wrong = head.findIndex((byte, i) => byte !== this.#bytes[offset + i]);
    if (wrong >= 0) this.#reject(0, column, offset + wrong);
  }

  /** Counts a row as wrong, because of a column's value at `offset` of the row group. */
  #reject(row: number, column: Column, offset: number): void {
    this.#isBad[row] = 1;
    if (this.#firstBad !== undefined) return;
    const deal = numberAt(this.#numbers, row);
    this.#firstBad = this.#otherDealIn(row) ?? {
      deal,
      offset: this.#block.offset + offset,
      problem: `its column ${column.name} is wrong`,
    };
  }

  /** Names the number as wrong if a list's row has the cards of another deal. */
  #otherDealIn(row: number): BadRecord | undefined {
    if (!(this.#numbers instanceof Float64Array)) return undefined;
    const { deal, card } = this.#layout;
    const cards = Uint8Array.from({ length: CARDS }, (_, i) => {
      const from = deal.bytes + i * card.bytes + card.head.length;
      return indexAt(this.#bytes.subarray(from), row);
    });
    const found = isDeck(cards) ? findDeal(cards) : undefined;
    if (found === undefined || found === this.#numbers[row]) return undefined;
    const offset = this.#block.offset + deal.head.length + row * NUMBER_BYTES;
    return { deal: found, offset, problem: 'its column deal is wrong' };
  }
}

/** Returns for deals of 52 card bytes each the position at which each card was dealt, by card byte. */
function positionsOf(cards: Uint8Array): Uint8Array {
  const positions = new Uint8Array(cards.length);
  for (let row = 0; row < cards.length; row += CARDS) {
    for (let i = 0; i < CARDS; i++) positions[row + cards[row + i]] = i;
  }
  return positions;
}
