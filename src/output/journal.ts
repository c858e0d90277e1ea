// The checkpoint journal FILE.run beside an unfinished FILE.partial. The order of its lines is the lock.

import { constants, fdatasyncSync, unlinkSync, writeSync } from 'node:fs';
import { grouped, OutputProblem, toFailure } from '../common/errors.js';
import { readFully } from '../io/positioned.js';
import type { Checkpoint } from '../pipeline/checkpoint.js';
import {
  decodeLines,
  encodeLine,
  JOURNAL_VERSION,
  type Job,
  type Line,
  type Lines,
  stateOf,
} from './journal-lines.js';
import { createWriter, lockedBy, markEnded, refuseAlive, startHeartbeat, type Writer } from './lock.js';
import {
  createSideFile,
  findSideFile,
  journalPathOf,
  noIdentities,
  ownPathOf,
  removePath,
  SideFile,
} from './side-file.js';

/** More than any journal has: the facts of all deals in Parquet take a few megabytes. */
const MAX_BYTES = 256 * 1024 * 1024;

const MAX_ATTEMPTS = 100;

/** A journal that a power cut left without a whole line: zeros, or half of the first line. */
const BROKEN = /^(\0*|[\da-f]{8} \{"[^\n]*)$/;

/** Reads a whole journal; throws an OutputProblem if the file is too large to be a journal, or is none. */
function readJournal({ path, fd, bytes: size }: SideFile): { lines: Lines; size: number; isCut: boolean } {
  if (size > MAX_BYTES) {
    throw new OutputProblem(
      undefined,
      `its journal ${path} has ${grouped(size)} bytes, more than a journal can have; remove it`,
    );
  }
  const text = readText(fd, 0, size);
  const records = decodeLines(text);
  if (records.length === 0 && !BROKEN.test(text)) {
    throw unusable(path, 'is not a journal of this program', 'EEXIST');
  }
  return { lines: stateOf(records), size, isCut: text !== '' && !text.endsWith('\n') };
}

function readText(fd: number, offset: number, end: number): string {
  const buffer = Buffer.allocUnsafe(end - offset);
  return buffer.toString('utf8', 0, readFully(fd, buffer, offset));
}

/** Appends text in one call, so that lines of two runs do not mix. */
function append({ fd }: SideFile, text: string): void {
  const bytes = Buffer.from(text);
  if (writeSync(fd, bytes) < bytes.length) throw Object.assign(new Error(), { code: 'ENOSPC' });
}

/**
 * Opens the journal of the file at `path`, or creates it, and takes its lock. Removes what runs that died have left of their
 * own files. Throws an OutputProblem if a run that is alive holds the lock, or if the path is not a file that can be used.
 */
export async function openJournal(path: string): Promise<Journal> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const file = openFile(journalPathOf(path));
    const journal = file && (await takeLock(file, path));
    if (journal !== undefined) return journal;
  }
  throw noIdentities();
}

/** Opens or creates a journal; returns undefined if it was removed in between. */
function openFile(path: string): SideFile | undefined {
  try {
    return createSideFile(path, 0o644, constants.O_APPEND);
  } catch (error) {
    if (toFailure(error).code !== 'EEXIST') throw error;
  }
  const file = findSideFile(path, constants.O_APPEND);
  if (file === undefined || file instanceof SideFile) return file;
  throw unusable(path, file.fault, file.code);
}

function unusable(path: string, fault: string, code: string | undefined): OutputProblem {
  return new OutputProblem(code, `its journal ${path} ${fault}; remove it, or name another file`);
}

