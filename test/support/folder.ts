import { join } from 'node:path';
import type { Selection } from '../../src/selection/selection.js';
import { generate } from '../../src/verbs/generate.js';
import { temporaryFolder } from './command.js';

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
