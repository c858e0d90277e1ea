// The lines of the checkpoint journal: which job it is, who writes it, how far it is on disk.
//
// Lines are only ever appended. Each is the CRC-32 of its JSON, a space, and the JSON; a line that a dying process or a
// power cut left incomplete does not count:
//
//   {"writer":{"id":"a",...}}                    a run wants to write; the first one that is alive does
//   {"ended":"a"}                                that run has ended, or was found dead
//   {"job":{...},"journal":2}                    begins a job, without any checkpoint; 2 is the version of the journal
//   {"checkpoint":{...,"facts":[7]},"after":12}  the output is on disk up to there; the frame's facts so far are the
//                                                first 12 of those before, and then these
//
// Version 0.1.0 wrote lines of JSON without a CRC; its journals are recognized and not resumed.

import { crc32 } from '../common/crc32.js';
import { type Checkpoint, NO_CHECKPOINT } from '../pipeline/checkpoint.js';
import type { Writer } from './lock.js';

/** Version of the journal's lines. */
export const JOURNAL_VERSION = 2;

export const LINE_FEED = 10;

/** Identifies an output. An interrupted run is resumed only by a run of an equal job. */
export interface Job {
  version: number; // of the formats and of the selections' keys
  selection: string; // its key
  format: string;
  encoder: string;
  bytes: number | null; // of the whole output; null if only its end tells
}

/** The state that the lines of a journal add up to. */
export interface Lines {
  version: number | undefined;
  job: Job | undefined;
  checkpoint: Checkpoint; // its facts are the last line's
  facts: number[]; // of all checkpoints together
  writers: Writer[]; // that have not ended, the earliest first
}

export function encodeLine(record: object): string {
  const json = JSON.stringify(record);
  return `${checksumOf(json)} ${json}\n`;
}

/** The record of a line; undefined if the line is damaged, or is none of this version. */
export function decodeLine(line: string): Record<string, unknown> | undefined {
  const json = line.slice(9);
  if (line.slice(0, 9) !== `${checksumOf(json)} `) return undefined;
  try {
    const record = JSON.parse(json);
    return isObject(record) ? record : undefined;
  } catch {
    return undefined;
  }
}

function checksumOf(json: string): string {
  return crc32(new TextEncoder().encode(json)).toString(16).padStart(8, '0');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isJob(value: unknown): value is Job {
  if (!isObject(value)) return false;
  const { version, selection, format, encoder, bytes } = value;
  const isText = [selection, format, encoder].every((text) => typeof text === 'string');
  return isCount(version) && isText && (bytes === null || isCount(bytes));
}

function isCheckpoint(value: unknown): value is Checkpoint {
  if (!isObject(value)) return false;
  const { bytes, deals, consumed, skip, checksum, facts } = value;
  const areCounts = [bytes, deals, consumed, skip, checksum].every(isCount);
  return areCounts && Array.isArray(facts) && facts.every(Number.isFinite);
}

function isWriter(value: unknown): value is Writer {
  if (!isObject(value) || !isCount(value.pid)) return false;
  return ['id', 'host', 'space', 'thread', 'started'].every((key) => typeof value[key] === 'string');
}

/** Adds complete lines to what is known. */
export function readLines(bytes: Buffer, lines: Lines): Lines {
  for (let start = 0, end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
    readLine(bytes.toString('utf8', start, end), lines);
    start = end + 1;
  }
  return lines;
}

function readLine(line: string, lines: Lines): void {
  const record = decodeLine(line);
  if (record === undefined) {
    if (line.startsWith('{"job":')) beginJob(lines, 1, undefined);
    return;
  }
  const { journal, job, checkpoint, after, writer, ended } = record;
  if (isCount(journal)) beginJob(lines, journal, journal === JOURNAL_VERSION && isJob(job) ? job : undefined);
  // a gap in the facts, where a line is damaged, cannot be resumed across
  if (isCheckpoint(checkpoint) && isCount(after) && after <= lines.facts.length) {
    lines.checkpoint = checkpoint;
    lines.facts.length = after;
    for (const fact of checkpoint.facts) lines.facts.push(fact);
  }
  if (isWriter(writer)) lines.writers.push(writer);
  if (typeof ended === 'string') lines.writers = lines.writers.filter(({ id }) => id !== ended);
}

function beginJob(lines: Lines, version: number, job: Job | undefined): void {
  Object.assign(lines, { version, job, checkpoint: NO_CHECKPOINT, facts: [] });
}
