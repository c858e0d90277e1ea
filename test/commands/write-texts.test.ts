// Texts are written to a pipe: the first one at once, later ones many in a write.

import { closeSync, constants, openSync, readSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { writeTexts } from '../../src/commands/write-texts.js';
import { newFifo } from '../support/command.js';

/** The path of a FIFO, and how to read what has come through it so far. */
function fifo(): { path: string; read: () => string } {
  const path = newFifo();
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  onTestFinished(() => closeSync(fd));
  const bytes = Buffer.alloc(65_536);
  const read = () => {
    try {
      return bytes.toString('latin1', 0, readSync(fd, bytes));
    } catch {
      return ''; // there is nothing
    }
  };
  return { path, read };
}

/** Waits `ms` milliseconds without a turn of the event loop. */
function wait(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

it('the first text is written before the second is asked for, and later texts are written together every few milliseconds', async () => {
  const { path, read } = fifo();
  const seen: string[] = [];
  function* texts() {
    yield 'first\n';
    seen.push(read());
    for (const text of ['second\n', 'third\n']) yield text;
    seen.push(read());
    wait(60);
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
