import {
  type DecodedArray,
  type Encoding,
  type PageHeader,
  type ParquetType,
  parquetMetadata,
  parquetReadObjects,
  type RowGroup,
} from 'hyparquet';
import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';
import { deltaBinaryPack } from 'hyparquet-writer/src/delta.js';
import { writeRleBitPackedHybrid } from 'hyparquet-writer/src/encoding.js';
import { writeMetadata } from 'hyparquet-writer/src/metadata.js';
import { writePlain } from 'hyparquet-writer/src/plain.js';
import { describe, expect, it } from 'vitest';
import { matchDeals } from '../../src/engine/matcher.js';
import { referenceEngine } from '../../src/engine/reference.js';
import { footer, MAGIC } from '../../src/formats/parquet/footer.js';
import { layOutRowGroup, ROW_GROUP_DEALS, rowGroupOf } from '../../src/formats/parquet/row-group.js';
import { cardName } from '../../src/game/cards.js';
import { CARDS, LAST_DEAL } from '../../src/game/constants.js';
import { dealCards } from '../../src/game/deal.js';
import type { DealNumbers } from '../../src/game/deal-numbers.js';
import { knownCells } from '../../src/selection/load-known-cells.js';
import { checkSame } from '../support/bytes.js';
import { engines } from '../support/engines.js';
import { FIRST_HIGH_DEAL, FIRST_WIDE_DEAL, listOf, range, scattered } from '../support/numbers.js';

const upTo52 = range(0, CARDS);
const ORIGIN = { version: '1.2.3', selection: 'some deals' };

function rowGroupBytes(numbers: DealNumbers[]): Uint8Array {
  return referenceEngine.encode('parquet', numbers);
}

/** A whole file of row groups, each of these deals. */
function fileOf(...groups: DealNumbers[][]): ArrayBuffer {
  const parts = [MAGIC, ...groups.map((numbers) => rowGroupBytes(numbers))];
  const bytes = Buffer.concat([...parts, ...footer(groups.map(rowGroupOf), ORIGIN)]);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
}

/** A page of values as hyparquet-writer makes it. */
function page(header: Omit<PageHeader, `${string}_size`>, write: (writer: ByteWriter) => void): Uint8Array {
  const values = new ByteWriter();
  write(values);
  const size = values.offset;
  const writer = new ByteWriter();
  writePageHeader(writer, { ...header, uncompressed_page_size: size, compressed_page_size: size });
  writer.appendBytes(values.getBytes());
  return writer.getBytes();
}

function dataPage(count: number, encoding: Encoding, write: (writer: ByteWriter) => void): Uint8Array {
  const levels = { definition_level_encoding: 'RLE', repetition_level_encoding: 'RLE' } as const;
  return page({ type: 'DATA_PAGE', data_page_header: { num_values: count, encoding, ...levels } }, write);
}

function dictionaryPage(values: DecodedArray, type: ParquetType): Uint8Array {
  const header = { num_values: values.length, encoding: 'PLAIN' } as const;
  return page({ type: 'DICTIONARY_PAGE', dictionary_page_header: header }, (writer) =>
    writePlain(writer, values, type, undefined),
  );
}

function indexPage(indices: number[]): Uint8Array {
  return dataPage(indices.length, 'RLE_DICTIONARY', (writer) => {
    writer.appendUint8(6);
    writeRleBitPackedHybrid(writer, indices, 6);
  });
}

function varint(n: number): number[] {
  const writer = new ByteWriter();
  writer.appendVarInt(n);
  return [...writer.getBytes()];
}

/** Values in a bit-packed run, the first one lowest. */
function packedRun(values: readonly number[], bits: number): number[] {
  const groups = Math.ceil(values.length / 8);
  const packed = values.reduceRight((sum, value) => (sum << BigInt(bits)) | BigInt(value), 0n);
  const bytes = range(0, groups * bits).map((i) => Number((packed >> BigInt(8 * i)) & 255n));
  return [...varint(2 * groups + 1), ...bytes];
}

/** The column `cells`: optional, with levels of 1 bit and indices of 3 bits into a dictionary of 0..7. */
function cellsColumn(numbers: readonly number[]): Buffer {
  const cells = numbers.map((n) => knownCells().cellsNeeded(n));
  const known = cells.filter((each) => each !== undefined);
  const isConstant = known.length === 0 || known.length === cells.length;
  const levels = isConstant
    ? [...varint(2 * cells.length), Math.sign(known.length)]
    : packedRun(
        cells.map((each) => (each === undefined ? 0 : 1)),
        1,
      );
  const page = dataPage(cells.length, 'RLE_DICTIONARY', (writer) => {
    writer.appendUint32(levels.length);
    writer.appendBytes(Uint8Array.of(...levels, 3, ...packedRun(known, 3)));
  });
  return Buffer.concat([dictionaryPage(range(0, 8), 'INT32'), page]);
}

