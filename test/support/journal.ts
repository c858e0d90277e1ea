// The lines of a checkpoint journal, written without the code under test.

import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { Checkpoint } from '../../src/pipeline/checkpoint.js';

/** What a run on another host says about itself. */
export const FOREIGN = {
  id: 'there',
  pid: 1,
  host: 'node7',
  space: 'boot pid:[1]',
  thread: '1/task/1',
  started: '9',
};

export function journalLine(record: unknown): string {
  const json = JSON.stringify(record);
  return `${crc32(json).toString(16).padStart(8, '0')} ${json}\n`;
}

/** Appends a line in the form that a run writes. */
export function appendLine(path: string, record: unknown): void {
  appendFileSync(path, journalLine(record));
}

/** Returns the runs that a journal names as writers, with what they say about themselves. */
export function writersIn(path: string): (typeof FOREIGN)[] {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  return lines.flatMap((line) => JSON.parse(line.slice(9)).writer ?? []);
}

/** Returns the checkpoints in the journal of an output, which may be damaged or not there. */
export function checkpointsIn(output: string): Checkpoint[] {
  const journal = existsSync(`${output}.run`) ? readFileSync(`${output}.run`, 'utf8') : '';
  return [...journal.matchAll(/"checkpoint":(\{.*?\}),/g)].map(([, checkpoint]) => JSON.parse(checkpoint));
}

/** Takes the lock of a journal, as a run on another host does that finds all others dead. */
export function takeLock(path: string): void {
  for (const { id } of writersIn(path)) appendLine(path, { ended: id, isPaused: true });
  appendLine(path, { writer: FOREIGN });
}
