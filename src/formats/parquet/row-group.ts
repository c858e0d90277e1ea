// A row group: the deals of a chunk as one column chunk per column, one after another. This file computes the offset
// of each column chunk; the kernel packs the cards and positions.

import { type Column, DEAL_COLUMNS } from '../../game/columns.js';
import { countAll, type DealNumbers, listNumbers } from '../../game/deal-numbers.js';
import { type CellsFacts, cellsOf } from './cells.js';
import {
  type ChunkLayout,
  cellsValues,
  consecutiveValues,
  layOutCells,
  layOutConsecutive,
  layOutIndices,
  layOutPlain,
  NUMBER_BYTES,
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

/** Describes the row group of these deals, at least one. How they are cut into segments makes no difference. */
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

export interface ColumnChunk extends ChunkLayout {
  column: Column;
  offset: number; // of its head in the row group
  valuesOffset: number; // of the first byte after its head
}

export interface RowGroupLayout {
  chunks: readonly ColumnChunk[]; // one per column, in the order of DEAL_COLUMNS
  bytes: number; // of the row group
}

export function layOutRowGroup({ deals, min, isConsecutive, cells }: RowGroup): RowGroupLayout {
  const layouts: Record<Column['kind'], ChunkLayout> = {
    deal: isConsecutive ? layOutConsecutive(min, deals) : layOutPlain(deals),
    cells: layOutCells(deals, cells.known),
    card: layOutIndices('card', deals),
    position: layOutIndices('position', deals),
  };
  let bytes = 0;
  const chunks = DEAL_COLUMNS.map((column) => {
    const { head, dataPage, bytes: chunkBytes } = layouts[column.kind];
    const offset = bytes;
    bytes += chunkBytes;
    return { head, dataPage, bytes: chunkBytes, column, offset, valuesOffset: offset + head.length };
  });
  return { chunks, bytes };
}

export function firstChunk(chunks: readonly ColumnChunk[], kind: Column['kind']): ColumnChunk {
  return chunks.find(({ column }) => column.kind === kind) as ColumnChunk;
}

/**
 * Encodes the row group of 1..122880 deals.
 * @param pack returns memory of so many bytes, in which it has packed the cards and positions of the column chunks. The
 * others are written later, because it may overwrite a few bytes after each column
 */
export function encodeRowGroup(
  numbers: readonly DealNumbers[],
  pack: (chunks: readonly ColumnChunk[], bytes: number) => Uint8Array,
): Uint8Array {
  const group = rowGroupOf(numbers);
  const { chunks, bytes } = layOutRowGroup(group);
  const out = pack(chunks, bytes);
  const { deals, isConsecutive, cells } = group;
  for (const chunk of chunks) {
    const { column, head, offset, valuesOffset } = chunk;
    out.set(head, offset);
    if (column.kind === 'deal')
      out.set(isConsecutive ? consecutiveValues(chunk) : plainNumbers(numbers), valuesOffset);
    if (column.kind === 'cells') out.set(cellsValues(deals, cells.known, cellsOf(numbers)), valuesOffset);
  }
  return out;
}

function plainNumbers(numbers: readonly DealNumbers[]): Uint8Array {
  const list = listNumbers(numbers);
  const bytes = new Uint8Array(list.length * NUMBER_BYTES);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < list.length; i++) {
    view.setUint32(i * NUMBER_BYTES, list[i] % 2 ** 32, true);
    view.setUint32(i * NUMBER_BYTES + 4, list[i] / 2 ** 32, true);
  }
  return bytes;
}

/** Reads PLAIN INT64; what is not a deal number can be any number. */
export function readPlainNumbers(bytes: Uint8Array): Float64Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float64Array.from({ length: bytes.length / NUMBER_BYTES }, (_, i) =>
    Number(view.getBigInt64(i * NUMBER_BYTES, true)),
  );
}
