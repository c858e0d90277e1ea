// The lines of a checkpoint journal, written without the code under test.

import { appendFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';

export function journalLine(record: unknown): string {
  const json = JSON.stringify(record);
  return `${crc32(json).toString(16).padStart(8, '0')} ${json}\n`;
}

/** Appends a line in the form that a run writes. */
export function appendLine(path: string, record: unknown): void {
  appendFileSync(path, journalLine(record));
}
