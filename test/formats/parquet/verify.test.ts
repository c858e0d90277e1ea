// verify finds damage anywhere in a Parquet file, and refuses files that other programs wrote.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetMetadata } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, expect, it } from 'vitest';
import { DamageError, generate, type VerifyResult, verify } from '../../../src/index.js';
import { temporaryFolder } from '../../support/command.js';
import { checkFailure } from '../../support/failure.js';

const folder = temporaryFolder(afterAll);
const path = join(folder, 'deals.parquet');

const RANGE = '4294966000..4294968999';
const LIST = '9990..10010,8589934591,617,2147483640..2147483660,1..57';

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

/** Flips a bit; returns the offset of its byte. */
function flip(bytes: Buffer, bit: number): number {
  (bytes[bit >> 3] as number) ^= 1 << (bit & 7);
  return bit >> 3;
}

/** Offset of a column's first value in a file of one row group, whose index columns end with their values. */
function valuesOffset(file: Buffer, column: string): number {
  const [group] = parquetMetadata(file).row_groups;
  const { meta_data: metadata } =
    group?.columns.find(({ meta_data }) => meta_data?.path_in_schema[0] === column) ?? {};
  if (group === undefined || metadata === undefined) throw new Error(`no column ${column}`);
  const start = Number(metadata.dictionary_page_offset ?? metadata.data_page_offset);
  const rows = Number(group.num_rows);
  return (
    start + Number(metadata.total_compressed_size) - (column === 'deal' ? 8 * rows : Math.ceil(rows / 8) * 6)
  );
}

it.each([
  ['a range', '4294967000..4294967499'],
  ['a list', LIST],
])('damage to a file of %s is found if the file is cut off or continues after its end', async (_, deals) => {
  const file = await parquetOf(deals);
  for (const bytes of [1, 3, 4, 11, 12, 1000, file.length - 5000, file.length - 1])
    expect(await isFoundWrong(file.subarray(0, bytes)), `${bytes} bytes`).toBe(true);
  expect(await isFoundWrong(Buffer.concat([file, Buffer.of(0)]))).toBe(true);
  expect(await isFoundWrong(Buffer.concat([file.subarray(0, 5000), file.subarray(4000)]))).toBe(true);
});

it('verify reports bytes between the row groups and the footer', async () => {
  const file = await parquetOf(LIST);
  const end = file.length - file.readUInt32LE(file.length - 8) - 8;
  for (const junk of [1, 100, -1]) {
    const start = file.subarray(0, Math.min(end, end + junk));
    const bytes = Buffer.concat([start, Buffer.alloc(Math.max(0, junk)), file.subarray(end)]);
    await expect(verifyBytes(bytes)).rejects.toThrow(/^its footer begins at offset \d+; expected/);
  }
});

it.each<[what: string, deals: string, damage: (file: Buffer) => number, deal: number, column: string]>([
  ...['card_0', 'card_51', 'pos_AC', 'pos_7D', 'pos_KS'].map(
    (column): [string, string, (file: Buffer) => number, number, string] => [
      'a bit of a value',
      RANGE,
      (file) => flip(file, 8 * valuesOffset(file, column) + 6 * 617),
      4294966617,
      column,
    ],
  ),
  [
    'a deal number that makes all numbers consecutive',
    '616,618',
    (file) => file.writeUInt8(617 & 255, valuesOffset(file, 'deal') + 8) - 1,
    618,
    'deal',
  ],
  [
    'a bit after the last value',
    LIST, // 101 deals
    (file) => flip(file, 8 * (valuesOffset(file, 'card_0') + Math.ceil(101 / 8) * 6) - 1),
    57,
    'card_0',
  ],
  ['a dictionary', RANGE, (file) => flip(file, 8 * (file.indexOf('7D') + 1)), 4294966000, 'card_0'],
])('verify reports %s of %s that is wrong, with the first wrong deal and its column', async (...row) => {
  const [what, deals, damage, deal, column] = row;
  const file = await parquetOf(deals);
  const offset = damage(file);
  const { bad, firstBad, ranges } = await verifyBytes(file);
  expect(firstBad).toEqual({ deal, offset, problem: `its column ${column} is wrong` });
  expect(ranges).not.toContainEqual(expect.objectContaining({ first: deal }));
  if (what !== 'a dictionary') expect(bad).toBe(1);
});

it('verify counts each wrong deal once', async () => {
  const file = await parquetOf(RANGE);
  const bits = [0, 1, 1, 2999].map((row) => 8 * valuesOffset(file, 'card_3') + 6 * row);
  for (const [i, bit] of [...bits, 8 * valuesOffset(file, 'pos_KS') + 6].entries()) flip(file, bit + i);
  const { bad, ranges } = await verifyBytes(file);
  expect(bad).toBe(3);
  expect(ranges).toEqual([{ first: 4294966002, last: 4294968998 }]);
});

const columnData = [{ name: 'deal', data: [1n, 2n], type: 'INT64' as const }];

it.each([
  ['another program wrote it', parquetWriteBuffer({ columnData })],
  ['it does not begin as a Parquet', Buffer.from('something else')],
])('a file of another program is refused: %s', async (message, bytes) => {
  await checkFailure(verifyBytes(new Uint8Array(bytes)), DamageError, message);
});
