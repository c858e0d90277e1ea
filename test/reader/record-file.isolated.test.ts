// Files of records are opened, read and closed. A failure is one error that names the file.

import { fstatSync, writeFileSync } from 'node:fs';
import { expect, it, onTestFinished, vi } from 'vitest';
import { DamageError, ReadError } from '../../src/common/errors.js';
import * as positioned from '../../src/io/positioned.js';
import { RecordFile } from '../../src/reader/record-file.js';
import { binaryHeader, expected, records } from '../support/engines.js';
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
