import fs, { closeSync, ftruncateSync, openSync, truncateSync, writeSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { DamageError, InputError, ReadError } from '../../src/common/errors.js';
import { numberedRecord } from '../../src/formats/binary.js';
import { CARDS, LAST_DEAL } from '../../src/game/constants.js';
import { dealCards } from '../../src/game/deal.js';
import type { DealBatch } from '../../src/game/deal-batch.js';
import { type DealFile, openDeals } from '../../src/reader/deal-file.js';
import { checkSame } from '../support/bytes.js';
import { newFifo, temporaryFolder } from '../support/command.js';
import { binaryHeader, expected, records } from '../support/engines.js';
import { checkFailure } from '../support/failure.js';
import { fileWith } from '../support/files.js';
import { range, sum } from '../support/numbers.js';
import { scattered } from '../support/scattered.js';

/** Records that one read of 1 MiB takes. */
const [RANGE_BLOCK, LIST_BLOCK] = [52, 60].map((bytes) => Math.floor(2 ** 20 / bytes));

/** A list with a record for each number, in this order, perhaps with wrong ones. */
function listOf(numbers: readonly number[], damage: (bytes: Buffer) => void = () => {}): string {
  const records = numbers.map((n) =>
    numberedRecord.encode(n, dealCards(n <= LAST_DEAL ? Math.max(n, 1) : 1)),
  );
  const bytes = Buffer.concat([binaryHeader(undefined, numbers.length), ...records]);
  damage(bytes);
  return fileWith(bytes, 'list.bin');
}

/** The bytes of a file of consecutive deals. */
function bytesOf(first: number, last: number): Buffer {
  const count = last - first + 1;
  return Buffer.concat([binaryHeader(first, count), expected(records.cards, first, count)]);
}

/** A file of consecutive deals. */
function rangeOf(first: number, last: number): string {
  return fileWith(bytesOf(first, last), 'a.bin');
}

function open(path: string): DealFile {
  const file = openDeals(path);
  onTestFinished(() => file.close());
  return file;
}

/** Opens a list with a record for each number. */
function openList(numbers: readonly number[]): DealFile {
  return open(listOf(numbers));
}

/** Counts the reads that go by place, until the test is over. */
function countReads() {
  const spy = vi.spyOn(fs, 'readSync');
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  return {
    reads: () => spy.mock.results.length,
    bytes: () => sum(spy.mock.results.map(({ value }) => value)),
  };
}

async function batchesOf(batches: AsyncIterable<DealBatch>): Promise<DealBatch[]> {
  const all = [];
  for await (const batch of batches) all.push(batch);
  return all;
}

/** The numbers of all deals in batches, whose cards are compared. */
function numbersOf(batches: readonly DealBatch[]): number[] {
  return batches.flatMap(({ first, count, cards }) => {
    checkSame(cards, expected(records.cards, first, count));
    return range(first, count);
  });
}

describe('openDeals, of a range', () => {
  it('returns the contents of the file, and the cards of any deal in it', async () => {
    const file = open(rangeOf(4294967000, 4294967999));
    expect(file).toMatchObject({ layout: 1, first: 4294967000, last: 4294967999, count: 1000, bytes: 52064 });
    for (const n of [4294967000, 4294967295, 4294967296, 4294967999, 4294967000]) {
      expect(file.cards(n)).toEqual(dealCards(n));
      file.cards(n).fill(0); // the caller may change them
      expect(file.cards(n)).toEqual(dealCards(n));
    }
    expect([4294967000, 4294967999].filter((n) => !file.has(n))).toEqual([]);
    expect([4294966999, 4294968000, 0, 4294967000.5, Number.NaN].filter((n) => file.has(n))).toEqual([]);
    expect(await file).toBe(file); // so that awaiting what is there does no harm
  });

  it.each([
    [0, 'deal number 0 is outside 1..8589934591'],
    [1.5, 'deal number 1.5 is not a whole number'],
    [Number.NaN, 'NaN is not a valid deal number'],
    [9, /^deal 9 is not in .*a\.bin, which holds 10\.\.20$/],
    [21, 'deal 21 is not in'],
  ])('refuses cards(%d)', async (n, message) => {
    const file = open(rangeOf(10, 20));
    await checkFailure(() => file.cards(n), InputError, message);
  });

  it('reads one deal of 100 million with one read of its 52 bytes', () => {
    const path = fileWith(binaryHeader(1, 100_000_000));
    const fd = openSync(path, 'r+');
    const numbers = [1, 617, 50_000_000, 99_999_999, 100_000_000];
    ftruncateSync(fd, 64 + 5_200_000_000);
    for (const n of numbers) writeSync(fd, dealCards(n), 0, CARDS, 64 + (n - 1) * CARDS);
    closeSync(fd);
    const file = open(path);
    const counted = countReads();
    for (const n of numbers) expect(file.cards(n)).toEqual(dealCards(n));
    expect([counted.reads(), counted.bytes()]).toEqual([numbers.length, numbers.length * CARDS]);
    expect(() => file.cards(618)).toThrow(`deal 618 at offset ${64 + 617 * CARDS}: it has a card twice`);
  });

  it('iterates over all deals and over ranges, in batches that do not change later', async () => {
    const [first, count] = [4_294_950_000, 2 * RANGE_BLOCK + 1];
    const file = open(rangeOf(first, first + count - 1));
    const all = await batchesOf(file);
    expect(all.map(({ count }) => count)).toEqual([RANGE_BLOCK, RANGE_BLOCK, 1]);
    expect(numbersOf(all)).toEqual(range(first, count));
    // on both sides of the ends of blocks
    for (const end of [RANGE_BLOCK, 2 * RANGE_BLOCK].map((records) => first + records)) {
      for (const from of [first + 5, end - 2, end - 1, end]) {
        const numbers = [...range(from, end - from + 1), first];
        expect(numbersOf(await batchesOf(file.batches(`${from}..${end},${first}`)))).toEqual(numbers);
        expect(file.cards(from)).toEqual(dealCards(from));
      }
    }
    expect(() => file.batches(`${first - 1}..${first}`)).toThrow(`deal ${first - 1} is not in`);
    expect(() => file.batches(`${first}..${first + count}`)).toThrow(`deal ${first + count} is not in`);
    expect(() => file.batches('5..3')).toThrow('range 5..3 runs downwards');
  });

  it('ends its iteration if it is closed after the last deal', async () => {
    const file = open(rangeOf(1, RANGE_BLOCK));
    const batches = file.batches();
    expect((await batches.next()).value).toMatchObject({ first: 1, count: RANGE_BLOCK });
    file.close();
    expect(await batches.next()).toEqual({ done: true, value: undefined });
  });
});

describe('openDeals, of a list', () => {
  const LONG = scattered(2 * LIST_BLOCK + 1);

  it("returns from `has` what a set of the list's numbers returns", () => {
    const n = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: LAST_DEAL - 20, max: LAST_DEAL }));
    const numbers = fc.array(n, { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(numbers, fc.boolean(), fc.array(n), (numbers, isSorted, asked) => {
        const list = isSorted ? numbers.toSorted((a, b) => a - b) : numbers;
        const file = openDeals(listOf(list));
        try {
          for (const n of [...asked, ...numbers]) {
            expect(file.has(n)).toBe(numbers.includes(n));
            if (numbers.includes(n)) expect(file.cards(n)).toEqual(dealCards(n));
          }
        } finally {
          file.close();
        }
      }),
      { numRuns: 100 },
    );
  });

  it('takes one read per deal in the order of the file, few reads in an ascending list, and one pass for a miss', () => {
    const numbers = Array.from({ length: 30_000 }, (_, i) => 3 * i + 1);
    const file = openList(numbers);
    const counted = countReads();
    for (const n of numbers.slice(1000, 2000)) file.cards(n);
    expect(counted.reads()).toBeLessThan(1000 + 20);
    file.cards(3 * 29_000 + 1);
    expect(counted.reads()).toBeLessThan(1000 + 40);
    expect(file.has(5)).toBe(false);
    const bytes = counted.bytes();
    expect(bytes).toBeGreaterThan(file.bytes - 64);
    expect(bytes).toBeLessThan(1.5 * file.bytes); // an index would take another pass
    expect(file.has(8)).toBe(false);
    expect(counted.bytes() - bytes).toBeLessThan(20 * 60);
    const reads = counted.reads();
    file.cards(3 * 29_000 + 4); // the one after the last that was found
    expect(counted.reads() - reads).toBe(1);
  });

  it.each([
    ['in no order', LONG],
    ['that ascends', LONG.toSorted((a, b) => a - b)],
    ['that descends', LONG.toSorted((a, b) => b - a)],
  ])('reads back a list %s of many blocks, the last of one record', async (_, numbers) => {
    const file = openList(numbers);
    expect(numbersOf(await batchesOf(file))).toEqual(numbers);
    const ends = [0, 1, LIST_BLOCK - 1, LIST_BLOCK, 2 * LIST_BLOCK - 1, 2 * LIST_BLOCK];
    const some = ends.map((i) => numbers[i]);
    for (const n of some) expect(file.cards(n), `deal ${n}`).toEqual(dealCards(n));
    const around = some.flatMap((n) => [n - 1, n, n + 1]);
    expect(around.filter((n) => file.has(n))).toEqual(around.filter((n) => numbers.includes(n)));
    expect(numbersOf(await batchesOf(file.batches(some.join())))).toEqual(some);
    const counted = countReads();
    for (const n of some.toReversed()) file.cards(n);
    expect(counted.reads()).toBeLessThan(20 * some.length);
  });

  it('continues after the last run of consecutive deals, for any ranges', async () => {
    const numbers = range(1, 5000);
    const halves = [...numbers.slice(2500), ...numbers.slice(0, 2500)];
    const file = openList(halves);
    expect(numbersOf(await batchesOf(file.batches('1..5000')))).toEqual(numbers);
    const gap = openList([1, 2, 4, 5]);
    expect(() => gap.batches('3')).toThrow('deal 3 is not in');
    const batches = gap.batches('1..5');
    expect(numbersOf([(await batches.next()).value as DealBatch])).toEqual([1]);
    await expect(batchesOf(batches)).rejects.toThrow('deal 3 is not in');
  });

  it('is read in steps that grow while the deals are asked for in their order', async () => {
    const file = openList([...range(1, 5), 100, ...range(6, 15)]);
    const batches = await batchesOf(file.batches('1..20'));
    expect(batches.map(({ count }) => count)).toEqual([1, 2, 2, 1, 2, 4, 8]);
  });

  it('of no deals is opened and has no deals', async () => {
    const file = openList([]);
    expect(file).toMatchObject({ count: 0, first: undefined, last: undefined });
    expect(file.has(1)).toBe(false);
    expect(await batchesOf(file)).toEqual([]);
  });
});

