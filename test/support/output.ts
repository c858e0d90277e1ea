// Opens outputs in the process of the test.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Job } from '../../src/output/journal-lines.js';
import { openOutput, targetOf } from '../../src/output/open.js';
import type { OutputOptions, OutputWriter } from '../../src/output/writer.js';
import type { Checkpoint } from '../../src/pipeline/checkpoint.js';

/** A job of 1000 bytes. */
export const JOB: Job = { version: 1, selection: '1..10', format: 'bin', encoder: 'cards', bytes: 1000 };

export async function openFile(
  path: string,
  options: Partial<OutputOptions> = {},
  job: Job | null = JOB, // null: no journal
): Promise<OutputWriter> {
  return openOutput(targetOf(path), job ?? undefined, {
    force: false,
    resume: false,
    sync: false,
    headComesLast: false,
    ...options,
  });
}

/** Returns the contents of the files in the folder of a file, by their names. */
export function filesBeside(path: string): Record<string, string> {
  const folder = dirname(path);
  const contentsOf = (name: string) => readFileSync(join(folder, name), 'utf8');
  return Object.fromEntries(readdirSync(folder).map((name) => [name, contentsOf(name)]));
}

export function checkpointAt(bytes: number, facts: number[] = []): Checkpoint {
  return { bytes, deals: bytes, consumed: bytes, skip: 0, checksum: '', skipped: '', facts };
}
