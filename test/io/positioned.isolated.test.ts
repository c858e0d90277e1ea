// Positioned I/O where the system takes or gives only a part of what it is asked for.

import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readFully, writeFully } from '../../src/io/positioned.js';
import { temporaryFolder } from '../support/command.js';

const MOST = 7; // bytes that a call takes or gives
const system = vi.hoisted(() => ({ calls: 0 }));

vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  type Call = (fd: number, bytes: Uint8Array, from: number, length: number, at: number) => number;
  const inPieces = (call: Call): Call => {
    return (fd, bytes, from, length, at) => {
      system.calls++;
      return call(fd, bytes, from, Math.min(MOST, length), at);
    };
  };
  const [readSync, writeSync] = [inPieces(real.readSync), inPieces(real.writeSync)];
  const fs = { ...real, readSync, writeSync };
  return { ...fs, default: fs };
});

const BYTES = Buffer.from(Array.from({ length: 100 }, (_, i) => i + 1));

beforeEach(() => {
  system.calls = 0;
});

/** A file with these bytes, open for the test. */
function opened(bytes: Uint8Array, work: (fd: number) => void | Promise<void>) {
  const path = join(temporaryFolder(), 'a');
  writeFileSync(path, bytes);
  const fd = openSync(path, 'r+');
  return Promise.resolve(work(fd))
    .finally(() => closeSync(fd))
    .then(() => readFileSync(path));
}

describe('positioned I/O', () => {
  it('writes all bytes at their offset, in as many calls as needed', async () => {
    const file = await opened(Buffer.alloc(10), (fd) => writeFully(fd, BYTES, 5));
    expect(file).toEqual(Buffer.concat([Buffer.alloc(5), BYTES]));
    expect(system.calls).toBe(Math.ceil(100 / MOST));
  });

  it.each([
    [0, 100],
    [30, 70],
    [93, 7],
    [100, 0],
  ])('reads from offset %d all %d available bytes', async (offset, left) => {
    await opened(BYTES, (fd) => {
      const bytes = Buffer.alloc(100);
      expect(readFully(fd, bytes, offset)).toBe(left);
      expect(bytes.subarray(0, left)).toEqual(BYTES.subarray(offset));
      expect(bytes.subarray(left)).toEqual(Buffer.alloc(100 - left));
    });
  });
});
