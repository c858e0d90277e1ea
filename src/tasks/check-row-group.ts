// Checks whether a row group of a Parquet file is its deals': makes all of its bytes again and compares them.

import { isDeepStrictEqual } from 'node:util';
import type { Engine } from '../engine/engine.js';
import type { RowGroupBlock } from '../formats/format.js';
import { indexAt } from '../formats/parquet/pages.js';
import {
  type ColumnChunk,
  firstChunk,
  layOutRowGroup,
  type RowGroup,
  readPlainNumbers,
  rowGroupOf,
} from '../formats/parquet/row-group.js';
import { FIRST_DEAL } from '../game/constants.js';
import { isDealNumber, numberAt } from '../game/deal-numbers.js';
import { appendRanges, dealWith, type VerifyResult } from './verify-result.js';

export function checkRowGroup(engine: Engine, block: RowGroupBlock, bytes: Buffer): VerifyResult {
  const { group, index, offset, version } = block;
  const deal = firstChunk(layOutRowGroup(group).chunks, 'deal');
  // the footer tells consecutive numbers, the first column any others
  const numbers = group.isConsecutive
    ? { first: group.min, last: group.max }
    : readPlainNumbers(bytes.subarray(deal.valuesOffset, deal.offset + deal.bytes));
  // any deal stands for a number that is no deal's, because the bytes of the two numbers differ
  const dealt =
    numbers instanceof Float64Array ? numbers.map((n) => (isDealNumber(n) ? n : FIRST_DEAL)) : numbers;
  const right = engine.encode('parquet', [dealt]);
  const result: VerifyResult = { records: group.deals, bad: 0, ranges: [], rangeCount: 0 };
  const rightGroup = rowGroupOf([dealt]);
  if (bytes.equals(right) && isDeepStrictEqual(rightGroup, group)) {
    appendRanges(result, numbers);
    return result;
  }
  const isWrong = wrongRows(group, bytes, right, rightGroup);
  for (let row = 0; row < group.deals; row++) {
    const n = numberAt(numbers, row);
    if (isWrong[row] === 0 && isDealNumber(n)) {
      appendRanges(result, { first: n, last: n });
      continue;
    }
    result.bad++;
    const claimed = isDealNumber(n) ? n : undefined;
    result.firstBad ??= {
      deal: group.isConsecutive ? n : (dealWith(cardsOf(group, bytes, row)) ?? claimed),
      offset,
      problem: `row group ${index} differs in this row`,
    };
  }
  if (result.bad > 0) return result;
  const problem =
    `row group ${index} or its footer differs, but not in a card or position; ` +
    `version ${version} wrote it, perhaps with other known cells`;
  return { ...result, bad: 1, firstBad: { deal: undefined, offset, problem } };
}

/** Returns 1 for each row in which a card or a position differs, as it does where the deal number is wrong; else 0. */
function wrongRows(found: RowGroup, bytes: Uint8Array, right: Uint8Array, expected: RowGroup): Uint8Array {
  const isWrong = new Uint8Array(found.deals);
  const expectedChunks = layOutRowGroup(expected).chunks;
  layOutRowGroup(found).chunks.forEach((chunk, i) => {
    const { kind } = chunk.column;
    if (kind !== 'card' && kind !== 'position') return; // the deal number decides the cells
    const [values, rightValues] = [valuesOf(chunk, bytes), valuesOf(expectedChunks[i], right)];
    if (Buffer.compare(values, rightValues) === 0) return;
    for (let row = 0; row < found.deals; row++)
      if (indexAt(values, row) !== indexAt(rightValues, row)) isWrong[row] = 1;
  });
  return isWrong;
}

function valuesOf({ offset, valuesOffset, bytes }: ColumnChunk, rowGroup: Uint8Array): Uint8Array {
  return rowGroup.subarray(valuesOffset, offset + bytes);
}

function cardsOf(group: RowGroup, bytes: Uint8Array, row: number): number[] {
  const cards = layOutRowGroup(group).chunks.filter(({ column }) => column.kind === 'card');
  return cards.map((chunk) => indexAt(valuesOf(chunk, bytes), row));
}
