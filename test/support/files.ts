import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './command.js';

/** Writes a file to a new folder, which is removed after the test; returns its path. */
export function fileWith(contents: string | Uint8Array, name = 'list.txt'): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, contents);
  return path;
}

/** Changes the bytes of a file in place. */
export function edit(path: string, change: (bytes: Buffer) => void): void {
  const bytes = readFileSync(path);
  change(bytes);
  writeFileSync(path, bytes);
}

/** Flips a bit of a byte of a file, 0..7. */
export function flip(path: string, offset: number, bit = 0): void {
  edit(path, (bytes) => {
    bytes[offset] ^= 1 << bit;
  });
}
