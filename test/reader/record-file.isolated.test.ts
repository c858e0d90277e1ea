// Files of records are opened, read and closed. A failure is one error that names the file.

import { fstatSync } from 'node:fs';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ReadError } from '../../src/common/errors.js';
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
