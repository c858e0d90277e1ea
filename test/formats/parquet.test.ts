import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js';
import { writeMetadata } from 'hyparquet-writer/src/metadata.js';
import { describe, expect, it } from 'vitest';
import { footer, MAGIC } from '../../src/formats/parquet/footer.js';
import { ROW_GROUP_DEALS, rowGroupOf } from '../../src/formats/parquet/row-group.js';
import { cardName } from '../../src/game/cards.js';
import { CARDS, LAST_DEAL } from '../../src/game/constants.js';
import { dealCards } from '../../src/game/deal.js';
import { countAll, type DealNumbers } from '../../src/game/deal-numbers.js';
import { knownCells } from '../../src/selection/facts.js';
import { checkSame } from '../support/bytes.js';
import { engines } from '../support/engines.js';
import { FIRST_HIGH_DEAL, FIRST_WIDE_DEAL, listOf, range, scattered } from '../support/numbers.js';
import { referenceEngine } from '../support/reference.js';

const upTo52 = range(0, CARDS);
const ORIGIN = { version: '1.2.3', selection: '1..10' }; // its checksum begins with 0

const rowGroupBytes = (numbers: DealNumbers[]) => referenceEngine.encode('parquet', numbers);

/** A whole file of row groups, each of these deals. */
function fileOf(...groups: DealNumbers[][]): ArrayBuffer {
  const parts = [MAGIC, ...groups.map((numbers) => rowGroupBytes(numbers))];
  const bytes = Buffer.concat([...parts, ...footer(groups.map(rowGroupOf), ORIGIN)]);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
}

/** A row as another program has to read it. */
function expectedRow(n: number): Record<string, unknown> {
  const cards = [...dealCards(n)];
  return Object.fromEntries([
    ['deal', BigInt(n)],
    ['cells', knownCells().cellsNeeded(n) ?? null],
    ...cards.map((card, i) => [`card_${i}`, cardName(card)]),
    ...upTo52.map((card) => [`pos_${cardName(card)}`, cards.indexOf(card)]),
  ]);
}

describe('a Parquet file, as hyparquet reads it', () => {
  it('names the program, its version and the selection', () => {
    const { created_by, key_value_metadata } = parquetMetadata(fileOf());
    expect(created_by).toBe('freecell-deals version 1.2.3');
    expect(key_value_metadata).toEqual([
      { key: 'freecell-deals.version', value: '1.2.3' },
      { key: 'freecell-deals.selection', value: '1..10' },
      { key: 'freecell-deals.crc32', value: '09270705' },
    ]);
  });
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

const list = Float64Array.from(scattered(700));

it.each<[string, DealNumbers[]]>([
  ...[1, 7, 8, 9, 15, 16, 17, 255, 256, 257, 1000].map((count): [string, DealNumbers[]] => [
    `${count} deals`,
    [{ first: 617, last: 616 + count }],
  ]),
  ['both sides of 2^31', [{ first: FIRST_HIGH_DEAL - 300, last: FIRST_HIGH_DEAL + 300 }]],
  ['both sides of 2^32', [{ first: FIRST_WIDE_DEAL - 300, last: FIRST_WIDE_DEAL + 300 }]],
  ['a list', [list]],
  ['ranges and lists', [{ first: 1, last: 300 }, list.subarray(0, 5), { first: 9, last: 9 }, list]],
  ['single deals', Array.from({ length: 300 }, (_, i) => ({ first: 1 + 7 * i, last: 1 + 7 * i }))],
  [
    'deals with known and unknown cells in turns',
    [
      { first: 999_990, last: 1_000_007 },
      { first: 32_960, last: 32_967 },
      { first: 1_155_212, last: 1_155_215 }, // which five cells win
    ],
  ],
])('every engine writes the same row group of %s, in which hyparquet reads the rows', async (_, numbers) => {
  const wanted = Buffer.from(rowGroupBytes(numbers));
  for (const { name, engine } of engines) checkSame(engine.encode('parquet', numbers), wanted, name);
  const rows = await parquetReadObjects({ file: fileOf(numbers) });
  expect(rows.length).toBe(countAll(numbers));
  for (const [i, n] of listOf(numbers).entries()) expect(rows[i], `deal ${n}`).toEqual(expectedRow(n));
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
