import { closeSync, openSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, it, onTestFinished } from 'vitest';
import { ReadError } from '../../src/common/errors.js';
import { Input, openInput } from '../../src/io/input.js';
import { standard } from '../../src/io/standard.js';
import { checkSame } from '../support/bytes.js';
import { newFifo } from '../support/command.js';
import { fileWith } from '../support/files.js';

it('a stream is taken block by block, with bytes read ahead', async () => {
  const bytes = Buffer.from(Uint8Array.from({ length: 5_000_000 }, (_, i) => (i * 31 + (i >> 8)) & 255));
  const fd = openSync(fileWith(bytes), 'r');
  standard.input = fd;
  onTestFinished(() => {
    standard.input = 0;
    closeSync(fd);
  });
  const stream = await openInput('-');
  expect([stream.size, stream.expectedBytes]).toEqual([undefined, bytes.length]);
  const step = 1_000_000;
  for (let offset = 0; offset < bytes.length; offset += step) {
    const end = offset + step;
    const ahead = Math.min(end + 60_000, bytes.length);
    expect(await stream.available(ahead)).toBeGreaterThanOrEqual(ahead);
    const read = await stream.read(end, 60_000);
    const taken = stream.take(offset, step) as { bytes: Uint8Array };
    checkSame(read, bytes.subarray(end, ahead)); // a copy, although the window has moved
    checkSame(taken.bytes, bytes.subarray(offset, end));
  }
  expect(await stream.available(bytes.length + 1)).toBe(bytes.length);
  expect(await stream.read(bytes.length, 64)).toHaveLength(0);
});

it.each(['-', 'a path'])('reads that wait for pipes of %s leave threads for files', async (name) => {
  const fds = Array.from({ length: 5 }, () => {
    // there are four threads
    const path = newFifo();
    return { path, fd: openSync(path, 'r+') };
  });
  onTestFinished(() => {
    standard.input = 0;
    for (const { fd } of fds) closeSync(fd);
  });
  const inputs: Input[] = [];
  for (const { path, fd } of fds) {
    if (name === '-') standard.input = fd;
    inputs.push(await openInput(name === '-' ? '-' : path));
  }
  const reads = inputs.map((input) => input.read(0, 1));
  expect(await readFile(fileWith('abc'), 'utf8')).toBe('abc');
  for (const { fd } of fds) writeSync(fd, 'x');
  expect((await Promise.all(reads)).map(String)).toEqual(Array(5).fill('120'));
  for (const input of inputs) input.close();
});

it.skipIf(process.platform !== 'linux')('a stream that cannot be read is named (needs Linux)', async () => {
  const fd = openSync('/proc/self/mem', 'r'); // address 0 cannot be read
  onTestFinished(() => closeSync(fd));
  const stream = new Input(fd, 'standard input');
  const read = stream.windows().next();
  await expect(read).rejects.toThrow(ReadError);
  await expect(read).rejects.toMatchObject({ code: 'EIO' });
});
