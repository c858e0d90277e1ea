// verify finds damage anywhere in a Parquet file, and refuses files that other programs wrote.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parquetMetadata } from 'hyparquet';
import { afterAll, describe, expect, it } from 'vitest';
import { VERSION } from '../../../src/common/version.js';
import { footer, MAGIC } from '../../../src/formats/parquet/footer.js';
import {
  layOutRowGroup,
  ROW_GROUP_DEALS,
  type RowGroup,
  rowGroupOf,
} from '../../../src/formats/parquet/row-group.js';
import { LAST_DEAL } from '../../../src/game/constants.js';
import { KnownCells, provideCells } from '../../../src/game/known-cells.js';
import { DamageError, generate, type VerifyResult, verify } from '../../../src/index.js';
import { impossibleDeals, knownCells } from '../../../src/selection/facts.js';
import { temporaryFolder } from '../../support/command.js';
import { rowsIn } from '../../support/golden.js';
import { range } from '../../support/numbers.js';
import { referenceEngine } from '../../support/reference.js';

const folder = temporaryFolder(afterAll);
const path = join(folder, 'deals.parquet');

const RANGE = '4294966000..4294968999';
const LIST = '9990..10010,8589934591,617,2147483640..2147483660,1..57'; // 101 deals
const IN_ROW = 'row group 1 differs in this row';
const outside = (version: string) =>
  `row group 1 or its footer differs, but not in a card or position; version ${version} wrote it, perhaps with other known cells`;

async function parquetOf(deals: string): Promise<Buffer> {
  await generate({ deals, output: path, force: true });
  return readFileSync(path);
}

/** What verify finds in these bytes. */
async function verifyBytes(bytes: Uint8Array): Promise<VerifyResult> {
  writeFileSync(path, bytes);
  return verify(path, { threads: 1 });
}

async function isFoundWrong(bytes: Uint8Array): Promise<boolean> {
  try {
    return (await verifyBytes(bytes)).bad > 0;
  } catch (error) {
    if (error instanceof DamageError) return true;
    throw error;
  }
}

/** Offset of the footer, whose size stands before the last four bytes. */
function footerStart(file: Buffer): number {
  return file.length - file.readUInt32LE(file.length - 8) - 8;
}

/** Offset of a column's first value in a row group, whose index columns end with their values. */
function valuesOffset(file: Buffer, column: string, index = 0): number {
  const group = parquetMetadata(file).row_groups[index];
  const { meta_data: metadata } =
    group?.columns.find(({ meta_data }) => meta_data?.path_in_schema[0] === column) ?? {};
  if (group === undefined || metadata === undefined) throw new Error(`no column ${column}`);
  const start = Number(metadata.dictionary_page_offset ?? metadata.data_page_offset);
  const rows = Number(group.num_rows);
  const size = column === 'deal' ? 8 * rows : Math.ceil(rows / 8) * 6;
  return start + Number(metadata.total_compressed_size) - size;
}

/** Flips the lowest bit of a value of 6 bits. */
function flipValue(file: Buffer, column: string, row: number, index = 0): void {
  const bit = 8 * valuesOffset(file, column, index) + 6 * row;
  file[bit >> 3] ^= 1 << (bit & 7);
}

