// Stream I/O: pipes, terminals, standard input and output. Calls wait on a thread of libuv's pool, so that timers and
// signals still work if the other end stalls.

import { read, write } from 'node:fs';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ReaderClosedError, WriteError } from '../common/errors.js';
import { isReaderGone } from './platform.js';

const readOnce = promisify(read);
const writeOnce = promisify(write);

const QUICK_TRIES = 50; // to read from an empty pipe, before a pause
const RETRY_AFTER = 2; // ms, while a non-blocking pipe is empty or full

let waiting = 0;

export function isWaiting(): boolean {
  return waiting > 0;
}

async function wait<T>(call: Promise<T>): Promise<T> {
  waiting++;
  try {
    return await call;
  } finally {
    waiting--;
  }
}

/** Reads at least one byte; returns the number of bytes read, 0 at the end. */
export async function readStream(fd: number, bytes: Uint8Array): Promise<number> {
  for (let tries = 0; ; tries++) {
    try {
      return (await wait(readOnce(fd, bytes, 0, bytes.length, null))).bytesRead;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return 0; // Windows, at the end of a pipe
      if (code !== 'EAGAIN') throw error;
      await (tries < QUICK_TRIES ? nextTurn() : sleep(RETRY_AFTER));
    }
  }
}

/** Writes all of `bytes`, to a file at `offset`. Throws a ReaderClosedError if the reader is gone, or a WriteError. */
export async function writeStream(fd: number, bytes: Uint8Array, offset?: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    try {
      const position = offset === undefined ? null : offset + done;
      done += (await wait(writeOnce(fd, bytes, done, bytes.length - done, position))).bytesWritten;
    } catch (error) {
      if (isReaderGone(error)) throw new ReaderClosedError();
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw new WriteError(error);
      await sleep(RETRY_AFTER);
    }
  }
}
