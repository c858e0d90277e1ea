import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Selection } from '../../src/selection/selection.js';
import { generate } from '../../src/verbs/generate.js';
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

/** Generates files, each with its deals, in a new folder, which is removed after the test; returns the folder. */
export async function folderWith(
  files: Record<string, string | Selection>,
  folder = temporaryFolder(),
): Promise<string> {
  for (const [name, deals] of Object.entries(files)) {
    const selection = typeof deals === 'string' ? { deals } : deals;
    await generate({ ...selection, output: join(folder, name), threads: 1 });
  }
  return folder;
}

/** Generates a file in a new folder, which is removed after the test; returns its path. */
export async function dealsIn(name: string, deals: string | Selection): Promise<string> {
  return join(await folderWith({ [name]: deals }), name);
}