describe('openDeals, of what is damaged', () => {
  type Row = [reason: string, typeof DamageError | typeof ReadError, create: () => string];
  const TEXT = 'it is text, no binary file of deals; for .ndjson and .txt there is verify';
  const filledWith = (byte: number) => fileWith(new Uint8Array(64).fill(byte));
  const parquet = () => fileWith(Buffer.from('PAR1'.padEnd(64, '\xff'), 'latin1'), 'deals.parquet');

  it.each<Row>([
    ["it has 0 bytes, fewer than a header's 64", DamageError, () => fileWith('')],
    ['it is cut off: 1000 bytes of the 5264', DamageError, () => fileWith(bytesOf(1, 100).subarray(0, 1000))],
    ['there is no such file; check the path', ReadError, () => join(temporaryFolder(), 'none.bin')],
    ['it is a folder', ReadError, temporaryFolder],
    ['it is not a regular file', DamageError, newFifo],
    [
      "it is a Parquet file, which databases read; ask DuckDB, for example: SELECT * FROM 'deals.parquet' WHERE deal = 617",
      DamageError,
      parquet,
    ],
    ...[10, 13, 32, 126].map((byte) => [TEXT, DamageError, () => filledWith(byte)] as Row),
    ...[9, 31, 127].map(
      (byte) => ['it is not a freecell-deals file', DamageError, () => filledWith(byte)] as Row,
    ),
  ])('names a file that cannot be opened, and does not wait for a FIFO: %s', async (reason, type, create) => {
    const path = create();
    await checkFailure(() => openDeals(path), type, `${path}: ${reason}`);
  });

  it('throws for a record that is not a deck', async () => {
    const at = 64 + 49 * CARDS;
    const file = open(fileWith(bytesOf(1, 100).fill(200, at + 3, at + 4), 'a.bin'));
    const message = `a.bin: deal 50 at offset ${at}: byte 200 is not a valid card; expected 0..51`;
    await checkFailure(() => file.cards(50), DamageError, message);
    expect(file.cards(49)).toEqual(dealCards(49));
    expect(file.cards(51)).toEqual(dealCards(51));
    const batches = file.batches();
    expect(numbersOf([(await batches.next()).value as DealBatch])).toEqual(range(1, 49));
    await expect(batches.next()).rejects.toThrow(`deal 50 at offset ${at}`);
  });

  it('throws for a record of a list with a wrong number or wrong cards', async () => {
    for (const wrong of [0, LAST_DEAL + 1, 2 ** 52]) {
      const path = listOf([1, 2, 3, wrong, 5, 6]);
      const message = `the record at offset ${64 + 3 * 60} has number ${wrong}; expected 1..8589934591`;
      await expect(batchesOf(open(path))).rejects.toThrow(message);
      expect(() => open(path).has(4)).toThrow(DamageError);
    }
    expect(() => openList([0, 2])).toThrow('the record at offset 64 has number 0');
    const twice = (bytes: Buffer) => bytes.copyWithin(64 + 68 + 8, 64 + 68 + 9, 64 + 68 + 10);
    const message = 'deal 2 at offset 124: it has a card twice';
    expect(() => open(listOf([1, 2, 3], twice)).cards(2)).toThrow(message);
  });

  it('notices that a file was cut off after it was opened, and returns no bytes of other deals', async () => {
    const path = rangeOf(1, 100);
    const file = open(path);
    expect(file.cards(2)).toEqual(dealCards(2));
    truncateSync(path, 64 + 2 * CARDS + 20); // within deal 3
    const message = 'a.bin: it was cut off at offset 188 since it was opened';
    for (let i = 0; i < 2; i++) expect(() => file.cards(3)).toThrow(message);
    expect(file.cards(2)).toEqual(dealCards(2));
    await expect(batchesOf(file)).rejects.toThrow(message);
  });
});

it('every method throws after close', async () => {
  const path = rangeOf(1, 50_000);
  const file = openDeals(path);
  const batches = file.batches();
  await batches.next();
  file.close();
  file.close();
  expect(() => file.cards(1)).toThrow(ReadError);
  expect(() => file.cards(1)).toThrow(`cannot read ${path}: it was closed; open it anew`);
  expect(() => file.has(1)).toThrow(ReadError);
  expect(() => file.batches()).toThrow(ReadError);
  await expect(batches.next()).rejects.toThrow('it was closed');
  const other = openDeals(path);
  other[Symbol.dispose]();
  expect(() => other.cards(1)).toThrow('it was closed');
});
