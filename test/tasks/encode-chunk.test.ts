import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { WriteError } from '../../src/common/errors.js';
import { referenceEngine } from '../../src/engine/reference.js';
import {
  type EncodeTask,
  encodeChunk,
  encodeWhileWriting,
  type FileTask,
} from '../../src/tasks/encode-chunk.js';
import { temporaryFolder } from '../support/command.js';
import { engines, expected, records } from '../support/engines.js';

const system = vi.hoisted(() => ({ writes: 0 })); // that go on

// a system that takes its time: bytes that are overwritten before they are written are noticed
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const { promisify } = await import('node:util');
  const { setTimeout: sleep } = await import('node:timers/promises');
  const write = async (...args: [number, Uint8Array, number, number, number]) => {
    system.writes++;
    await sleep(5);
    return promisify(fs.write)(...args).finally(() => system.writes--);
  };
  return { ...fs, write: Object.assign(() => undefined, { [promisify.custom]: write }) };
});

const FIRST = 999_000;
const DEALS = 4000; // 1.1 MB of NDJSON: three batches
const wanted = expected(records.ndjson, FIRST, DEALS);

function taskOf(file: EncodeTask['file'], offset = 0): EncodeTask {
  const numbers = [{ first: FIRST, last: FIRST + DEALS - 1 }];
  return { kind: 'encode', encoder: 'ndjson', numbers, offset, bytes: wanted.length, file };
}

const { engine } = engines[2] as (typeof engines)[number];
const { engine: spare } = engines[1] as (typeof engines)[number];

/** The two ways to write a chunk. */
const ways: [string, (task: EncodeTask) => Promise<unknown>][] = [
  ['by one engine', async (task) => expect(encodeChunk(engine, task)).toBe(undefined)],
  ['while the next batch is encoded', (task) => encodeWhileWriting([engine, spare], task as FileTask)],
];

describe('a chunk', () => {
  it('is returned where there is no file', () => {
    expect(wanted.equals(encodeChunk(engine, taskOf(undefined)) as Uint8Array)).toBe(true);
  });

  it('that has other bytes than planned is a fault of the program', () => {
    const task = { ...taskOf(undefined), bytes: wanted.length + 1 };
    expect(() => encodeChunk(referenceEngine, task)).toThrow(
      `a chunk of ${wanted.length + 1} bytes was encoded to ${wanted.length}`,
    );
  });
});

describe.each(ways)('a chunk that is written %s', (_, write) => {
  /** A file after a chunk was written to it at an offset. */
  async function writtenTo(before: Uint8Array, offset: number, alreadyWritten: number): Promise<Buffer> {
    const path = join(temporaryFolder(), 'a');
    writeFileSync(path, before);
    const fd = openSync(path, 'r+');
    try {
      await write(taskOf({ fd, alreadyWritten }, offset));
    } finally {
      closeSync(fd);
    }
    return readFileSync(path);
  }

  it('is in the file at its offset, batch by batch', async () => {
    const file = await writtenTo(Buffer.from('before'), 6, 0);
    expect(file.equals(Buffer.concat([Buffer.from('before'), wanted]))).toBe(true);
  });

  it.each(['nothing', 'zeros', 'garbage at its end', 'a part of it', 'all of it'])(
    'is in the file where an interrupted run left %s',
    async (what) => {
      const left = Buffer.from(wanted);
      if (what === 'zeros') left.fill(0);
      if (what === 'garbage at its end') left.write('KH', left.length - 3);
      const length = what === 'nothing' ? 0 : what === 'a part of it' ? 600_001 : left.length;
      const file = await writtenTo(left.subarray(0, length), 0, length);
      expect(file.equals(wanted)).toBe(true);
    },
  );

  it('has as many bytes as planned, or the program is at fault', async () => {
    const path = join(temporaryFolder(), 'a');
    const fd = openSync(path, 'w');
    const task = { ...taskOf({ fd, alreadyWritten: 0 }), bytes: wanted.length - 1 };
    await expect(write(task)).rejects.toThrow(`was encoded to ${wanted.length}`);
    closeSync(fd);
  });

  it.each(['several batches', 'one batch'])('fails where it cannot be written: %s', async (size) => {
    const path = join(temporaryFolder(), 'a');
    writeFileSync(path, '');
    const fd = openSync(path, 'r');
    const task = taskOf({ fd, alreadyWritten: 0 });
    const short = {
      ...task,
      numbers: [{ first: FIRST, last: FIRST }],
      bytes: expected(records.ndjson, FIRST, 1).length,
    };
    await expect(write(size === 'one batch' ? short : task)).rejects.toThrow(WriteError);
    expect(system.writes).toBe(0);
    closeSync(fd);
  });
});