/** A row group made of hyparquet-writer's pages. */
function rowGroupByPeer(numbers: readonly number[]): Buffer {
  const dealt = numbers.map((n) => [...dealCards(n)]);
  const isConsecutive = numbers.every((n, i) => n === (numbers[0] as number) + i);
  const deals = numbers.map(BigInt);
  const dealPage = isConsecutive
    ? dataPage(deals.length, 'DELTA_BINARY_PACKED', (writer) => deltaBinaryPack(writer, deals, 'INT64'))
    : dataPage(deals.length, 'PLAIN', (writer) => writePlain(writer, deals, 'INT64', undefined));
  const names = dictionaryPage(
    upTo52.map((card) => new TextEncoder().encode(cardName(card))),
    'BYTE_ARRAY',
  );
  const positions = dictionaryPage(upTo52, 'INT32');
  return Buffer.concat([
    dealPage,
    cellsColumn(numbers),
    ...upTo52.flatMap((i) => [names, indexPage(dealt.map((cards) => cards[i] as number))]),
    ...upTo52.flatMap((card) => [positions, indexPage(dealt.map((cards) => cards.indexOf(card)))]),
  ]);
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
  it.each<[string, DealNumbers[][], number[]]>([
    ['nothing', [], []],
    ['one deal', [[{ first: 617, last: 617 }]], [617]],
    ['a range', [[{ first: 1, last: 130 }]], range(1, 130)],
    [
      'a list in no order, in row groups',
      [[Float64Array.of(LAST_DEAL, 5, 617), { first: 8, last: 10 }], [Float64Array.of(FIRST_WIDE_DEAL)]],
      [LAST_DEAL, 5, 617, 8, 9, 10, FIRST_WIDE_DEAL],
    ],
    [
      'a list that happens to be consecutive',
      [[{ first: FIRST_HIGH_DEAL - 1, last: FIRST_HIGH_DEAL }, Float64Array.of(FIRST_HIGH_DEAL + 1)]],
      [FIRST_HIGH_DEAL - 1, FIRST_HIGH_DEAL, FIRST_HIGH_DEAL + 1],
    ],
  ])('has the rows of %s', async (_, groups, numbers) => {
    expect(await parquetReadObjects({ file: fileOf(...groups) })).toEqual(numbers.map(expectedRow));
  });

  it('has the columns that conditions have, with the same values', async () => {
    const numbers = [{ first: 617, last: 640 }];
    const rows = await parquetReadObjects({ file: fileOf(numbers) });
    for (const [name, value] of Object.entries(rows[0] as object)) {
      const literal = typeof value === 'string' ? `'${value}'` : value;
      const equal = rows.filter((row) => row[name] === value);
      const found = matchDeals(referenceEngine, numbers, `${name} = ${literal}`);
      expect([...found], name).toEqual(equal.map(({ deal }) => Number(deal)));
    }
  });

  it('costs less than 200 bytes for cells in a row group of deals above 1000000', () => {
    const numbers = [{ first: 5e9, last: 5e9 + ROW_GROUP_DEALS - 1 }];
    const { columns } = parquetMetadata(fileOf(numbers)).row_groups[0] as RowGroup;
    const metadata = columns[1]?.meta_data;
    expect(metadata).toMatchObject({
      path_in_schema: ['cells'],
      statistics: { null_count: BigInt(ROW_GROUP_DEALS) },
    });
    expect(Number(metadata?.total_compressed_size)).toBeLessThan(110); // and about 70 in the footer
  });

  it('stores positions as INT32 without a converted type, so that SQL can subtract them', () => {
    const { schema } = parquetMetadata(fileOf());
    const positions = schema.filter(({ name }) => name.startsWith('pos_'));
    expect(positions).toEqual(
      upTo52.map((card) => ({ type: 'INT32', repetition_type: 'REQUIRED', name: `pos_${cardName(card)}` })),
    );
  });

  it('has the least and greatest deal number and cells of every row group in its statistics', () => {
    const { row_groups } = parquetMetadata(fileOf([Float64Array.of(9, 3, 7)], [{ first: 20, last: 29 }]));
    const statistics = row_groups.map(({ columns }) =>
      columns.slice(0, 2).map((each) => each.meta_data?.statistics),
    );
    expect(statistics).toMatchObject([
      [
        { min_value: 3n, max_value: 9n, null_count: 0n },
        { min_value: 1, max_value: 2, null_count: 0n },
      ],
      [{ min_value: 20n, max_value: 29n, null_count: 0n }, { null_count: 0n }],
    ]);
  });

  it('names the program, its version and the selection', () => {
    const { created_by, key_value_metadata } = parquetMetadata(fileOf());
    expect(created_by).toBe('freecell-deals version 1.2.3');
    expect(key_value_metadata).toEqual([
      { key: 'freecell-deals.version', value: '1.2.3' },
      { key: 'freecell-deals.selection', value: 'some deals' },
      { key: 'freecell-deals.crc32', value: expect.stringMatching(/^[0-9a-f]{8}$/) },
    ]);
  });
});

