// Texts are written to a pipe: the first one at once, later ones many in a write. A file appears when all of them are written.

import fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { writeTexts } from '../../src/commands/write-texts.js';
import { newFifo, pause } from '../support/command.js';
import { rowsIn } from '../support/golden.js';
import { filesBeside, newFile } from '../support/output.js';

/** The path of a FIFO, and how to read what has come through it so far. */
function fifo(): { path: string; read: () => string } {
  const path = newFifo();
  const fd = fs.openSync(path, fs.constants.O_RDWR | fs.constants.O_NONBLOCK);
  onTestFinished(() => fs.closeSync(fd));
  const bytes = Buffer.alloc(65_536);
  const read = () => {
    try {
      return bytes.toString('latin1', 0, fs.readSync(fd, bytes));
    } catch {
      return ''; // there is nothing
    }
  };
  return { path, read };
}

it('the first text is written before the second is asked for, and later texts are written together every few milliseconds', async () => {
  const { path, read } = fifo();
  const seen: string[] = [];
  function* texts() {
    yield 'first\n';
    seen.push(read());
    for (const text of ['second\n', 'third\n']) yield text;
    seen.push(read());
    pause(60);
    yield 'fourth\n';
    seen.push(read());
    yield 'x'.repeat(65_536);
    seen.push(read());
    yield 'last\n';
  }
  await writeTexts(path, texts(), false);
  expect(seen).toEqual(['first\n', '', 'second\nthird\nfourth\n', 'x'.repeat(65_536)]);
  expect(read()).toBe('last\n');
});

describe('a file of texts', () => {
  it.each([false, true])('is FILE.partial, without a lock, until complete; force: %s', async (force) => {
    const file = newFile();
    const link = newFile();
    if (force) {
      fs.symlinkSync(file, link);
      fs.writeFileSync(file, 'old');
      fs.chmodSync(file, 0o640);
      fs.writeFileSync(`${file}.partial`, 'left');
    }
    function* texts() {
      yield 'first ♣\n';
      expect(filesBeside(file)).toEqual({ ...(force && { 'a.bin': 'old' }), 'a.bin.partial': 'first ♣\n' });
      yield 'second\n';
    }
    await writeTexts(force ? link : file, texts(), force);
    expect(filesBeside(file)).toEqual({ 'a.bin': 'first ♣\nsecond\n' });
    if (force) expect([fs.statSync(file).mode & 0o777, fs.readlinkSync(link)]).toEqual([0o640, file]);
  });

  const inTheWay = rowsIn<[string, boolean]>('files-in-the-way.txt');

  it.each(inTheWay)('is refused if %s is there, with force: %s', async (name, force) => {
    const file = newFile();
    const side = file.replace('a.bin', name);
    fs.writeFileSync(side, 'left');
    const message = `cannot write ${file}: ${side} is in the way: another run writes it, or has left it`;
    await expect(writeTexts(file, ['text'], force)).rejects.toThrow(message);
    expect(filesBeside(file)).toEqual({ [name]: 'left' });
  });

  const meanwhile = rowsIn<[string, string]>('files-meanwhile.txt');

  it.each(meanwhile)('is not published if there is another %s meanwhile', async (name, message) => {
    const file = newFile();
    function* texts() {
      yield 'text';
      fs.rmSync(join(file, '..', name), { force: true });
      fs.writeFileSync(join(file, '..', name), 'other');
    }
    await expect(writeTexts(file, texts(), false)).rejects.toThrow(message);
    expect(filesBeside(file)).toEqual({ [name]: 'other' });
  });
});
