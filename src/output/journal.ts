// The checkpoint journal FILE.run beside an unfinished FILE.partial: which job it is, who writes it, how far it is on disk.
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

import { closeSync, constants, fdatasyncSync, fstatSync, unlinkSync, writeSync } from 'node:fs';
import { crc32 } from '../common/crc32.js';
import { grouped, OutputProblem, toFailure } from '../common/errors.js';
import { readFully } from '../io/positioned.js';
import { createWriter, lockedBy, markEnded, refuseAlive, startHeartbeat, type Writer } from './lock.js';
import { createSideFile, isSameFile, openSideFile } from './side-file.js';

/** Version of the journal's lines. */
export const JOURNAL_VERSION = 2;

/** A larger journal is not a journal of this program: the facts of all deals there are in Parquet take a few megabytes. */
const MAX_BYTES = 256 * 1024 * 1024;

const LINE_FEED = 10;

/** What a run writes. An interrupted run is resumed only by a run of an equal job. */
export interface Job {
  version: number; // of the formats and of the selections' keys
  selection: string; // its key
  format: string;
  encoder: string;
  bytes: number | null; // of the whole output; null if only its end tells
}

/** How far an output is complete. */
export interface Checkpoint {
  bytes: number; // of the output from its start
  deals: number; // written
  consumed: number; // index in the selection up to which every deal is written or left out
  skip: number; // deals after `consumed` that a filter kept and that are written already
  checksum: number; // of the list so far; 0 without a list
  facts: readonly number[]; // of the output's frame, see Frame
}

export const NO_CHECKPOINT: Checkpoint = { bytes: 0, deals: 0, consumed: 0, skip: 0, checksum: 0, facts: [] };

/** What an earlier run journaled. */
export interface JournalContents {
  /** whether the file existed */
  exists: boolean;
  /** of the journal, as the last job line tells it; undefined without one */
  version: number | undefined;
  /** undefined without a valid job line of this version */
  job: Job | undefined;
  /** the last one of the job, with all facts */
  checkpoint: Checkpoint;
}

/** What the lines of a journal say. */
interface Lines {
  version: number | undefined;
  job: Job | undefined;
  checkpoint: Checkpoint; // its facts are the last line's
  facts: number[]; // of all checkpoints together
  writers: Writer[]; // that have not ended, the earliest first
}

function encodeLine(record: object): string {
  const json = JSON.stringify(record);
  return `${checksumOf(json)} ${json}\n`;
}

