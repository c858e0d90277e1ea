// Opens outputs in the process of the test.

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

export function checkpointAt(bytes: number, facts: number[] = []): Checkpoint {
  return { bytes, deals: bytes, consumed: bytes, skip: 0, checksum: '', skipped: '', facts };
}
