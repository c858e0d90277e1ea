// verify finds damage anywhere in a Parquet file, and refuses files that other programs wrote.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetMetadata } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, describe, expect, it } from 'vitest';
import { DamageError, generate, type VerifyResult, verify } from '../../../src/index.js';
import { checkFailure } from '../../support/failure.js';

const folder = mkdtempSync(join(tmpdir(), 'freecell-deals-parquet-'));
const path = join(folder, 'deals.parquet');
afterAll(() => rmSync(folder, { recursive: true }));

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

function flip(bytes: Buffer, bit: number): Buffer {
  const flipped = Buffer.from(bytes);
  (flipped[bit >> 3] as number) ^= 1 << (bit & 7);
  return flipped;
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

describe.each([
  ['a range', '4294967000..4294967499'],
  ['a list', LIST],
])('damage to %s', (_, deals) => {
  it('is found if the file is cut off or continues after its end', async () => {
    const file = await parquetOf(deals);
    for (const bytes of [1, 3, 4, 11, 12, 1000, file.length - 5000, file.length - 1]) {
      expect(await isFoundWrong(file.subarray(0, bytes)), `${bytes} bytes`).toBe(true);
    }
    expect(await isFoundWrong(Buffer.concat([file, Buffer.of(0)]))).toBe(true);
    expect(await isFoundWrong(Buffer.concat([file.subarray(0, 5000), file.subarray(4000)]))).toBe(true);
  });
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

describe('the report of a wrong column', () => {
  it.each(['card_0', 'card_51', 'pos_AC', 'pos_7D', 'pos_KS'])(
    'names the deal and the column of a range: %s',
    async (column) => {
      const file = await parquetOf(RANGE);
      const row = 617;
      const bit = 8 * valuesOffset(file, column) + 6 * row;
      const { bad, firstBad, ranges } = await verifyBytes(flip(file, bit));
      expect(bad).toBe(1);
      expect(firstBad).toEqual({
        deal: 4294966617,
        offset: bit >> 3,
        problem: `its column ${column} is wrong`,
      });
      expect(ranges).toEqual([
        { first: 4294966000, last: 4294966616 },
        { first: 4294966618, last: 4294968999 },
      ]);
    },
  );

  it('names the deal of a list whose deal number is wrong', async () => {
    const file = await parquetOf('5,617,9');
    const offset = valuesOffset(file, 'deal') + 8;
    for (const bit of [0, 10, 40]) {
      const { bad, firstBad } = await verifyBytes(flip(file, 8 * offset + bit));
      expect({ bad, firstBad }).toEqual({
        bad: 1,
        firstBad: { deal: 617, offset, problem: 'its column deal is wrong' },
      });
    }
  });

  it('names the deal of a list if the wrong number makes all numbers consecutive', async () => {
    const file = await parquetOf('616,618');
    const offset = valuesOffset(file, 'deal') + 8;
    file[offset] = 617 & 255;
    const { bad, firstBad } = await verifyBytes(file);
    expect({ bad, firstBad }).toEqual({
      bad: 1,
      firstBad: { deal: 618, offset, problem: 'its column deal is wrong' },
    });
  });

  it('names the last deal if a bit after the last value of a column is wrong', async () => {
    const file = await parquetOf(LIST); // 101 deals
    const at = valuesOffset(file, 'card_0') + Math.ceil(101 / 8) * 6 - 1;
    file[at] ^= 0x80;
    expect(await verifyBytes(file)).toMatchObject({
      bad: 1,
      firstBad: { deal: 57, offset: at, problem: 'its column card_0 is wrong' },
    });
  });

  it('names the column if a dictionary is wrong', async () => {
    const file = await parquetOf(RANGE);
    const offset = file.indexOf('7D');
    file.write('7H', offset);
    expect((await verifyBytes(file)).firstBad).toEqual({
      deal: 4294966000,
      offset: offset + 1,
      problem: 'its column card_0 is wrong',
    });
  });

  it('counts each wrong deal once', async () => {
    const file = await parquetOf(RANGE);
    const bits = [0, 1, 1, 2999].map((row) => 8 * valuesOffset(file, 'card_3') + 6 * row);
    bits.push(8 * valuesOffset(file, 'pos_KS') + 6 * 1);
    const damaged = bits.reduce((bytes, bit, i) => flip(bytes, bit + i), file);
    expect((await verifyBytes(damaged)).bad).toBe(3);
  });
});

const columnData = [{ name: 'deal', data: [1n, 2n], type: 'INT64' as const }];

it.each([
  ['another program wrote it', parquetWriteBuffer({ columnData })],
  ['it does not end as a Parquet file does', Buffer.from('PAR1 and something else')],
  ['it does not begin as a Parquet', Buffer.from('something else')],
])('a file of another program is refused: %s', async (message, bytes) => {
  await checkFailure(verifyBytes(new Uint8Array(bytes)), DamageError, message);
});