/** The record of a line; undefined if the line is damaged, or is none of this version. */
function decodeLine(line: string): Record<string, unknown> | undefined {
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
function readLines(bytes: Buffer, lines: Lines): Lines {
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

/** Everything that an open journal says; throws if it is too large to be one. */
function readJournal(fd: number, path: string): { lines: Lines; size: number; isCut: boolean } {
  const { size } = fstatSync(fd);
  if (size > MAX_BYTES) {
    throw new OutputProblem(
      undefined,
      `its journal ${path} has ${grouped(size)} bytes, more than a journal can have; remove it`,
    );
  }
  const buffer = Buffer.allocUnsafe(size);
  const bytes = buffer.subarray(0, readFully(fd, buffer, 0));
  const lines = readLines(bytes, {
    version: undefined,
    job: undefined,
    checkpoint: NO_CHECKPOINT,
    facts: [],
    writers: [],
  });
  return { lines, size: bytes.length, isCut: bytes.length > 0 && bytes.at(-1) !== LINE_FEED };
}

/** Appends text in one call, so that lines of two runs do not mix. */
function append(fd: number, text: string): void {
  const bytes = Buffer.from(text);
  if (writeSync(fd, bytes) < bytes.length) throw Object.assign(new Error(), { code: 'ENOSPC' });
}

/**
 * Opens the journal at `path` and takes its lock.
 * Throws an OutputProblem if a run that is alive holds the lock, or something else has that name.
 */
export async function openJournal(path: string): Promise<Journal> {
  for (;;) {
    const fd = openFile(path);
    const journal = fd === undefined ? undefined : await takeLock(path, fd);
    if (journal !== undefined) return journal;
  }
}

/** Opens or creates a journal; undefined if it was removed in between. */
function openFile(path: string): number | undefined {
  try {
    return createSideFile(path, 0o644, constants.O_APPEND);
  } catch (error) {
    if (toFailure(error).code !== 'EEXIST') throw error;
  }
  const file = openSideFile(path, constants.O_APPEND);
  if (file === undefined || file.fd !== undefined) return file?.fd;
  throw new OutputProblem(file.code, `its journal ${path} ${file.fault}; remove it, or name another file`);
}

/** Returns undefined if a run that ended has removed the file in between. */
async function takeLock(path: string, fd: number): Promise<Journal | undefined> {
  const writer = createWriter();
  try {
    const before = readJournal(fd, path);
    await refuseAlive(before.lines.writers, path);
    const records = [...before.lines.writers.map(({ id }) => ({ ended: id })), { writer }];
    // an incomplete line, which a dying process left, ends here
    append(fd, `${before.isCut ? '\n' : ''}${records.map(encodeLine).join('')}`);
    // what is appended to a removed file counts for nobody
    if (!isSameFile(path, fd)) {
      closeSync(fd);
      return undefined;
    }
    const { lines, size } = readJournal(fd, path);
    const [holder] = lines.writers;
    if (holder?.id !== writer.id) {
      append(fd, encodeLine({ ended: writer.id }));
      throw lockedBy(holder ?? writer);
    }
    return new Journal(path, fd, writer, size, before.size > 0, lines);
  } catch (error) {
    // nothing stays where a full disk took not even the first line
    if (fstatSync(fd).size === 0 && isSameFile(path, fd)) unlinkSync(path);
    closeSync(fd);
    throw error;
  }
}

/** The journal of an output, whose lock this run holds until suspend or remove. */
export class Journal {
  /** what earlier runs journaled */
  readonly contents: JournalContents;
  readonly #path: string;
  readonly #fd: number;
  readonly #writer: Writer;
  readonly #stopHeartbeat: () => void;
  #facts = 0; // journaled
  #size: number; // bytes in which checkLock has looked

  constructor(path: string, fd: number, writer: Writer, size: number, exists: boolean, lines: Lines) {
    const { version, job, checkpoint, facts } = lines;
    this.contents = { exists, version, job, checkpoint: { ...checkpoint, facts } };
    this.#path = path;
    this.#fd = fd;
    this.#writer = writer;
    this.#size = size;
    this.#stopHeartbeat = startHeartbeat(fd);
  }

  /** Begins a job without a checkpoint. */
  begin(job: Job): void {
    this.#append({ job, journal: JOURNAL_VERSION });
    // or a power cut could lose this line and keep the checkpoint of the job before
    if (this.contents.checkpoint.bytes > 0) fdatasyncSync(this.#fd);
  }

  /** Resumes the job at a checkpoint with all facts. */
  resume({ facts }: Checkpoint): void {
    this.#facts = facts.length;
  }

  /** Journals a checkpoint, whose bytes are on disk, with the facts since the last one. */
  checkpoint(checkpoint: Checkpoint): void {
    this.#append({ checkpoint, after: this.#facts });
    this.#facts += checkpoint.facts.length;
  }

  /** Throws an OutputProblem if another run found this one dead and took the lock. */
  checkLock(): void {
    const { size } = fstatSync(this.#fd);
    if (size <= this.#size) return;
    const buffer = Buffer.allocUnsafe(size - this.#size);
    const tail = buffer.toString('utf8', 0, readFully(this.#fd, buffer, this.#size));
    if (tail.split('\n').some((line) => decodeLine(line)?.ended === this.#writer.id)) {
      throw new OutputProblem('EBUSY', 'another run took it over, as this one did not respond');
    }
    this.#size = size;
  }

  /** Gives the lock back and keeps the journal for the run that resumes this one. */
  suspend(): void {
    this.#stopHeartbeat();
    markEnded(this.#writer);
    try {
      this.#append({ ended: this.#writer.id });
    } catch {
      // the disk is full; the end of the process tells as much
    }
    closeSync(this.#fd);
  }

  /** Gives the lock back and removes the journal. */
  remove(): void {
    this.#stopHeartbeat();
    markEnded(this.#writer);
    if (isSameFile(this.#path, this.#fd)) unlinkSync(this.#path);
    closeSync(this.#fd);
  }

  #append(record: object): void {
    append(this.#fd, encodeLine(record));
  }
}
