import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { WriteError } from '../../src/common/errors.js';
import { referenceEngine } from '../../src/engine/reference.js';
import { type EncodeTask, encodeChunk } from '../../src/tasks/encode-chunk.js';
import { checkSame } from '../support/bytes.js';
import { temporaryFolder } from '../support/command.js';
import { engines, expected, records } from '../support/engines.js';

const FIRST = 999_000;
const DEALS = 4000; // 1.1 MB of NDJSON: three batches
const wanted = expected(records.ndjson, FIRST, DEALS);

function taskOf(file: EncodeTask['file'], offset = 0): EncodeTask {
  const numbers = [{ first: FIRST, last: FIRST + DEALS - 1 }];
  return { kind: 'encode', encoder: 'ndjson', numbers, offset, bytes: wanted.length, file };
}

const { engine } = engines[2] as (typeof engines)[number];
describe('a chunk', () => {
  it('is returned if there is no file', () => {
    checkSame(encodeChunk(engine, taskOf(undefined)), wanted);
  });

  it('of another size than planned is an internal error', () => {
    const task = { ...taskOf(undefined), bytes: wanted.length + 1 };
    expect(() => encodeChunk(referenceEngine, task)).toThrow(
      `a chunk of ${wanted.length + 1} bytes was encoded to ${wanted.length}`,
    );
  });
});

describe('a chunk that is written', () => {
  /** A file after a chunk was written to it at an offset. */
  function writtenTo(before: Uint8Array, offset: number, alreadyWritten: number): Buffer {
    const path = join(temporaryFolder(), 'a');
    writeFileSync(path, before);
    const fd = openSync(path, 'r+');
    try {
      expect(encodeChunk(engine, taskOf({ fd, alreadyWritten }, offset))).toBe(undefined);
    } finally {
      closeSync(fd);
    }
    return readFileSync(path);
  }

  it('is written to the file at its offset, batch by batch', () => {
    const file = writtenTo(Buffer.from('before'), 6, 0);
    checkSame(file, Buffer.concat([Buffer.from('before'), wanted]));
  });

  it.each(['nothing', 'zeros', 'garbage at its end', 'a part of it', 'all of it'])(
    'is in the file where an interrupted run left %s',
    (what) => {
      const left = Buffer.from(wanted);
      if (what === 'zeros') left.fill(0);
      if (what === 'garbage at its end') left.write('KH', left.length - 3);
      const length = what === 'nothing' ? 0 : what === 'a part of it' ? 600_001 : left.length;
      const file = writtenTo(left.subarray(0, length), 0, length);
      checkSame(file, wanted);
    },
  );

  it('of another size than planned is an internal error', () => {
    const path = join(temporaryFolder(), 'a');
    const fd = openSync(path, 'w');
    const task = { ...taskOf({ fd, alreadyWritten: 0 }), bytes: wanted.length - 1 };
    expect(() => encodeChunk(engine, task)).toThrow(`was encoded to ${wanted.length}`);
    closeSync(fd);
  });

  it.each(['several batches', 'one batch'])(
    'throws a WriteError if the file cannot be written: %s',
    (size) => {
      const path = join(temporaryFolder(), 'a');
      writeFileSync(path, '');
      const fd = openSync(path, 'r');
      const task = taskOf({ fd, alreadyWritten: 0 });
      const short = {
        ...task,
        numbers: [{ first: FIRST, last: FIRST }],
        bytes: expected(records.ndjson, FIRST, 1).length,
      };
      expect(() => encodeChunk(engine, size === 'one batch' ? short : task)).toThrow(WriteError);
      closeSync(fd);
    },
  );
});