describe.each([RANGE, LIST])('damage to a file of %s is found', (deals) => {
  it('in any byte', async () => {
    const file = await parquetOf(deals);
    const tail = footerStart(file);
    const byte = fc.oneof(fc.nat(file.length - 1), fc.integer({ min: tail, max: file.length - 1 }));
    await fc.assert(
      fc.asyncProperty(byte, fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const bytes = Buffer.from(file);
        bytes[at] ^= change;
        expect(await isFoundWrong(bytes)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it('in the length of a value of its footer', async () => {
    const file = await parquetOf(deals);
    const tail = footerStart(file);
    const lengths = range(tail, file.length - 8 - tail).filter((at) => file[at] === 4); // those of cells among them
    for (const at of lengths) {
      const bytes = Buffer.from(file);
      bytes[at] ^= 0x84; // a longer one, whose low bits are in the next byte
      expect(await isFoundWrong(bytes), `byte ${at}`).toBe(true);
    }
  });

  it('if it is cut off, continues after its end, or has other bytes before its footer', async () => {
    const file = await parquetOf(deals);
    for (const bytes of [1, 3, 4, 11, 12, 1000, file.length - 5000, file.length - 1])
      expect(await isFoundWrong(file.subarray(0, bytes)), `${bytes} bytes`).toBe(true);
    expect(await isFoundWrong(Buffer.concat([file, Buffer.of(0)]))).toBe(true);
    const end = footerStart(file);
    for (const junk of [1, 100, -1]) {
      const start = file.subarray(0, Math.min(end, end + junk));
      const bytes = Buffer.concat([start, Buffer.alloc(Math.max(0, junk)), file.subarray(end)]);
      const wrong = `its footer begins at offset ${end + junk}; expected ${end}, where its row groups end`;
      await expect(verifyBytes(bytes)).rejects.toThrow(wrong);
    }
  });
});

type Row = [
  what: string,
  deals: string,
  damage: (file: Buffer) => void,
  deal?: number | undefined,
  problem?: string,
];

/** Writes a number in place of a deal number of the list. */
const numbered = (row: number, n: bigint) => (file: Buffer) => {
  file.writeBigInt64LE(n, valuesOffset(file, 'deal') + 8 * row);
};

/** Changes a card of deal 617 in the list, so that its row has a card twice. */
const noBoard = (file: Buffer) => flipValue(file, 'card_0', 22);

it.each<Row>([
  ...['card_0', 'card_51', 'pos_AC', 'pos_KS'].map((column): Row => {
    return [`a value of ${column}`, RANGE, (file) => flipValue(file, column, 617), 4294966617];
  }),
  ...[1234n, 0n, 2n ** 33n, 2n ** 63n - 1n, -1n].map((n): Row => {
    return [`the number ${n}, with the board of a deal,`, LIST, numbered(22, n), 617];
  }),
  ['a board of no deal, beside the number,', LIST, noBoard, 617],
  [
    'a row of no deal',
    LIST,
    (file) => [numbered(22, 0n), noBoard].map((damage) => damage(file)),
    undefined,
    IN_ROW,
  ],
  ['the number 0, with the board of deal 1,', LIST, numbered(44, 0n), 1], // the deal that stands for it
  ['a deal number that makes all numbers consecutive', '616,618', numbered(1, 617n), 618],
  ['a bit after the last value', LIST, (file) => flipValue(file, 'card_0', Math.ceil(101 / 8) * 8 - 1)],
  ['a dictionary', RANGE, (file) => file.write('8', file.indexOf('7D'))],
])('verify reports that %s of %s is wrong, with the first deal whose row differs', async (...row) => {
  const [, deals, damage, deal, problem = deal === undefined ? outside(VERSION) : IN_ROW] = row;
  const file = await parquetOf(deals);
  damage(file);
  const { bad, firstBad, ranges } = await verifyBytes(file);
  expect({ bad, firstBad }).toEqual({
    bad: 1,
    firstBad: { deal, offset: 4, problem },
  });
  expect(ranges).not.toContainEqual(expect.objectContaining({ first: deal }));
});

it('verify counts each wrong deal once, and names the row group of the first', async () => {
  const file = await parquetOf(`1..${ROW_GROUP_DEALS + 3000}`);
  for (const row of [0, 1, 2999]) flipValue(file, 'card_3', row, 1);
  flipValue(file, 'pos_KS', 1, 1);
  const { records, bad, firstBad, ranges } = await verifyBytes(file);
  expect([records, bad]).toEqual([ROW_GROUP_DEALS + 3000, 3]);
  const deal = ROW_GROUP_DEALS + 1;
  expect(firstBad).toMatchObject({ deal, problem: 'row group 2 differs in this row' });
  expect(ranges).toEqual([
    { first: 1, last: ROW_GROUP_DEALS },
    { first: ROW_GROUP_DEALS + 3, last: ROW_GROUP_DEALS + 2999 },
  ]);
});

it.each(rowsIn<Partial<RowGroup>>('wrong-statistics.txt'))(
  'wrong statistics are found: %j',
  async (wrong) => {
    const file = await parquetOf(LIST);
    const body = file.subarray(0, footerStart(file));
    const cells = { known: 79, min: 0, max: 4 };
    const group = { deals: 101, min: 1, max: LAST_DEAL, isConsecutive: false, cells };
    const origin = { version: '1.0.0', selection: 'x' };
    const right = Buffer.concat([body, ...footer([group], origin)]);
    expect(await verifyBytes(right)).toMatchObject({ bad: 0 });
    const bytes = Buffer.concat([body, ...footer([{ ...group, ...wrong }], origin)]);
    const firstBad = { deal: undefined, offset: 4, problem: outside('1.0.0') };
    expect(await verifyBytes(bytes)).toMatchObject({ records: 101, bad: 1, firstBad });
  },
);

it('verify reports other cells, and another version that wrote them', async () => {
  const numbers = [Float64Array.from(range(999_996, 10)).reverse()]; // known up to 1000000
  const fileOf = (version: string) => {
    const group = Buffer.from(referenceEngine.encode('parquet', numbers));
    return Buffer.concat([MAGIC, group, ...footer([rowGroupOf(numbers)], { version, selection: 'x' })]);
  };
  const damaged = fileOf(VERSION);
  const [, cells] = layOutRowGroup(rowGroupOf(numbers)).chunks;
  damaged[4 + cells.offset + cells.bytes - 1] ^= 1; // the last value
  const otherCells = new KnownCells(new Uint8Array(219_300), impossibleDeals()); // one for each deal
  provideCells(() => otherCells);
  const older = fileOf('0.9.9');
  provideCells(knownCells);
  for (const [bytes, version] of [
    [damaged, VERSION],
    [older, '0.9.9'],
  ] as const) {
    const { bad, firstBad } = await verifyBytes(bytes);
    expect(bad).toBe(1);
    expect(firstBad).toEqual({ deal: undefined, offset: 4, problem: outside(version) });
  }
});
