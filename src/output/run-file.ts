// FILE.run, beside an unfinished FILE.partial, of which this run is the writer: the first run in it that is alive.

import { constants, existsSync, fdatasyncSync, futimesSync } from 'node:fs';
import { OutputProblem } from '../common/errors.js';
import { findOwnFile, type OwnFile, removePath } from '../io/own-file.js';
import { writeFully } from '../io/positioned.js';
import { typed } from '../io/standard.js';
import type { Checkpoint } from '../pipeline/chunks.js';
import { createWriter, endWriter, lockedBy, refuseAlive, type Writer } from './lock.js';
import { type Begun, idOf, type Job, type Line, RunLog, textOf } from './run-log.js';

export const partialPathOf = (path: string): string => `${path}.partial`;
export const runPathOf = (path: string): string => `${path}.run`;

/**
 * Opens FILE.run of the file at `path`, or creates it, and becomes the writer.
 * Throws an OutputProblem if another run is the writer, or if FILE.run is a file that cannot be used.
 */
export async function openRunFile(path: string, job: Job): Promise<RunFile> {
  const runPath = runPathOf(path);
  const isNew = !existsSync(runPath);
  const remedy = 'remove it, or name another file';
  const file = findOwnFile(runPath, remedy, constants.O_CREAT | constants.O_APPEND) as OwnFile;
  const run = new RunFile(file, createWriter(), job);
  const { log, writer } = run;
  try {
    log.read(file);
    const before = [...log.running.values()];
    const isTorn = !log.isClear && !isNew;
    // there is no other await before the first line: no run of this process meets a new FILE.run without one
    if (isTorn || before.length > 0) await refuseAlive(before, runPath, isTorn);
    const ends = before.map(({ id }) => ({ ended: id }));
    run.append(...ends, { writer, job, damaged: log.damaged });
    if (!file.isAt()) {
      if (!isNew || !existsSync(runPath)) throw lockedBy(undefined); // the run that had it has removed it
      await removePath(runPath);
      const fault = 'this file system does not keep file identities (inode numbers)';
      throw new OutputProblem(
        undefined,
        ({ stdout }) => `${fault}; write elsewhere, or to standard output (${stdout})`,
      );
    }
    run.readOn();
    const [first] = log.running.values();
    if (first?.id === writer.id) return run;
    run.append({ ended: writer.id });
    throw lockedBy(first);
  } catch (error) {
    if (file.bytes === 0) await file.remove(); // a full disk did not take the line
    run.close();
    throw error;
  }
}

/** FILE.run of an output, whose writer this run is until release. */
export class RunFile {
  readonly log = new RunLog();
  #begun = ''; // the id of the line that begins the FILE.partial of this run
  #laterJobs: Job[] = []; // for which later runs have begun FILE.partial anew, because this run did not respond

  constructor(
    readonly file: OwnFile,
    readonly writer: Writer,
    readonly job: Job,
  ) {}

  /** Reads the lines that were appended since the last call. */
  readOn(): void {
    for (const { writer, begun, by } of this.log.read(this.file)) {
      if (writer?.id === this.writer.id) this.#laterJobs = [];
      if (begun !== undefined && by !== this.writer.id) this.#laterJobs.push(begun);
    }
  }

  /**
   * Appends lines at once, so that lines of two runs do not mix. The first line feed ends half a line of another run.
   */
  append(...lines: Line[]): void {
    writeFully(this.file.fd, Buffer.from(`\n${lines.map(textOf).join('')}`));
  }

  /** Goes on with a FILE.partial that an earlier run has begun. */
  resume({ id }: Begun): void {
    this.#begun = id;
  }

  /** Begins a new FILE.partial: to be called before the old one is removed. */
  begin(): void {
    const line: Line = { begun: this.job, by: this.writer.id, words: typed.words };
    this.append(line);
    this.#begun = idOf(textOf(line));
    // a power cut that lost this line could let the new file pass for the synced one
    if (this.log.begun?.synced !== undefined) fdatasyncSync(this.file.fd);
  }

  /** Notes how much of FILE.partial is synced. */
  noteSynced(checkpoint: Checkpoint, partial: OwnFile): void {
    this.append({ synced: { ...checkpoint, file: partial.identity }, of: this.#begun });
  }

  /** Shows the runs on other hosts that this one is alive. */
  touch(): void {
    const now = Date.now() / 1000;
    futimesSync(this.file.fd, now, now);
  }

  /** Throws an OutputProblem if a later run has begun another job, which only `force` lets it. */
  refuseOtherJob(): void {
    this.readOn();
    const own = JSON.stringify(this.job);
    if (this.#laterJobs.every((job) => JSON.stringify(job) === own)) return;
    throw new OutputProblem('EBUSY', 'another run took it over, as this one did not respond');
  }

  /** Whether a later run has begun a new FILE.partial, and has not published it. */
  isTakenOver(): boolean {
    if (!this.file.isAt()) return false;
    this.readOn();
    return this.#laterJobs.length > 0;
  }

  /** Leaves FILE.run, if it is still there, to the run that resumes this one. */
  release(): void {
    try {
      this.append({ ended: this.writer.id });
    } catch {
      // the disk is full; other runs will see that the process has ended
    }
    this.close();
  }

  close(): void {
    endWriter(this.writer);
    this.file.close();
  }
}