/** Takes the lock of a journal; returns undefined if a run that ended has removed the file in between. */
async function takeLock(file: SideFile, path: string): Promise<Journal | undefined> {
  const writer = createWriter();
  try {
    const before = readJournal(file);
    const { writers } = before.lines;
    const paused = await refuseAlive(writers, file.path);
    const ends = writers.map((dead) => ({
      ended: dead.id,
      ...(paused.includes(dead) && { isPaused: true }),
    }));
    const records = [...ends, { writer }];
    // the line feed ends an incomplete line, which a dying process left
    append(file, `${before.isCut ? '\n' : ''}${records.map(encodeLine).join('')}`);
    // if the journal was removed, no other run sees the line
    if (!file.isInPlace()) {
      markEnded(writer);
      file.close();
      return undefined;
    }
    const { lines, size } = readJournal(file);
    const [holder] = lines.writers;
    if (holder?.id !== writer.id) {
      append(file, encodeLine({ ended: writer.id }));
      throw lockedBy(holder ?? writer);
    }
    for (const { id } of writers) await removePath(ownPathOf(path, id)).catch(() => {}); // FILE.partial decides
    return new Journal(file, writer, lines, size, before.size > 0);
  } catch (error) {
    // a full disk that did not take the first line leaves no file
    if (file.bytes === 0 && file.isInPlace()) unlinkSync(file.path);
    file.close();
    throw error;
  }
}

/** Returns what `check` throws, such as that another run took the lock; otherwise the error that was noticed first. */
export function reasonOf(error: unknown, check: () => void): unknown {
  try {
    check();
    return error;
  } catch (reason) {
    return reason;
  }
}

/** The journal of an output, whose lock this run holds until suspend or remove. */
export class Journal {
  readonly #stopHeartbeat: () => void;
  readonly #file: SideFile;
  readonly #writer: Writer;
  #facts: number; // in the journal
  #size: number; // bytes that checkLock has read

  /** @param existed whether an earlier run made it, with `contents` */
  constructor(
    file: SideFile,
    writer: Writer,
    readonly contents: Lines,
    size: number,
    readonly existed: boolean,
  ) {
    this.#file = file;
    this.#writer = writer;
    this.#size = size;
    this.#facts = contents.checkpoint.facts.length;
    this.#stopHeartbeat = startHeartbeat(file.fd);
  }

  get id(): string {
    return this.#writer.id;
  }

  /** Begins a job without a checkpoint; without a job, the output is never resumed. */
  begin(job: Job | undefined): void {
    this.#append({ ...(job && { job }), journal: JOURNAL_VERSION });
    this.#facts = 0;
    // otherwise a power cut could lose this line and keep the checkpoint of the job before
    if (this.contents.checkpoint.bytes > 0) fdatasyncSync(this.#file.fd);
  }

  /** Journals that FILE.partial has become a copy, which no other run has open. */
  copied(): void {
    this.#append({ copied: true });
  }

  /** Journals a checkpoint, whose bytes are on disk, with the facts since the last one. */
  checkpoint(checkpoint: Checkpoint): void {
    this.#append({ checkpoint, after: this.#facts });
    this.#facts += checkpoint.facts.length;
  }

  /** Throws an OutputProblem if another run found this one dead and took the lock. */
  checkLock(): void {
    if (!this.#isLost()) return;
    throw new OutputProblem('EBUSY', 'another run took it over, as this one did not respond');
  }

  #isLost(): boolean {
    const { fd, bytes: size } = this.#file;
    if (size <= this.#size) return false;
    const added = decodeLines(readText(fd, this.#size, size));
    if (added.some(({ ended }) => ended === this.#writer.id)) return true;
    this.#size = size;
    return false;
  }

  /** Releases the lock, and keeps the journal for the run that resumes this one. */
  suspend(): void {
    this.#stopHeartbeat();
    markEnded(this.#writer);
    try {
      append(this.#file, encodeLine({ ended: this.#writer.id }));
    } catch {
      // the disk is full; other runs will see that the process has ended
    }
    this.#file.close();
  }

  /** Releases the lock, and removes the journal unless another run took the lock. */
  async remove(): Promise<void> {
    this.#stopHeartbeat();
    markEnded(this.#writer);
    try {
      if (!this.#isLost()) await this.#file.remove();
    } finally {
      this.#file.close();
    }
  }

  #append(record: Line): void {
    append(this.#file, encodeLine({ ...record, by: this.#writer.id }));
  }
}
