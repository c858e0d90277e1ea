import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './command.js';

/** Writes a file to a new folder, which is removed after the test; returns its path. */
export function fileWith(contents: string | Uint8Array, name = 'list.txt'): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, contents);
  return path;
}
