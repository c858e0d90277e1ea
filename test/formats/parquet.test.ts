import { parquetMetadata } from 'hyparquet';
import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js';
import { writeMetadata } from 'hyparquet-writer/src/metadata.js';
import { describe, expect, it } from 'vitest';
import { footer, MAGIC } from '../../src/formats/parquet/footer.js';
import { ROW_GROUP_DEALS, rowGroupOf } from '../../src/formats/parquet/row-group.js';
import { LAST_DEAL } from '../../src/game/constants.js';
import type { DealNumbers } from '../../src/game/deal-numbers.js';
import { provideCells } from '../../src/game/known-cells.js';
import { knownCells } from '../../src/selection/facts.js';
import { checkSame } from '../support/bytes.js';
import { referenceEngine } from '../support/reference.js';

provideCells(knownCells);
const ORIGIN = { version: '1.2.3', selection: '1..10' }; // its checksum begins with 0

const rowGroupBytes = (numbers: DealNumbers[]) => referenceEngine.encode('parquet', numbers);

it('a Parquet file names the program, its version and the selection', () => {
  const { buffer } = Uint8Array.from(Buffer.concat([MAGIC, ...footer([], ORIGIN)]));
  const { created_by, key_value_metadata } = parquetMetadata(buffer);
  expect(created_by).toBe('freecell-deals version 1.2.3');
  expect(key_value_metadata).toEqual([
    { key: 'freecell-deals.version', value: '1.2.3' },
    { key: 'freecell-deals.selection', value: '1..10' },
    { key: 'freecell-deals.crc32', value: '09270705' },
  ]);
});

it('a footer written piece by piece has the bytes that hyparquet-writer writes at once', () => {
  const groups = [
    rowGroupOf([{ first: LAST_DEAL - ROW_GROUP_DEALS + 1, last: LAST_DEAL }]),
    { deals: 77, min: 5, max: 8e9, isConsecutive: false, cells: { known: 7, min: 1, max: 5 } },
  ];
  for (const some of [groups, groups.slice(1), ...[14, 15, 127, 200].map((n) => Array(n).fill(groups[0]))]) {
    const bytes = Buffer.concat([...footer(some, ORIGIN)]);
    const writer = new ByteWriter();
    writeMetadata(writer, parquetMetadata(bytes));
    checkSame(bytes, Buffer.concat([writer.getBytes(), MAGIC]));
  }
});

describe('a row group', () => {
  it('has the same description for the same numbers, however they are cut into segments', () => {
    const numbers = [{ first: 3, last: 9 }];
    const cut = [Float64Array.of(3), { first: 4, last: 6 }, Float64Array.of(7, 8, 9)];
    expect(rowGroupOf(cut)).toEqual(rowGroupOf(numbers));
    expect(rowGroupBytes(cut)).toEqual(rowGroupBytes(numbers));
    const cells = { known: 3, min: 1, max: 2 };
    const backwards = { deals: 3, min: 7, max: 9, isConsecutive: false, cells };
    expect(rowGroupOf([Float64Array.of(9, 8, 7)])).toEqual(backwards);
    expect(rowGroupOf([{ first: 3, last: 9 }, Float64Array.of(9)])).toMatchObject({ isConsecutive: false });
    const twice = [
      { first: 5, last: 6 },
      { first: 1, last: 9 },
    ]; // as a list can have them
    expect(rowGroupOf(twice)).toMatchObject({ min: 1, max: 9 });
  });
});
