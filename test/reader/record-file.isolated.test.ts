// Files of records are opened, read and closed. A failure is one error that names the file.

import { fstatSync, truncateSync, writeFileSync } from 'node:fs';
import { expect, it, onTestFinished, vi } from 'vitest';
import { DamageError, ReadError } from '../../src/common/errors.js';
import * as positioned from '../../src/io/positioned.js';
import { RecordFile } from '../../src/reader/record-file.js';
import { binaryHeader, expected, expectedOf, records } from '../support/engines.js';
import { fileWith } from '../support/files.js';

vi.mock('../../src/io/positioned.js', { spy: true });

const BROKEN = Object.assign(new Error('EIO: as the system says it'), { code: 'EIO' });

function range(first: number, count: number): string {
  return fileWith(
    Buffer.concat([binaryHeader(first, count), expected(records.cards, first, count)]),
    'a.bin',
  );
}

function open(path: string): RecordFile {
  const file = new RecordFile(path);
  onTestFinished(() => file.close());
  return file;
}

it('reads any record first', () => {
  const path = range(617, 3);
  for (const i of [0, 1, 2]) {
    expect(Buffer.from(open(path).recordAt(i))).toEqual(expected(records.cards, 617 + i, 1));
  }
});

it('calls back for each number of a list once, in their order, until the callback returns false', () => {
  const numbers = [70, 30, 90];
  const header = binaryHeader(undefined, numbers.length);
  const file = open(fileWith(Buffer.concat([header, expectedOf(records.numbered, numbers)])));
  const asked: number[][] = [];
  const isAsked = (...one: number[]) => asked.push(one) !== 5;
  expect(file.everyNumber(isAsked)).toBe(true);
  expect(file.everyNumber(isAsked)).toBe(false);
  expect(asked).toEqual([
    [70, 0],
    [30, 1],
    [90, 2],
    [70, 0],
    [30, 1],
  ]);
});

it('closes its file', () => {
  const opened = vi.mocked(positioned.openRegular);
  opened.mockClear();
  const file = new RecordFile(range(617, 3));
  const { fd } = opened.mock.results[0].value;
  expect(fstatSync(fd).isFile()).toBe(true);
  file.close();
  expect(() => fstatSync(fd)).toThrow('EBADF');
});

it('names the file whose device fails', async () => {
  const path = range(617, 3);
  const file = open(path);
  const error = new ReadError(path, BROKEN);
  vi.mocked(positioned.readFully).mockImplementationOnce(() => {
    throw BROKEN;
  });
  expect(() => file.recordAt(0)).toThrow(error);
  vi.mocked(positioned.readFullyAsync).mockRejectedValueOnce(BROKEN);
  await expect(file.load(0, 1)).rejects.toThrow(error);
  expect(error.message).toBe(`cannot read ${path}: the device failed; check the disk`);
});

it('throws instead of loading records that were cut off', async () => {
  const path = range(617, 3);
  const file = open(path);
  truncateSync(path, 64 + 60);
  await expect(file.load(0, 2)).rejects.toThrow(
    new DamageError(`${path}: it was cut off at offset 124 since it was opened`),
  );
});

it.each([
  ...[10, 13, 32, 126].map(
    (byte) => [byte, 'it is text, no binary file of deals; for .ndjson and .txt there is verify'] as const,
  ),
  ...[9, 31, 127].map((byte) => [byte, 'it is not a freecell-deals file'] as const),
])('refuses a file that begins with 64 bytes %d, and says that it is %s', (byte, what) => {
  const path = fileWith(new Uint8Array(64).fill(byte));
  expect(() => new RecordFile(path)).toThrow(new DamageError(`${path}: ${what}`));
});

it('refuses a Parquet file, and says how to look up a deal in it', () => {
  const path = fileWith(new Uint8Array(64).fill(200), 'deals.parquet');
  writeFileSync(path, 'PAR1', { flag: 'r+' });
  expect(() => new RecordFile(path)).toThrow(
    "it is a Parquet file, which databases read; ask DuckDB, for example: SELECT * FROM 'deals.parquet' WHERE deal = 617",
  );
});
