import { closeSync, openSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { WriteError } from '../../src/common/errors.js';
import { type EncodeTask, encodeChunk } from '../../src/tasks/encode-chunk.js';
import { checkSame } from '../support/bytes.js';
import { engines, expected, records } from '../support/engines.js';
import { fileWith } from '../support/files.js';

const FIRST = 999_000;
const DEALS = 4000; // 1.1 MB of NDJSON: three batches
const wanted = expected(records.ndjson, FIRST, DEALS);

function taskOf(fd: number | undefined): EncodeTask {
  const numbers = [{ first: FIRST, last: FIRST + DEALS - 1 }];
  return { kind: 'encode', encoder: 'ndjson', numbers, offset: 0, bytes: wanted.length, fd };
}

const { engine } = engines[2] as (typeof engines)[number];

it('a chunk is returned if there is no file', () => {
  checkSame(encodeChunk(engine, taskOf(undefined)), wanted);
});

/** Encodes a task to a file, which is opened with these flags; returns the bytes of the file. */
function encodeTo(path: string, task: EncodeTask, flags = 'r+'): Buffer {
  const fd = openSync(path, flags);
  try {
    expect(encodeChunk(engine, { ...task, fd })).toBe(undefined);
  } finally {
    closeSync(fd);
  }
  return readFileSync(path);
}

describe('a chunk that is written', () => {
  const task = taskOf(-1);

  it('is written to the file at its offset, batch by batch', () => {
    const file = encodeTo(fileWith('before'), { ...task, offset: 6 });
    checkSame(file, Buffer.concat([Buffer.from('before'), wanted]));
  });

  it('replaces what an interrupted run left, and nothing after it', () => {
    const left = Buffer.alloc(wanted.length + 5, 'x');
    checkSame(encodeTo(fileWith(left), task), Buffer.concat([wanted, Buffer.from('xxxxx')]));
  });

  it('of another size than planned is an internal error', () => {
    const wrong = { ...task, bytes: wanted.length - 1 };
    expect(() => encodeTo(fileWith(''), wrong)).toThrow(`was encoded to ${wanted.length}`);
  });

  const one = { numbers: [{ first: FIRST, last: FIRST }], bytes: expected(records.ndjson, FIRST, 1).length };

  it.each([
    ['several batches', task],
    ['one batch', { ...task, ...one }],
  ])('throws a WriteError if the file cannot be written: %s', (_, task) => {
    expect(() => encodeTo(fileWith(''), task, 'r')).toThrow(WriteError);
  });
});
