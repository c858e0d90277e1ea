// Footers of Parquet files: what is in them, and those that are hostile or damaged. Reading one is bounded in time and memory, and
// the error says what is wrong.

import fc from 'fast-check';
import { parquetMetadata } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js';
import { writeMetadata } from 'hyparquet-writer/src/metadata.js';
import { describe, expect, it } from 'vitest';
import { DamageError } from '../../../src/common/errors.js';
import { footer, MAGIC, schemaStart } from '../../../src/formats/parquet/footer.js';
import { footerOffset, readFooter } from '../../../src/formats/parquet/read-footer.js';
import { ROW_GROUP_DEALS, type RowGroup, rowGroupOf } from '../../../src/formats/parquet/row-group.js';
import { LAST_DEAL } from '../../../src/game/constants.js';
import { provideCells } from '../../../src/game/known-cells.js';
import { knownCells } from '../../../src/selection/facts.js';
import { checkSame } from '../../support/bytes.js';
import { damage, damaged } from '../../support/damage.js';
import { rowsIn } from '../../support/golden.js';
import { referenceEngine } from '../../support/reference.js';

provideCells(knownCells);

const MS = 2000; // that reading may take beside other work; alone the worst of these takes a hundredth of it
const SIZE = 256 * 1024;

const NO_CELLS = { known: 0, min: 0, max: 0 };
const CELLS = { known: 122_793, min: 0, max: 5 };
const groups = [
  { deals: 122_880, min: 1, max: 122_880, isConsecutive: true, cells: CELLS },
  { deals: 77, min: 5, max: LAST_DEAL, isConsecutive: false, cells: NO_CELLS },
];
const ORIGIN = { version: '1.2.3', selection: 'deals of d\u00e9s \u20ac.txt' };
const own = Buffer.concat([...footer(groups, ORIGIN)]).subarray(0, -8);

const foreignFile = Buffer.from(
  parquetWriteBuffer({
    columnData: [
      { name: 'deal', data: [1n, 2n, 3n], type: 'INT64' },
      { name: 'note', data: ['a', 'b', 'c'], type: 'STRING' },
      { name: 'isWon', data: [true, false, true], type: 'BOOLEAN' },
      { name: 'time', data: [0.5, 1.5, 2.5], type: 'DOUBLE' },
    ],
    rowGroupSize: [2, 1],
    kvMetadata: [{ key: 'purpose', value: 'a test' }],
  }),
);
const foreign = foreignFile.subarray(footerOffset(foreignFile.subarray(-8), foreignFile.length), -8);

/** Reads a footer; returns what is wrong with it, if that is said in a DamageError, or else whose it is. */
function resultOf(bytes: Uint8Array): string {
  const start = performance.now();
  try {
    const { deals, groups } = readFooter(bytes);
    expect([deals, groups.length].every((n) => Number.isInteger(n) && n >= 0)).toBe(true);
    return 'own';
  } catch (error) {
    if (!(error instanceof DamageError)) throw error;
    expect(error.message).toMatch(/^its (footer|columns) /);
    return error.message;
  } finally {
    expect(performance.now() - start).toBeLessThan(MS);
  }
}

it('a footer of this program is read, and one of another program is refused', () => {
  expect(readFooter(own)).toEqual({ origin: ORIGIN, groups, deals: ROW_GROUP_DEALS + 77 });
  expect(() => readFooter(foreign)).toThrow(
    new DamageError(
      'its columns are not those of a file of deals: it is damaged, or another program wrote it; ' +
        'write its deal numbers as CSV there',
    ),
  );
});

it.each(rowsIn<Pick<RowGroup, 'min' | 'max'>>('wrong-groups.txt'))('the row group %j is refused', (wrong) => {
  const group = { deals: 5, isConsecutive: false, cells: NO_CELLS, ...wrong };
  const bytes = Buffer.concat([...footer([group], ORIGIN)]).subarray(0, -8);
  expect(resultOf(bytes)).toMatch(/^its footer is damaged, /);
});

it('a footer with a byte changed after the schema, or one too many, is refused', () => {
  const bytes = Buffer.concat([...footer([], ORIGIN)]).subarray(0, -8);
  for (let at = schemaStart().length; at < bytes.length; at++)
    expect(resultOf(bytes.with(at, (bytes[at] as number) ^ 1)), `byte ${at}`).not.toBe('own');
  expect(resultOf(Buffer.concat([own, Buffer.alloc(1)]))).toMatch(/^its footer is damaged/);
});

const HOSTILE = rowsIn<[what: string, start: number[], fill: number]>('hostile-footers.txt');

it.each(HOSTILE)('a hostile footer of %s is refused in bounded time and memory', (_, start, fill) => {
  const bytes = Buffer.concat([schemaStart(), Buffer.from(start), Buffer.alloc(SIZE, fill)]);
  expect(resultOf(bytes)).toMatch(/^its footer is damaged/);
  expect(resultOf(bytes.subarray(0, -SIZE))).toMatch(/^its footer is damaged/);
});

describe.each([
  ['this program', own],
  ['another', foreign],
])('a footer of %s', (_, whole) => {
  it('that is changed at random is read as it was, or refused', () => {
    fc.assert(
      fc.property(fc.array(damage, { minLength: 1, maxLength: 3 }), (changes) => {
        const bytes = changes.reduce<Buffer>((bytes, one) => damaged(bytes, one, 1, 40), whole);
        expect(resultOf(bytes) === 'own').toBe(bytes.equals(own));
      }),
      { numRuns: 300, seed: 617 },
    );
  });
});

const SHORT_ORIGIN = { version: '1.2.3', selection: '1..10' }; // its checksum begins with 0

it('a Parquet file names the program, its version and the selection', () => {
  const { buffer } = Uint8Array.from(Buffer.concat([MAGIC, ...footer([], SHORT_ORIGIN)]));
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
    const bytes = Buffer.concat([...footer(some, SHORT_ORIGIN)]);
    const writer = new ByteWriter();
    writeMetadata(writer, parquetMetadata(bytes));
    checkSame(bytes, Buffer.concat([writer.getBytes(), MAGIC]));
  }
});

it('a row group has the same description for the same numbers, however they are cut into segments', () => {
  const numbers = [{ first: 3, last: 9 }];
  const cut = [Float64Array.of(3), { first: 4, last: 6 }, Float64Array.of(7, 8, 9)];
  expect(rowGroupOf(cut)).toEqual(rowGroupOf(numbers));
  expect(referenceEngine.encode('parquet', cut)).toEqual(referenceEngine.encode('parquet', numbers));
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
