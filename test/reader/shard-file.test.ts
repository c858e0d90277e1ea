// Files to be merged: what their first and last record say of their deals, and reads of their records.

import { closeSync, openSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DamageError, ReadError } from '../../src/common/errors.js';
import { formatNamed } from '../../src/formats/registry.js';
import { type MergeableFormat, openShard, readShard, type ShardFile } from '../../src/reader/shard-file.js';
import { temporaryFolder } from '../support/command.js';
import { binaryHeader, expected, expectedOf, records } from '../support/engines.js';
import { checkFailure } from '../support/failure.js';
import { fileWith } from '../support/files.js';

function open(format: string, contents: string | Uint8Array): ShardFile {
  const shard = openShard(fileWith(contents), formatNamed(format) as MergeableFormat);
  onTestFinished(() => closeSync(shard.fd));
  return shard;
}

// test/verbs/merge.test.ts merges ranges of several deals, and binary lists
it.each(['ndjson', 'text'])('a file with one %s record is recognized as a range', (format) => {
  expect(open(format, expected(records[format], 617, 1)).range).toEqual({ first: 617, last: 617 });
});

it('lines of deals that descend, that leave one out or have one twice are not recognized as a range', () => {
  for (const second of [4, 7, 5])
    expect(open('ndjson', expectedOf(records.ndjson, [5, second])).range).toBeUndefined();
});

describe('a damaged end is named', () => {
  const board = expected(records.text, 617, 1);
  const cutBoards = Buffer.concat([board, board.subarray(0, 10)]);

  it.each([
    ['a number that no deal has', 'numbers', '9999999999\n', 0, 'it is not a deal number'],
    ['text that is no board', 'text', 'A'.repeat(board.length), 0, 'it is not a board in columns'],
    ['a first line that is too long', 'ndjson', `{"deal":1,${' '.repeat(400)}}\n`, 0, 'it is cut off'],
    ['a last board that is cut off', 'text', cutBoards, 156, 'it is cut off'],
    ['a last line that is too long', 'numbers', `1\n${'1'.repeat(40)}\n`, 43, 'it is cut off'],
  ])('%s', (_, format, contents, offset, fault) => {
    const path = fileWith(contents);
    expect(() => openShard(path, formatNamed(format) as MergeableFormat)).toThrow(
      new DamageError(`${path}: the record at offset ${offset} is damaged: ${fault}`),
    );
  });
});

describe('a read', () => {
  it('of a file that was cut off throws an error with the offset', async () => {
    const shard = open('bin', Buffer.concat([binaryHeader(1, 1), expected(records.cards, 1, 1)]));
    await expect(readShard(shard, 10, 100)).rejects.toThrow(
      new DamageError(`${shard.path}: it was cut off at offset 116 while it was read`),
    );
  });

  it('that fails throws an error with the name of the file', async () => {
    const fd = openSync(temporaryFolder(), 'r');
    onTestFinished(() => closeSync(fd));
    const shard = { ...open('numbers', '617\n'), fd };
    await checkFailure(readShard(shard, 0, 4), ReadError, `cannot read ${shard.path}: it is a folder`);
  });
});
