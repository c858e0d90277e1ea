// The lines of the checkpoint journal: the job, the runs that write it, how much of the output is on disk. Without the
// journal, a resumed run would have to run slow filters again for all deals that are written.
//
// Lines are only appended. Each line is the CRC-32 of its JSON, a space, and the JSON. A line that a dying process or a power
// cut left incomplete is ignored:
//
//   {"writer":{"id":"a",...}}                    a run wants to write; the first run that is alive writes
//   {"ended":"a"}                                this run has ended, or was found dead
//   {"ended":"a","isPaused":true}                the same, but the run may only be paused and have FILE.partial open
//   {"copied":true,"by":"b"}                     no paused run has this FILE.partial open
//   {"job":{...},"journal":4,"by":"a"}           begins a job, without any checkpoint; 4 is the version of the journal
//   {"checkpoint":{...,"facts":[7]},"after":12}  the output is on disk up to the checkpoint; the frame's facts are the first
//                                                12 facts of the lines before, and then these; also with "by"
//
// A line "by" a run that is not the first of the runs that write is ignored: a paused run did not know that it lost the lock.
//
// Version 0.1.0 wrote lines of JSON without a CRC. Its journals are recognized and not resumed.

import { crc32Hex } from '../common/crc32.js';
import { type Checkpoint, NO_CHECKPOINT } from '../pipeline/checkpoint.js';
import type { Writer } from './lock.js';

export const JOURNAL_VERSION = 4;

export const LINE_FEED = 10;

/** The settings that a resumed run must match. */
export interface Job {
  version: number; // of the formats and of the selections' keys
  selection: string; // its key
  format: string;
  encoder: string;
  bytes: number | null; // of the whole output; null if unknown before its end
}

/** The state that results from all lines of a journal. */
export interface Lines {
  version: number | undefined; // of the last job line
  job: Job | undefined; // undefined without a valid job line of this version
  checkpoint: Checkpoint; // with the facts of the last line alone
  facts: number[]; // of all checkpoint lines together
  writers: Writer[]; // runs that have not ended, the earliest first
  isShared: boolean; // whether a paused run may have FILE.partial open, and continue to write
}

export function encodeLine(record: object): string {
  const json = JSON.stringify(record);
  return `${crc32Hex(json)} ${json}\n`;
}

/** Whether all lines of a file are damaged or of another program; a power cut may have left zeros, or half of the first line. */
export function isForeign(bytes: Buffer): boolean {
  const text = bytes.toString('utf8', 0, 65536); // a run begins with a short line
  const isOwn = text.split('\n').some((line) => decodeLine(line) !== undefined || line.startsWith('{"job":'));
  return !isOwn && !/^(\0*|[\da-f]{8} \{"[^\n]*)$/.test(text);
}

/** Returns the record of a line; undefined if the line is damaged or has another version. */
export function decodeLine(line: string): Record<string, unknown> | undefined {
  const json = line.slice(9);
  if (line.slice(0, 9) !== `${crc32Hex(json)} `) return undefined;
  try {
    const record = JSON.parse(json);
    return isObject(record) ? record : undefined;
  } catch {
    return undefined;
  }
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
  const { bytes, deals, consumed, skip, checksum, skipped, facts } = value;
  const areCounts = [bytes, deals, consumed, skip].every(isCount);
  const areTexts = [checksum, skipped].every((text) => typeof text === 'string');
  return areCounts && areTexts && Array.isArray(facts) && facts.every(Number.isFinite);
}

function isWriter(value: unknown): value is Writer {
  if (!isObject(value) || !isCount(value.pid)) return false;
  return ['id', 'host', 'space', 'thread', 'started'].every((key) => typeof value[key] === 'string');
}

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
  const { journal, job, checkpoint, after, writer, ended, isPaused, copied, by } = record;
  if (by !== undefined && by !== lines.writers[0]?.id) return;
  if (isCount(journal)) beginJob(lines, journal, journal === JOURNAL_VERSION && isJob(job) ? job : undefined);
  // after a damaged line facts are missing, and no later checkpoint can be resumed
  if (isCheckpoint(checkpoint) && isCount(after) && after <= lines.facts.length) {
    lines.checkpoint = checkpoint;
    lines.facts.length = after;
    for (const fact of checkpoint.facts) lines.facts.push(fact);
  }
  if (isWriter(writer)) lines.writers.push(writer);
  if (typeof ended === 'string') lines.writers = lines.writers.filter(({ id }) => id !== ended);
  if (isPaused === true) lines.isShared = true;
  if (copied === true) lines.isShared = false;
}

function beginJob(lines: Lines, version: number, job: Job | undefined): void {
  Object.assign(lines, { version, job, checkpoint: NO_CHECKPOINT, facts: [], isShared: false });
}
