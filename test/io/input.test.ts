import { closeSync, openSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { ReadError } from '../../src/common/errors.js';
import { type BlockBytes, StreamInput } from '../../src/io/input.js';
import { checkSame } from '../support/bytes.js';
import { fileWith } from '../support/files.js';

/** A stream of so many bytes, each of which tells its offset. */
function streamOf(size: number): { stream: StreamInput; bytes: Buffer } {
  const bytes = Buffer.from(Uint8Array.from({ length: size }, (_, i) => (i * 31 + (i >> 8)) & 255));
  const fd = openSync(fileWith(bytes), 'r');
  onTestFinished(() => closeSync(fd));
  return { stream: new StreamInput(fd, 'test'), bytes };
}

function bytesOf(part: BlockBytes): Buffer {
  if (!('bytes' in part)) throw new Error('expected the bytes of a stream');
  return Buffer.from(part.bytes);
}

it('a stream is taken block by block, with bytes read ahead', async () => {
  const { stream, bytes } = streamOf(5_000_000);
  const step = 1_000_000;
  for (let offset = 0; offset < bytes.length; offset += step) {
    const end = offset + step;
    const ahead = Math.min(end + 60_000, bytes.length);
    expect(await stream.available(ahead)).toBeGreaterThanOrEqual(ahead);
    checkSame(bytes.subarray(end, ahead), await stream.read(end, 60_000));
    checkSame(bytesOf(stream.take(offset, step)), bytes.subarray(offset, end));
  }
  expect(await stream.available(bytes.length + 1)).toBe(bytes.length);
  expect(await stream.read(bytes.length, 64)).toHaveLength(0);
});

it('a longer stream takes no more memory if its blocks are released', async () => {
  const { stream, bytes } = streamOf(6_000_000);
  const buffers = new Set<ArrayBufferLike>();
  const inFlight: BlockBytes[] = [];
  for (let offset = 0; offset < bytes.length; offset += 100_000) {
    await stream.available(offset + 100_000);
    const part = stream.take(offset, 100_000);
    checkSame(bytesOf(part), bytes.subarray(offset, offset + 100_000));
    if ('bytes' in part) buffers.add(part.bytes.buffer);
    inFlight.push(part);
    if (inFlight.length > 3) stream.release(inFlight.shift() as BlockBytes);
  }
  expect(buffers.size).toBeLessThanOrEqual(5);
});

it.skipIf(process.platform !== 'linux')(
  'a stream that cannot be read gives a ReadError that names it (needs Linux)',
  async () => {
    const fd = openSync('/proc/self/mem', 'r'); // address 0 cannot be read
    onTestFinished(() => closeSync(fd));
    const stream = new StreamInput(fd, 'standard input');
    await expect(stream.available(1)).rejects.toThrow(ReadError);
    await expect(stream.available(1)).rejects.toMatchObject({ code: 'EIO' });
  },
);
