// Files and streams are cut into blocks, for any number of bytes that have arrived and any end of the file.

import { describe, expect, it } from 'vitest';
import { binary } from '../../src/formats/binary.js';
import { blocksOfRecords, type RecordsBlock } from '../../src/formats/blocks.js';
import { formats } from '../../src/formats/registry.js';
import type { Input } from '../../src/io/input.js';
import { binaryHeader, expected, records } from '../support/engines.js';

const FIRST = 4_294_960_000;
const [BLOCK, SMALL_BLOCK] = [4 * 2 ** 20, 2 ** 20];

/** An input that has what it was asked for and no byte more, as a slow stream has; with its size where it is a file. */
function inputOf(bytes: Uint8Array, isFile: boolean): Input {
  let arrived = 0;
  return {
    name: 'a',
    size: isFile ? bytes.length : undefined,
    expectedBytes: undefined,
    async available(end) {
      arrived = isFile ? bytes.length : Math.min(bytes.length, Math.max(arrived, end));
      return arrived;
    },
    async read(offset, length) {
      await this.available(offset + length);
      return bytes.slice(offset, offset + length);
    },
    take: () => ({ fd: -1 }),
    release() {},
    checkSize() {},
    close() {},
  };
}

/** The bytes of a format's records from FIRST on, repeated up to a length; only where they end matters here. */
function repeated(record: Uint8Array, times: number): Buffer {
  return Buffer.concat(Array<Uint8Array>(times).fill(record));
}

async function collect(blocks: AsyncIterable<RecordsBlock>): Promise<RecordsBlock[]> {
  const all: RecordsBlock[] = [];
  for await (const block of blocks) all.push(block);
  return all;
}

describe.each([
  ['a file', true],
  ['a stream', false],
])('%s', (_, isFile) => {
  it.each(['cards', 'numbered', 'text', 'ndjson', 'numbers'])(
    'of %s records is cut into blocks that end between records',
    async (name) => {
      const record = records[name];
      const one = expected(record, FIRST, 1);
      const blockBytes = isFile && name !== 'text' ? BLOCK : SMALL_BLOCK;
      const capacity = Math.floor(blockBytes / record.maxBytes) * record.maxBytes;
      const inBlock = Math.ceil(capacity / one.length);
      const lookAhead = ['ndjson', 'numbers'].includes(name) ? 65_536 : 0;
      const numbers = name === 'text' ? 'by-board' : name === 'cards' ? 'by-index' : 'in-record';
      for (const count of [1, inBlock - 1, inBlock, inBlock + 1, 2 * inBlock, 2 * inBlock + 1]) {
        const bytes = repeated(one, count);
        const first = name === 'cards' ? FIRST : undefined;
        const options = { record, numbers, offset: 0, first, lookAhead } as const;
        const blocks = await collect(blocksOfRecords(inputOf(bytes, isFile), options));
        let end = 0;
        for (const block of blocks) {
          expect(block).toMatchObject({ check: 'records', encoder: record.encoder, numbers, offset: end });
          expect(block.bytes % one.length).toBe(0);
          expect(block.bytes).toBeGreaterThan(0);
          expect(block.first).toBe(first === undefined ? undefined : first + end / one.length);
          end += block.bytes;
        }
        expect(end).toBe(bytes.length);
        if (lookAhead === 0) expect(blocks.length, `${count} records`).toBe(Math.ceil(count / inBlock));
      }
    },
  );

  it('of records after a header is cut from the end of the header up to the number of records in it', async () => {
    const record = records.cards;
    const inBlock = Math.floor((isFile ? BLOCK : SMALL_BLOCK) / record.maxBytes);
    const header = binaryHeader(FIRST, inBlock + 1);
    const bytes = Buffer.concat([header, repeated(expected(record, FIRST, 1), inBlock + 5)]);
    const options = { record, numbers: 'by-index', offset: 64, first: FIRST, count: inBlock + 1 } as const;
    const blocks = await collect(blocksOfRecords(inputOf(bytes, isFile), options));
    expect(blocks.map(({ offset, bytes, first }) => [offset, bytes / 52, first])).toEqual([
      [64, inBlock, FIRST],
      [64 + inBlock * 52, 1, FIRST + inBlock],
    ]);
  });

  it('without line ends is cut anywhere', async () => {
    const bytes = Buffer.alloc(2 * BLOCK + 1, 'x');
    const options = { record: records.numbers, numbers: 'in-record', offset: 0, lookAhead: 65_536 } as const;
    const blocks = await collect(blocksOfRecords(inputOf(bytes, isFile), options));
    expect(blocks.length).toBeGreaterThan(1);
    expect(blocks.reduce((sum, block) => sum + block.bytes, 0)).toBe(bytes.length);
  });

  it('that ends within its header yields no block', async () => {
    const options = { record: records.cards, numbers: 'by-index', offset: 475, first: 1 } as const;
    expect(await collect(blocksOfRecords(inputOf(new Uint8Array(64), isFile), options))).toEqual([]);
  });

  it('without bytes yields no block', async () => {
    for (const { blocks, isBinary } of formats)
      if (!isBinary)
        for await (const block of blocks(inputOf(new Uint8Array(), isFile))) expect.fail(block.check);
  });
});

it('a binary stream that goes on after its last record is refused, even if the next byte comes late', async () => {
  const bytes = Buffer.concat([binaryHeader(FIRST, 5), expected(records.cards, FIRST, 5), Buffer.of(0)]);
  const blocks = binary.blocks(inputOf(bytes, false));
  await expect(blocks.next()).resolves.toMatchObject({ value: { bytes: 5 * 52 } });
  await expect(blocks.next()).rejects.toThrow('it goes on after its last record: 325 bytes');
});
