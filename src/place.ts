// Reading and writing a file at a place, however many calls the system makes of it.

import { readSync, writeSync } from 'node:fs';

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
