// A row group: the deals of a chunk as 106 column chunks, one after another. This file computes the offset of each, and has the
// reference implementation of the bytes; the kernels make the same bytes.

import { CARDS } from '../../game/constants.js';
import { countAll, type DealNumbers, listNumbers } from '../../game/deal-numbers.js';
import { type CellsFacts, cellsOf } from './cells.js';
import {
  type CellsChunk,
  cellsChunk,
  concat,
  consecutiveChunk,
  type DealChunk,
  type IndexChunk,
  indexChunk,
  NUMBER_BYTES,
  packIndices,
  plainChunk,
  writeConsecutiveBlocks,
} from './pages.js';

/** Rows of every row group but the last: the default of DuckDB, and a multiple of the 8 values packed together. */
export const ROW_GROUP_DEALS = 122880;

/** The facts on which a row group's layout and metadata depend. */
export interface RowGroup {
  deals: number; // rows, 1..122880
  min: number; // smallest deal number
  max: number; // largest deal number
  isConsecutive: boolean; // whether the deal numbers are min, min + 1, .. max in this order
  cells: CellsFacts;
}

/** Describes the row group of these deals, at least one; the result does not depend on how they are cut into segments. */
export function rowGroupOf(numbers: readonly DealNumbers[]): RowGroup {
  let [min, max, isConsecutive] = [Number.POSITIVE_INFINITY, 0, true];
  let next: number | undefined;
  const addRange = (first: number, last: number): void => {
    if (next !== undefined && first !== next) isConsecutive = false;
    if (first < min) min = first;
    if (last > max) max = last;
    next = last + 1;
  };
  for (const segment of numbers) {
    if (!(segment instanceof Float64Array)) addRange(segment.first, segment.last);
    else for (let i = 0; i < segment.length; i++) addRange(segment[i], segment[i]);
  }
  return { deals: countAll(numbers), min, max, isConsecutive, cells: cellsOf(numbers).facts };
}

/** The column chunks in order: `deal`, `cells`, then 52 of cards, then 52 of positions. */
export interface RowGroupLayout {
  deal: DealChunk;
  cells: CellsChunk;
  card: IndexChunk;
  position: IndexChunk;
  bytes: number; // of the row group
}

type IndexLayout = Pick<RowGroupLayout, 'card' | 'position'>;

let fullLayout: IndexLayout | undefined; // of all row groups but the last; made once

function layOutIndices(deals: number): IndexLayout {
  if (deals === fullLayout?.card.count) return fullLayout;
  const layout = { card: indexChunk('card', deals), position: indexChunk('position', deals) };
  if (deals === ROW_GROUP_DEALS) fullLayout = layout;
  return layout;
}

export function layOutRowGroup({ deals, min, isConsecutive, cells: { known } }: RowGroup): RowGroupLayout {
  const { card, position } = layOutIndices(deals);
  const deal = isConsecutive ? consecutiveChunk(min, deals) : plainChunk(deals);
  const cells = cellsChunk(deals, known);
  const bytes = deal.bytes + cells.bytes + CARDS * (card.bytes + position.bytes);
  return { deal, cells, card, position, bytes };
}

/** Encodes the column chunks of a row group that do not need the cards: `deal` and `cells`. */
export function encodeNumberColumns(
  { isConsecutive, cells: { known } }: RowGroup,
  { deal, cells: { head, levels, middle } }: RowGroupLayout,
  numbers: readonly DealNumbers[],
): Uint8Array {
  const body = new Uint8Array(deal.bytes - deal.head.length);
  if (isConsecutive) writeConsecutiveBlocks(body);
  else writePlainNumbers(numbers, body);
  if (known === 0) return concat(deal.head, body, head, middle);
  const packed = cellsOf(numbers);
  return concat(deal.head, body, head, packed.levels.subarray(0, levels), middle, packed.values);
}

/** Writes PLAIN INT64. */
function writePlainNumbers(numbers: readonly DealNumbers[], out: Uint8Array): void {
  const view = new DataView(out.buffer, out.byteOffset, out.byteLength);
  const list = listNumbers(numbers);
  for (let i = 0; i < list.length; i++) {
    view.setUint32(i * NUMBER_BYTES, list[i] % 2 ** 32, true);
    view.setUint32(i * NUMBER_BYTES + 4, list[i] / 2 ** 32, true);
  }
}

/** Reads PLAIN INT64; what is not a deal number can be any number. */
export function readPlainNumbers(bytes: Uint8Array): Float64Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float64Array.from({ length: bytes.length / NUMBER_BYTES }, (_, i) =>
    Number(view.getBigInt64(i * NUMBER_BYTES, true)),
  );
}

/**
 * Encodes a row group in plain TypeScript: the reference for the kernels.
 * @param numbers its deals, 1..122880
 * @param cards 52 bytes per deal in dealing order
 */
export function encodeRowGroup(numbers: readonly DealNumbers[], cards: Uint8Array): Uint8Array {
  const group = rowGroupOf(numbers);
  const layout = layOutRowGroup(group);
  const { card, position } = layout;
  const cardColumns = Array.from({ length: CARDS }, () => new Uint8Array(group.deals));
  const positionColumns = Array.from({ length: CARDS }, () => new Uint8Array(group.deals));
  for (let row = 0; row < group.deals; row++) {
    for (let i = 0; i < CARDS; i++) {
      const card = cards[row * CARDS + i];
      cardColumns[i][row] = card;
      positionColumns[card][row] = i;
    }
  }
  return concat(
    encodeNumberColumns(group, layout, numbers),
    ...cardColumns.flatMap((values) => [card.head, packIndices(values)]),
    ...positionColumns.flatMap((values) => [position.head, packIndices(values)]),
  );
}
