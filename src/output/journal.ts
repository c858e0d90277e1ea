// The checkpoint journal FILE.run beside an unfinished FILE.partial, and the lock that the order of its lines is.

import { closeSync, constants, fdatasyncSync, fstatSync, unlinkSync, writeSync } from 'node:fs';
import { grouped, OutputProblem, toFailure } from '../common/errors.js';
import { readFully } from '../io/positioned.js';
import { type Checkpoint, NO_CHECKPOINT } from '../pipeline/checkpoint.js';
import {
  decodeLine,
  encodeLine,
  JOURNAL_VERSION,
  type Job,
  LINE_FEED,
  type Lines,
  readLines,
} from './journal-lines.js';
import { createWriter, lockedBy, markEnded, refuseAlive, startHeartbeat, type Writer } from './lock.js';
import { createSideFile, isSameFile, noIdentities, openSideFile, removeSideFile } from './side-file.js';

/** A larger journal is not a journal of this program: the facts of all deals there are in Parquet take a few megabytes. */
const MAX_BYTES = 256 * 1024 * 1024;

/** So often in succession no other run removes the journal while this one opens it. */
const MAX_ATTEMPTS = 100;

/** The journal of an earlier run. */
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
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const fd = openFile(path);
    const journal = fd === undefined ? undefined : await takeLock(path, fd);
    if (journal !== undefined) return journal;
  }
  throw noIdentities();
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
      markEnded(writer);
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
  async remove(): Promise<void> {
    this.#stopHeartbeat();
    markEnded(this.#writer);
    try {
      if (isSameFile(this.#path, this.#fd)) await removeSideFile(this.#path, 'remove it');
    } finally {
      closeSync(this.#fd);
    }
  }

  #append(record: object): void {
    append(this.#fd, encodeLine(record));
  }
}
