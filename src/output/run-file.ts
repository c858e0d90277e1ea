// FILE.run: opens it, finds the writer (the first run in it that is alive), and appends this run's lines.

import { constants, existsSync, fdatasyncSync, futimesSync } from 'node:fs';
import { OutputProblem } from '../common/errors.js';
import { findOwnFile, type OwnFile, removePath } from '../io/own-file.js';
import { writeFully } from '../io/positioned.js';
import { thisProcess } from '../io/process-alive.js';
import { typed } from '../io/standard.js';
import { lockedBy, refuseAlive, type Writer } from './lock.js';
import { type Job, type Line, RunLog, textOf } from './run-log.js';

export const partialPathOf = (path: string): string => `${path}.partial`;
export const runPathOf = (path: string): string => `${path}.run`;

/** Opens or creates FILE.run, and becomes the writer; an OutputProblem if another run is, or if it is unusable. */
export async function openRunFile(path: string, job: Job): Promise<RunFile> {
  const runPath = runPathOf(path);
  const isNew = !existsSync(runPath);
  const file = findOwnFile(runPath, constants.O_CREAT | constants.O_APPEND) as OwnFile;
  const self = thisProcess();
  const id = `${self.host}-${self.pid}-${process.hrtime.bigint()}-${Math.random()}`;
  const run = new RunFile(file, { id, ...self }, job);
  const { log, writer } = run;
  try {
    log.read(file);
    const before = [...log.running.values()];
    const hasGaps = !log.isTrusted && !isNew;
    // a new FILE.run gets its first line without an await, so that no other run of this process finds it empty
    if (hasGaps || before.length > 0) await refuseAlive(before, runPath, hasGaps);
    run.append(...before.map(({ id }) => ({ ended: id })), { writer });
    if (!file.isAt()) {
      if (!isNew || !existsSync(runPath)) throw lockedBy(undefined); // the run that had it has removed it
      await removePath(runPath);
      const fault = 'this file system does not keep file identities (inode numbers)';
      throw new OutputProblem(undefined, `${fault}; write elsewhere`);
    }
    log.read(file);
    const [first] = log.running.values();
    if (first?.id === writer.id) return run;
    run.append({ ended: writer.id });
    throw lockedBy(first);
  } catch (error) {
    if (file.bytes === 0) await file.remove(); // a full disk did not take the line
    file.close();
    throw error;
  }
}

/** FILE.run of an output, whose writer this run is until release. */
export class RunFile {
  readonly log = new RunLog();

  constructor(
    readonly file: OwnFile,
    readonly writer: Writer,
    readonly job: Job,
  ) {}

  /** Appends lines at once, so that two runs do not mix theirs. The first line feed ends half a line of another run. */
  append(...lines: Line[]): void {
    const text = lines.map((line) => `\n${textOf(JSON.stringify(line))}`).join('');
    writeFully(this.file.fd, Buffer.from(`${text}\n`));
  }

  /** Appends that FILE.partial begins anew, or goes on after `synced`. Call it before FILE.partial is removed. */
  begin({ words, synced }: Pick<Line, 'words' | 'synced'> = typed): void {
    this.append({ begun: this.job, by: this.writer.id, words, synced });
    // if a power cut lost this line, a new file with the old inode number would pass for the synced file
    if (this.log.begun?.synced !== undefined) fdatasyncSync(this.file.fd);
    this.log.begun = { job: this.job, by: this.writer.id }; // also if a bit of the line flips
  }

  /** Shows the runs on other hosts that this one is alive. */
  touch(): void {
    futimesSync(this.file.fd, new Date(), new Date());
  }

  /** Throws an OutputProblem if a later run has begun another job, which takes `force`. */
  refuseOtherJob(): void {
    if (!this.hasLaterRun() || JSON.stringify(this.log.begun?.job) === JSON.stringify(this.job)) return;
    throw new OutputProblem('EBUSY', 'another run took it over, as this one did not respond');
  }

  /** Whether a later run has begun in FILE.run, which still has its name. Before begin(), earlier ones count, too. */
  hasLaterRun(): boolean {
    if (!this.file.isAt()) return false;
    this.log.read(this.file);
    return this.log.begun?.by !== this.writer.id;
  }

  /** Appends that this run has ended, and closes FILE.run. A later run may go on with it. */
  release(): void {
    try {
      this.append({ ended: this.writer.id });
    } catch {
      // the disk is full; other runs will see that the process has ended
    }
    this.file.close();
  }
}