it('a footer written piece by piece has the bytes that hyparquet-writer writes at once', () => {
  const groups = [
    rowGroupOf([{ first: LAST_DEAL - ROW_GROUP_DEALS + 1, last: LAST_DEAL }]),
    { deals: 77, min: 5, max: 8e9, isConsecutive: false, cells: { known: 7, min: 1, max: 5 } },
  ];
  for (const some of [groups, groups.slice(1), ...[14, 15, 200].map((n) => Array(n).fill(groups[0]))]) {
    const bytes = Buffer.concat([...footer(some, ORIGIN)]);
    const writer = new ByteWriter();
    writeMetadata(writer, parquetMetadata(bytes));
    checkSame(bytes, Buffer.concat([writer.getBytes(), MAGIC]));
  }
});

describe.each(engines)('a row group of the $name', ({ engine }) => {
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
  ])('has the bytes that hyparquet-writer makes: %s', (_, numbers) => {
    const bytes = Buffer.from(engine.encode('parquet', numbers));
    checkSame(bytes, rowGroupByPeer(listOf(numbers)));
  });

  it('after a longer row group has no bytes of the longer one', () => {
    const short = [{ first: 5, last: 7 }];
    const before = Buffer.from(engine.encode('parquet', short));
    engine.encode('parquet', [{ first: 1, last: 3000 }]);
    checkSame(before, engine.encode('parquet', short));
  });
});

it.each([
  ['of several times the deals whose columns are packed at a time', 5 * 1024 + 77, engines],
  // so many by the reference implementation: npm run prove -- formats
  ['of a full row group', ROW_GROUP_DEALS, engines.slice(1)],
] as const)('all engines encode the same bytes %s', (_, deals, some) => {
  const numbers = [{ first: 1_000_000, last: 999_999 + deals }];
  const [first, ...others] = some.map(({ engine }) => Buffer.from(engine.encode('parquet', numbers)));
  for (const bytes of others) checkSame(bytes, first);
});

describe('a row group', () => {
  it('takes at most 80 bytes per consecutive deal, including metadata', () => {
    for (const min of [1, LAST_DEAL - ROW_GROUP_DEALS + 1]) {
      const group = rowGroupOf([{ first: min, last: min + ROW_GROUP_DEALS - 1 }]);
      const tail = (groups: number) => Buffer.concat([...footer(Array(groups).fill(group), ORIGIN)]).length;
      const bytes = layOutRowGroup(group).bytes + tail(101) - tail(100);
      expect(bytes / ROW_GROUP_DEALS).toBeLessThan(80);
    }
  });

  it('has the same description for the same numbers, however they are cut into segments', () => {
    const numbers = [{ first: 3, last: 9 }];
    const cut = [Float64Array.of(3), { first: 4, last: 6 }, Float64Array.of(7, 8, 9)];
    expect(rowGroupOf(cut)).toEqual(rowGroupOf(numbers));
    expect(rowGroupBytes(cut)).toEqual(rowGroupBytes(numbers));
    const cells = { known: 3, min: 1, max: 2 };
    const backwards = { deals: 3, min: 7, max: 9, isConsecutive: false, cells };
    expect(rowGroupOf([Float64Array.of(9, 8, 7)])).toEqual(backwards);
    expect(rowGroupOf([{ first: 3, last: 9 }, Float64Array.of(9)])).toMatchObject({ isConsecutive: false });
  });
});
