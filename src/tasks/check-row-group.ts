// Checks whether a row group of a Parquet file is its deals': makes all of its bytes again and compares them.

import { isDeepStrictEqual } from 'node:util';
import { VERSION } from '../common/version.js';
import type { Engine } from '../engine/engine.js';
import type { RowGroupBlock } from '../formats/format.js';
import { indexAt } from '../formats/parquet/pages.js';
import { layOutRowGroup, type RowGroup, readPlainNumbers, rowGroupOf } from '../formats/parquet/row-group.js';
import { DEAL_COLUMNS } from '../game/columns.js';
import { CARDS, FIRST_DEAL } from '../game/constants.js';
import { isDealNumber, numberAt } from '../game/deal-numbers.js';
import { appendRange, dealWith, type VerifyResult } from './verify-result.js';

/** Makes a row group again from its deal numbers and compares every byte. */
export function checkRowGroup(engine: Engine, block: RowGroupBlock, bytes: Buffer): VerifyResult {
  const { group, index, offset, version } = block;
  const { deal } = layOutRowGroup(group);
  // the footer tells consecutive numbers, the first column any others
  const numbers = group.isConsecutive
    ? { first: group.min, last: group.max }
    : readPlainNumbers(bytes.subarray(deal.head.length, deal.bytes));
  // any deal stands for a number that is no deal's, because the bytes of the two numbers differ
  const dealt =
    numbers instanceof Float64Array ? numbers.map((n) => (isDealNumber(n) ? n : FIRST_DEAL)) : numbers;
  const right = engine.encode('parquet', [dealt]);
  const result: VerifyResult = { records: group.deals, bad: 0, ranges: [] };
  const areBytesRight = bytes.equals(right);
  if (areBytesRight && isDeepStrictEqual(rowGroupOf([dealt]), group)) {
    appendRange(result.ranges, numbers);
    return result;
  }
  const isWrong = wrongRows(group, bytes, right);
  for (let row = 0; row < group.deals; row++) {
    const n = numberAt(numbers, row);
    if (isWrong[row] === 0 && isDealNumber(n)) {
      appendRange(result.ranges, { first: n, last: n });
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
  const where = areBytesRight
    ? `the footer is wrong about row group ${index}`
    : `row group ${index} differs outside of its cards and positions`;
  const problem =
    version === VERSION ? where : `${where}; version ${version} wrote it, perhaps with other known cells`;
  return { ...result, bad: 1, firstBad: { deal: undefined, offset, problem } };
}

/** Returns 1 for each row in which a card or a position differs, as they do where the number of the deal is wrong; else 0. */
function wrongRows(group: RowGroup, bytes: Buffer, right: Uint8Array): Uint8Array {
  const layout = layOutRowGroup(group);
  const isWrong = new Uint8Array(group.deals);
  let after = 0; // bytes after the column: those before it can have another size, if other numbers are consecutive
  for (const { kind } of DEAL_COLUMNS.toReversed()) {
    const chunk = layout[kind];
    if ('count' in chunk) {
      const [found, expected] = [bytes, right].map((all) => {
        const end = all.length - after;
        return all.subarray(end - chunk.bytes + chunk.head.length, end);
      });
      if (Buffer.compare(found, expected) !== 0) {
        for (let row = 0; row < group.deals; row++)
          if (indexAt(found, row) !== indexAt(expected, row)) isWrong[row] = 1;
      }
    }
    after += chunk.bytes;
  }
  return isWrong;
}

/** Returns the cards of a row in dealing order, which may be wrong. */
function cardsOf(group: RowGroup, bytes: Buffer, row: number): Uint8Array {
  const { deal, cells, card } = layOutRowGroup(group);
  const start = deal.bytes + cells.bytes + card.head.length;
  return Uint8Array.from({ length: CARDS }, (_, i) => indexAt(bytes.subarray(start + i * card.bytes), row));
}
