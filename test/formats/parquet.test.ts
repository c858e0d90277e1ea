import fc from 'fast-check';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js';
import { deltaBinaryPack } from 'hyparquet-writer/src/delta.js';
import { writeMetadata } from 'hyparquet-writer/src/metadata.js';
import { describe, expect, it } from 'vitest';
import { CARD_COLUMNS, POSITION_COLUMNS } from '../../src/formats/parquet/columns.js';
import { footer, MAGIC } from '../../src/formats/parquet/footer.js';
import { consecutiveChunk, writeConsecutiveBlocks } from '../../src/formats/parquet/pages.js';
import {
  encodeRowGroup,
  layOutRowGroup,
  ROW_GROUP_DEALS,
  rowGroupOf,
} from '../../src/formats/parquet/row-group.js';
import { cardName } from '../../src/game/cards.js';
import { FIRST_HIGH_DEAL, FIRST_WIDE_DEAL, LAST_DEAL } from '../../src/game/constants.js';
import { dealCards } from '../../src/game/deal.js';
import type { DealNumbers } from '../../src/game/deal-numbers.js';

const ORIGIN = { version: '1.2.3', selection: 'some deals' };

/** A whole file of row groups, each of these deals. */
function fileOf(...groups: DealNumbers[][]): ArrayBuffer {
  const parts = [MAGIC, ...groups.map((numbers) => encodeRowGroup(numbers))];
  const bytes = Buffer.concat([...parts, ...footer(groups.map(rowGroupOf), ORIGIN)]);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
}

/** A row as another program has to read it. */
function expectedRow(n: number): Record<string, unknown> {
  const cards = [...dealCards(n)];
  return Object.fromEntries([
    ['deal', BigInt(n)],
    ...CARD_COLUMNS.map((name, i) => [name, cardName(cards[i] as number)]),
    ...POSITION_COLUMNS.map((name, card) => [name, cards.indexOf(card)]),
  ]);
}

describe('a Parquet file, as hyparquet reads it', () => {
  it.each<[string, DealNumbers[][], number[]]>([
    ['nothing', [], []],
    ['one deal', [[{ first: 617, last: 617 }]], [617]],
    ['a range', [[{ first: 1, last: 130 }]], Array.from({ length: 130 }, (_, i) => 1 + i)],
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
  ])('holds %s', async (_, groups, numbers) => {
    expect(await parquetReadObjects({ file: fileOf(...groups) })).toEqual(numbers.map(expectedRow));
  });

  it('holds any deals', async () => {
    const deals = fc.array(fc.integer({ min: 1, max: LAST_DEAL }), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(deals, async (numbers) => {
        const rows = await parquetReadObjects({ file: fileOf([Float64Array.from(numbers)]) });
        expect(rows).toEqual(numbers.map(expectedRow));
      }),
      { numRuns: 30 },
    );
  });

  it('tells the least and greatest deal number of every row group', () => {
    const { row_groups } = parquetMetadata(fileOf([Float64Array.of(9, 3, 7)], [{ first: 20, last: 29 }]));
    const statistics = row_groups.map(({ columns: [deal] }) => deal?.meta_data?.statistics);
    expect(statistics).toMatchObject([
      { min_value: 3n, max_value: 9n, null_count: 0n },
      { min_value: 20n, max_value: 29n, null_count: 0n },
    ]);
  });

  it('tells the program, its version and the selection', () => {
    const { created_by, key_value_metadata } = parquetMetadata(fileOf());
    expect(created_by).toBe('freecell-deals version 1.2.3');
    expect(key_value_metadata).toEqual([
      { key: 'freecell-deals.version', value: '1.2.3' },
      { key: 'freecell-deals.selection', value: 'some deals' },
      { key: 'freecell-deals.crc32', value: expect.stringMatching(/^[0-9a-f]{8}$/) },
    ]);
  });
});

describe('a footer', () => {
  it('has, written part by part, the bytes that hyparquet-writer writes in one', () => {
    const groups = [
      { deals: ROW_GROUP_DEALS, min: LAST_DEAL - ROW_GROUP_DEALS + 1, max: LAST_DEAL, isConsecutive: true },
      { deals: 77, min: 5, max: 8_000_000_000, isConsecutive: false },
    ];
    for (const some of [groups, groups.slice(1), ...[14, 15, 200].map((n) => Array(n).fill(groups[0]))]) {
      const bytes = Buffer.concat([...footer(some, ORIGIN)]);
      const writer = new ByteWriter();
      writeMetadata(writer, parquetMetadata(bytes));
      expect(bytes.equals(Buffer.concat([writer.getBytes(), MAGIC]))).toBe(true);
    }
  });
});

describe('a row group', () => {
  it.each<[string, DealNumbers[]]>([
    ['a range', [{ first: 1, last: 1000 }]],
    ['a list', [Float64Array.of(5, 6, 8)]],
    ['one deal', [{ first: LAST_DEAL, last: LAST_DEAL }]],
  ])('has the size that its layout says: %s', (_, numbers) => {
    expect(encodeRowGroup(numbers).length).toBe(layOutRowGroup(rowGroupOf(numbers)).bytes);
  });

  it('takes at most 80 bytes a deal where numbers are consecutive, metadata and all', () => {
    for (const min of [1, LAST_DEAL - ROW_GROUP_DEALS + 1]) {
      const group = { deals: ROW_GROUP_DEALS, min, max: min + ROW_GROUP_DEALS - 1, isConsecutive: true };
      const tail = (groups: number) => Buffer.concat([...footer(Array(groups).fill(group), ORIGIN)]).length;
      const bytes = layOutRowGroup(group).bytes + tail(101) - tail(100);
      expect(bytes / ROW_GROUP_DEALS).toBeLessThan(80);
    }
  });

  it('is described by its numbers alone, however they are cut', () => {
    const numbers = [{ first: 3, last: 9 }];
    const cut = [Float64Array.of(3, 4), { first: 5, last: 5 }, Float64Array.of(6, 7, 8, 9)];
    expect(rowGroupOf(cut)).toEqual(rowGroupOf(numbers));
    expect(encodeRowGroup(cut)).toEqual(encodeRowGroup(numbers));
    expect(rowGroupOf([Float64Array.of(9, 8, 7)])).toEqual({
      deals: 3,
      min: 7,
      max: 9,
      isConsecutive: false,
    });
    expect(rowGroupOf([{ first: 3, last: 9 }, Float64Array.of(9)])).toMatchObject({ isConsecutive: false });
  });

  it('has the consecutive numbers as hyparquet-writer packs them', () => {
    for (const [first, count] of [
      [1, 1],
      [617, 2],
      [LAST_DEAL - 128, 129],
      [4_000_000_000, 1000],
    ] as const) {
      const writer = new ByteWriter();
      deltaBinaryPack(
        writer,
        Array.from({ length: count }, (_, i) => BigInt(first + i)),
        'INT64',
      );
      const packed = Buffer.from(writer.getBytes());
      const { head, bytes } = consecutiveChunk(first, count);
      const chunk = Buffer.alloc(bytes);
      chunk.set(head);
      writeConsecutiveBlocks(chunk.subarray(head.length));
      expect(chunk.subarray(-packed.length).equals(packed), `${first}, ${count}`).toBe(true);
    }
  });
});
