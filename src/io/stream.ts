// Reading and writing where it goes on: pipes, terminals, standard input and output. It waits off the main thread.

import { read, write } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const readSome = promisify(read);
const writeSome = promisify(write);

const RETRY_AFTER = 2; // ms, where a pipe that is set to non-blocking has nothing, or takes no more

/** Reads what comes next, at least a byte; 0 at the end. */
export async function readNext(fd: number, bytes: Uint8Array): Promise<number> {
  for (;;) {
    try {
      return (await readSome(fd, bytes, 0, bytes.length, null)).bytesRead;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return 0; // Windows, where a pipe has ended
      if (code !== 'EAGAIN') throw error;
      await sleep(RETRY_AFTER);
    }
  }
}

/**
 * Writes all bytes where the output stands, off the main thread: a reader that does not read stops nobody else.
 * Returns false where the reader has closed the pipe, which is a normal end.
 */
export async function writeNext(fd: number, bytes: Uint8Array): Promise<boolean> {
  for (let done = 0; done < bytes.length; ) {
    try {
      done += (await writeSome(fd, bytes, done, bytes.length - done, null)).bytesWritten;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EPIPE') return false;
      if (code !== 'EAGAIN') throw error;
      await sleep(RETRY_AFTER);
    }
  }
  return true;
}
