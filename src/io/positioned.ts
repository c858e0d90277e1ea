// Reading and writing a file at a place, however many calls the system makes of it.

import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { DamageError, ReadError } from '../common/errors.js';

/**
 * Opens a file to read it at any place; the caller closes it.
 * Throws a ReadError where it cannot be read, a DamageError where it is no file of bytes (a pipe, a device).
 */
export function openRegular(path: string): { fd: number; size: number } {
  let fd: number | undefined;
  try {
    // without O_NONBLOCK, a FIFO is waited for until somebody writes to it
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stat = fstatSync(fd);
    if (stat.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
    if (!stat.isFile()) throw new DamageError('it is no regular file, which alone can be read at any place');
    return { fd, size: stat.size };
  } catch (error) {
    if (fd !== undefined) closeSync(fd);
    throw error instanceof DamageError ? error : new ReadError(path, error);
  }
}

/** Reads at `position` until `bytes` is full or the file ends; returns how many bytes were there. */
export function readAt(fd: number, bytes: Uint8Array, position: number): number {
  let done = 0;
  while (done < bytes.length) {
    const got = readSync(fd, bytes, done, bytes.length - done, position + done);
    if (got === 0) break;
    done += got;
  }
  return done;
}

/** Writes all bytes at `position`. */
export function writeAt(fd: number, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(fd, bytes, done, bytes.length - done, position + done);
  }
}
